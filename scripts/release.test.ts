import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { PRODUCT_VERSION } from '#contract/product.ts'
import { createFolder } from '#server/testing/folders.ts'

const FILES = [
  'Dockerfile',
  'compose.yaml',
  'contract/product.ts',
  'package-lock.json',
  'package.json',
  'scripts/release.js',
  'scripts/require-node.js',
]
const [major = 0, minor = 0, patch = 0] = PRODUCT_VERSION.split('.').map(Number)
const NEXT = `${major}.${minor}.${patch + 1}`
const UNRELEASED = '## Unreleased\n'

/** The files of a release, committed in a folder of their own, with a change. */
async function createRepository() {
  const cwd = await createFolder()
  for (const file of FILES) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    copyFileSync(file, join(cwd, file))
  }
  const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'x'],
    [`GIT_${who}_EMAIL`, 'x@example.org'],
  ])
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(identity) }
  const git = (...words: string[]) => execFileSync('git', words, { cwd, env, encoding: 'utf8' }).trim()
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(cwd, file), text)
  write('CHANGELOG.md', `# Changelog\n\n${UNRELEASED}\n- A change.\n\n## ${PRODUCT_VERSION}\n`)
  for (const file of ['server/http/released-calls.txt', 'server/database/released-statements.txt']) {
    mkdirSync(join(cwd, dirname(file)), { recursive: true })
    write(file, `${NEXT}\n`)
  }
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'before')
  return {
    git,
    read,
    write,
    release: (...words: string[]) =>
      spawnSync(process.execPath, ['scripts/release.js', ...words], { cwd, env, encoding: 'utf8' }),
  }
}

test('a release has its version everywhere, the head of its changes, a commit and a tag', async () => {
  const { git, read, release } = await createRepository()
  expect(release(NEXT)).toMatchObject({ status: 0, stderr: '' })
  expect(git('log', '--format=%s', '-1')).toBe(`Release ${NEXT}`)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag', '--points-at', 'HEAD')).toBe(`v${NEXT}`)
  const lock = JSON.parse(read('package-lock.json'))
  expect([JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version]).toEqual([
    NEXT,
    NEXT,
    NEXT,
  ])
  expect(read('contract/product.ts')).toContain(`PRODUCT_VERSION = '${NEXT}'`)
  expect(read('Dockerfile')).toContain(`org.opencontainers.image.version="${NEXT}"`)
  expect(read('compose.yaml')).toContain(`image: energy-metrics:${NEXT}\n`)
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(
      `${UNRELEASED}\\n## ${NEXT.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\n- A change\\.\\n`,
    ),
  )
  // All of it is there for the next one, which has no change yet.
  expect(release(`${major}.${minor + 1}.0`).stderr).toContain('nothing under Unreleased')
})

test('a release that is not one changes nothing', async () => {
  const { git, read, write, release } = await createRepository()
  const before = git('rev-parse', 'HEAD')
  const refusals: [string[], string][] = [
    [[], 'call it as npm run release'],
    [['1.2'], 'call it as npm run release'],
    [[PRODUCT_VERSION], 'is not later than'],
    [['0.0.9'], 'is not later than'],
  ]
  for (const [words, reason] of refusals)
    expect(release(...words)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) })
  git('tag', `v${NEXT}`)
  expect(release(NEXT).stderr).toContain(`there is a tag v${NEXT} already`)
  git('tag', '--delete', `v${NEXT}`)
  write('Dockerfile', read('Dockerfile').replace('image.version', 'image.title'))
  expect(release(NEXT).stderr).toContain('commit or remove')
  git('commit', '--quiet', '--all', '--message', 'broken')
  expect(release(NEXT).stderr).toContain(`Dockerfile does not have the version ${PRODUCT_VERSION}`)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('rev-parse', 'HEAD~1')).toBe(before)
  expect(git('tag', '--list')).toBe('')
})

test('the changes have a place for the next version, and what is in this one', () => {
  const changes = readFileSync('CHANGELOG.md', 'utf8')
  expect(changes).toContain(`\n${UNRELEASED}`)
  expect(changes).toMatch(new RegExp(`^## ${PRODUCT_VERSION.replaceAll('.', '\\.')} `, 'm'))
})
