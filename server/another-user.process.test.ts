import { chmodSync, chownSync, cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { setModes } from '#server/database/embedded/folder-tree.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import { builtProgram, requestToken, runCommand, startReady } from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'
const isRoot = process.getuid?.() === 0
/** Nobody in particular. Who is not root cannot become somebody else, and runs the product as themselves. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const owner = user.uid ?? process.getuid?.() ?? 0

/** The packages that stay in node_modules, see `vite.server.config.ts`. */
const PACKAGES = ['@electric-sql', '@node-rs', 'tinypool']
const EMPTY_DATABASE = 'build/server/empty-database'

/** The product as an image has it: everybody can read it. The modes of the empty database are those of the build. */
async function installProduct(): Promise<string> {
  const product = await createFolder()
  const copy = (path: string) => cpSync(path, join(product, path), { recursive: true })
  for (const path of ['package.json', 'build', ...PACKAGES.map((name) => `node_modules/${name}`)]) copy(path)
  setModes(product, { files: 0o644, folders: 0o755 })
  copy(EMPTY_DATABASE)
  return product
}

function give(folder: string): void {
  if (!isRoot) return
  for (const path of everythingIn(folder)) chownSync(join(folder, path), owner, owner)
}

const everythingIn = (folder: string) => ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]

function modesIn(folder: string): string[] {
  const modes = everythingIn(folder).map((path) => {
    const { mode, uid } = statSync(join(folder, path))
    return `${(mode & 0o170_777).toString(8)} of ${uid}`
  })
  return [...new Set(modes)].toSorted()
}

const PRIVATE = [`100600 of ${owner}`, `40700 of ${owner}`]

test('the product starts as a user who can only read it, and its data is for that user alone, also where it was open to all', async () => {
  const [cwd, dataDir, TMPDIR] = [await installProduct(), await createFolder(), await createFolder()]
  give(dataDir)
  give(TMPDIR)
  const start = () =>
    startReady(
      { DATA_DIR: dataDir, TMPDIR, ADMIN_PASSWORD: PASSWORD },
      ['sh', '-c', 'umask 0; exec "$@"', 'sh', process.execPath, ...builtProgram('main')],
      { cwd, ...user },
    )
  const server = await start()
  expect((await requestToken(server, 'admin', PASSWORD)).status).toBe(200)
  expect(modesIn(dataDir)).toEqual(PRIVATE)
  server.kill()
  expect(await server.ended).toBe(0)
  expect(modesIn(dataDir)).toEqual(PRIVATE)

  setModes(dataDir, { files: 0o666, folders: 0o755 })
  chmodSync(dataDir, 0o777)
  await start()
  expect(modesIn(dataDir)).toEqual(PRIVATE)
})

test('root leaves nothing of its own in the data folder of another user', async () => {
  const { dataDir } = await copyDataFolder()
  give(dataDir)
  const before = modesIn(dataDir)
  const { status, stderr } = runCommand('users', ['list'], { DATA_DIR: dataDir })
  expect(modesIn(dataDir)).toEqual(before)
  expect(status).toBe(isRoot ? 1 : 0)
  expect(stderr).toBe(
    isRoot
      ? `${dataDir} belongs to user ${owner}. Run this as that user, not as root: setpriv --reuid ${owner} --regid ${owner} --clear-groups …\n`
      : '',
  )
})
