import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const PAGE = readFileSync('docs/architecture.md', 'utf8')
const CODE = ['contract', 'server', 'web']

/** Every folder that holds a file itself, such as `server/http/`. A folder that only holds folders needs no line. */
function foldersBelow(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true })
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersBelow(`${path}/${name}`))
  return entries.some((entry) => entry.isFile()) ? [`${path}/`, ...below] : below
}

test('docs/architecture.md has a line for every folder of the code', () => {
  const folders = CODE.flatMap(foldersBelow)
  expect(folders.length).toBeGreaterThan(30)
  expect(folders.filter((folder) => !PAGE.includes(`- \`${folder}\`: `))).toEqual([])
})

test('docs/architecture.md names no file or folder that does not exist', () => {
  const named = [...PAGE.matchAll(/`((?:contract|server|web|scripts|docs|bench|e2e)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('the scripts name no file of the code that does not exist', () => {
  const scripts = readdirSync('scripts').filter((file) => file.endsWith('.js'))
  const named = scripts.flatMap((file) =>
    [
      ...readFileSync(`scripts/${file}`, 'utf8').matchAll(
        /'((?:bench|server|web|contract|scripts)\/[\w./-]+\.[a-z]+)'/g,
      ),
    ].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
