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

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(PAGES)('every link in %s to a file or heading of the repository has its target', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, link = '']) => link)
  const missing = links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
  expect(missing).toEqual([])
})

test('decisions are numbered from 1 without holes, in name and heading', () => {
  const files = readdirSync('docs/decisions').filter((file) => /^\d/.test(file))
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
  const headings = files.map((file) => readFileSync(`docs/decisions/${file}`, 'utf8'))
  expect(headings.map((text) => Number(/^# (\d+)\. /.exec(text)?.[1]))).toEqual(
    files.map((_, index) => index + 1),
  )
})
