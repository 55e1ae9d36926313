import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { TOKEN_PATH } from '#contract/token.ts'
import { freePort, statusOf } from '#server/testing/process.ts'

import { findProgram, installDebianPackage } from './system-packages.js'

const execute = promisify(execFile)
const PASSWORD = 'given by the owner'
const NODE = 'node@22'
const BASE = 'localhost/node-on-debian'
const IMAGE = 'localhost/energy-metrics'
const MAX_PRODUCT_BYTES = 120e6
const MAX_IMAGE_BYTES = 350e6

let folder = ''
/** The files of the image: a copy, so that a test can change it. */
let context = ''
beforeAll(async () => {
  for (const name of ['podman', 'runc', 'debootstrap'])
    if (findProgram([name], ['/usr/sbin']) === null && !installDebianPackage(name))
      throw new Error(`${name} is needed for this test, as root: install it.`)
  // Not below the folder of the tests: podman takes no path of more than 50 characters.
  folder = mkdtempSync('/tmp/energy-image-')
  context = join(folder, 'context')
  for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')) {
    mkdirSync(dirname(join(context, file)), { recursive: true })
    copyFileSync(file, join(context, file))
  }
  await makeBase()
})
afterAll(() => {
  execFileSync('podman', [...PLACE(), 'rm', '--all', '--force'])
  execFileSync('podman', [...PLACE(), 'system', 'prune', '--all', '--force', '--volumes'])
  rmSync(folder, { recursive: true, force: true })
})

/** Images and containers of this test alone. */
const PLACE = () => ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--runtime', 'runc']
/** Below what any machine allows: who may not raise limits can run this too. */
const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']

async function podman(...words: readonly string[]): Promise<string> {
  const { stdout } = await execute('podman', [...PLACE(), ...words], { maxBuffer: 64e6 })
  return stdout.trim()
}

/** In place of the image that the Dockerfile names, which comes from a registry: the Debian of this machine with Node.js and npm. */
async function makeBase(): Promise<void> {
  const root = join(folder, 'root')
  const { stdout: debian } = await execute('bash', ['-c', '. /etc/os-release && echo $VERSION_CODENAME'])
  await execute('debootstrap', ['--variant=minbase', debian.trim(), root], { maxBuffer: 64e6 })
  for (const path of 'usr/share/doc usr/share/locale usr/share/man var/cache/apt var/lib/apt/lists'.split(
    ' ',
  ))
    rmSync(join(root, path), { recursive: true })
  const packages = join(folder, 'packages')
  await execute('npm', ['install', '--prefix', packages, '--no-audit', '--no-fund', NODE, 'npm@10'])
  copyFileSync(join(packages, 'node_modules/node/bin/node'), join(root, 'usr/local/bin/node'))
  cpSync(join(packages, 'node_modules/npm'), join(root, 'usr/local/lib/npm'), { recursive: true })
  symlinkSync('../lib/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  // npm asks there whom it asks here, and trusts whom it trusts here.
  const { stdout: registry } = await execute('npm', ['config', 'get', 'registry'])
  const settings = [`npm_config_registry=${registry.trim()}`]
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates !== undefined) {
    copyFileSync(certificates, join(root, 'etc/certificates.pem'))
    settings.push('NODE_EXTRA_CA_CERTS=/etc/certificates.pem')
  }
  const file = join(folder, 'root.tar')
  await execute('tar', ['--create', '--file', file, '--directory', root, '.'])
  await podman('import', ...settings.flatMap((setting) => ['--change', `ENV ${setting}`]), file, BASE)
  for (const path of [root, file, packages]) rmSync(path, { recursive: true })
}

async function build(): Promise<string> {
  const words = `--format docker --network host --build-arg NODE_IMAGE=${BASE} --tag ${IMAGE}`.split(' ')
  await podman('build', ...LIMITS, ...words, context)
  return podman('image', 'inspect', '--format', '{{.Id}}', IMAGE)
}

/** As the compose file runs it: nothing can be written but the volume and /tmp. */
const RUN = ['--read-only', '--tmpfs', '/tmp', '--volume', 'data:/data', '--network', 'host', ...LIMITS]

test('the image is built, runs as its user with a read-only root, and is small', async () => {
  const id = await build()
  expect(Number(await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE))).toBeLessThan(
    MAX_IMAGE_BYTES,
  )
  const product = await podman('run', '--rm', ...RUN, IMAGE, 'du', '--bytes', '--summarize', '/product')
  expect(Number.parseInt(product, 10)).toBeLessThan(MAX_PRODUCT_BYTES)

  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const settings = { PORT: port, HOST: '127.0.0.1', BACKFILL_DAYS: '60', ADMIN_PASSWORD: PASSWORD }
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const signIn = async () => {
    const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
    return (await fetch(address + TOKEN_PATH, { method: 'POST', body })).status
  }
  const ready = () =>
    expect.poll(() => statusOf(`${address}/readyz`), { timeout: 600_000, interval: 1000 }).toBe(200)
  await podman('run', '--detach', '--name', 'server', ...RUN, ...environment, IMAGE)
  await expect(podman('healthcheck', 'run', 'server')).rejects.toThrow('Command failed')
  await ready()
  expect(await podman('healthcheck', 'run', 'server')).toBe('')
  expect(await signIn()).toBe(200)
  expect(await podman('exec', 'server', 'id')).toMatch(/^uid=1000\b.* gid=1000\b/)
  await expect(podman('exec', 'server', 'touch', '/product/x')).rejects.toThrow('Read-only file system')

  const run = (name: string, ...words: string[]) =>
    podman('exec', 'server', 'node', `build/server/${name}.js`, ...words)
  expect(await run('users', 'list')).toMatch(/^admin /)
  expect(await run('backup', '/data/first.backup')).toContain('is complete')
  expect(await run('backup', '--check', '/data/first.backup')).toContain('is whole')
  const from = performance.now()
  await podman('stop', '--time', '15', 'server')
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(await podman('inspect', '--format', '{{.State.ExitCode}}', 'server')).toBe('0')

  const restored = await podman(
    'run',
    '--rm',
    ...RUN,
    IMAGE,
    'node',
    'build/server/restore.js',
    '/data/first.backup',
    '--replace',
  )
  expect(restored).toContain('every checksum agrees')
  await podman('start', 'server')
  await ready()
  expect(await signIn()).toBe(200)
  await podman('rm', '--force', 'server')

  for (const file of ['docs/operate.md', 'README.md', 'server/main.process.test.ts'])
    appendFileSync(join(context, file), '\n')
  expect(await build(), 'a document and a test change nothing').toBe(id)
})
