/*
 * `npm run release -- 0.2.1`: writes the version everywhere, the heading of its changes, a commit and a tag.
 * Refuses with uncommitted changes, a version that is not later, or no changes. Pushes nothing.
 */
import './require-node.js'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim()
const UNRELEASED = '## Unreleased\n'

function refuse(reason) {
  console.error(`Nothing was changed: ${reason}`)
  process.exit(1)
}

function isLater(version, before) {
  const [a, b] = [version, before].map((text) => text.split('.').map(Number))
  const index = a.findIndex((part, place) => part !== b[place])
  return index !== -1 && a[index] > b[index]
}

const [version = '', ...rest] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0) refuse('call it as npm run release -- 0.2.1')
const { version: before } = JSON.parse(readFileSync('package.json', 'utf8'))
if (!isLater(version, before)) refuse(`${version} is not later than ${before}.`)
if (git('status', '--porcelain') !== '') refuse('commit or remove what git status shows.')
if (git('tag', '--list', `v${version}`) !== '') refuse(`there is a tag v${version} already.`)
const changes = readFileSync('CHANGELOG.md', 'utf8')
const [, news = ''] = changes.split(UNRELEASED)
if (news.split(/^## /m, 1)[0].trim() === '') refuse('CHANGELOG.md has nothing under Unreleased.')

/** Tests compare the next versions with these records. */
const RECORDS = ['server/http/released-calls.txt', 'server/database/released-statements.txt']
if (RECORDS.some((file) => readFileSync(file, 'utf8').split('\n', 1)[0] !== version))
  refuse(
    `write calls and statements of this version first: RELEASE=${version} npx vitest run server/http/released-calls.test.ts server/database/migrations.test.ts, and commit them.`,
  )

/** Where the version appears, with the text before and after it. */
const PLACES = [
  ['package.json', '"version": "', '"'],
  ['package-lock.json', '"version": "', '"'],
  ['package-lock.json', '"name": "energy-metrics",\n      "version": "', '"'],
  ['contract/product.ts', "PRODUCT_VERSION = '", "'"],
  ['Dockerfile', 'image.version="', '"'],
  ['compose.yaml', 'image: energy-metrics:', '\n'],
]
const texts = new Map()
for (const [file, start, end] of PLACES) {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  const place = `${start}${before}${end}`
  if (!text.includes(place)) refuse(`${file} does not have the version ${before} where it should.`)
  texts.set(file, text.replace(place, `${start}${version}${end}`))
}
const today = new Date().toISOString().slice(0, 10)
texts.set('CHANGELOG.md', changes.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${today})\n`))
for (const [file, text] of texts) writeFileSync(file, text)
git('commit', '--quiet', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Energy Metrics ${version}`)
console.log(
  `Version ${version} is committed and has the tag v${version}. Check it with npm test, then: git push --follow-tags`,
)
