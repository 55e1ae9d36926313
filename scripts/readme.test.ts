import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const PAGES = [
  ...readdirSync('.').filter((file) => file.endsWith('.md') && file !== 'THIRD_PARTY_NOTICES.md'),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const SETTINGS = readFileSync('docs/settings.md', 'utf8')

test('the page of settings names every setting of the server and no other', () => {
  const settings = [...readFileSync('server/config.ts', 'utf8').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(
    ([, name]) => name,
  )
  const named = SETTINGS.split('\n').flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(settings.length).toBeGreaterThan(15)
  expect(new Set(named)).toEqual(new Set(settings))
})

test('every npm script named in the documents exists', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(PAGES)('every link in %s to a file of the repository has its target', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
    ([, target = '']) => target,
  )
  const missing = links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(dirname(page), target)))
  expect(missing).toEqual([])
})
