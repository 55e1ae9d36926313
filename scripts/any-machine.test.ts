import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** Where the product and what developers start lie. */
const FOLDERS = ['bench', 'contract', 'scripts', 'server', 'web']
/** Other programs than Node.js that are started, each only where it is: docs/decisions/0134. */
const OTHER_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "'apt-get'": ['scripts/system-packages.js'],
  "'git'": ['scripts/release.js'],
  "'id'": ['scripts/postgres-server.js'],
  "'npm'": ['scripts/npm.js'],
  "'psql'": ['bench/writing.ts'],
  'join(programs, program)': ['scripts/postgres-server.js'],
  program: ['bench/programs.ts', 'bench/queries.ts'],
}

/** Sources without tests and what only tests use, by their path. */
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(js|tsx?)$/.test(file) && !/\.test\.|\/testing\/|\/node_modules\//.test(file)),
).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** All that a pattern finds, with the file: `file: found`. */
const findAll = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, found = '']) => ({ file, found })))

test('programs are started by their path or as Node.js, without a shell', () => {
  const started = findAll(
    /\b(?:spawn|spawnSync|execFile|execFileSync|execute|fork)\(\s*((?:[^,()]|\([^)]*\))+)/g,
  )
  const others = started.filter(
    ({ file, found }) =>
      !file.endsWith('any-machine.test.ts') &&
      found !== 'process.execPath' &&
      OTHER_PROGRAMS[found]?.includes(file) !== true,
  )
  expect(others).toEqual([])
  expect(started.length).toBeGreaterThan(8)
  expect(findAll(/(shell: (?!process\.platform === 'win32').*)/g)).toEqual([])
})

test('signals are those that Windows has too', () => {
  const sent = findAll(/process\.kill\(([^()]*)\)/g).map(({ found }) => found.split(', ')[1])
  // 0 asks whether a process is alive; the benchmarks end what they started.
  expect(new Set(sent)).toEqual(new Set(['0', "'SIGKILL'"]))
  const awaited = findAll(/process\.(?:on|once)\('(SIG\w+)'/g).map(({ found }) => found)
  expect(awaited.filter((signal) => !['SIGINT', 'SIGTERM'].includes(signal))).toEqual([])
})

test('paths are not written for one system', () => {
  expect(findAll(/(['"`]\/(?:etc|opt|tmp|var)\/?[\w/]*['"`])/g)).toEqual([])
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

test.each(Object.entries<string>(scripts))('npm run %s needs no shell but for `&&`', (_name, script) => {
  for (const command of script.split(' && ')) expect(command).toMatch(/^[\w-]+( [\w./:=!-]+)*$/)
})

test('whatever npm starts says which Node.js it needs before anything else', () => {
  const started = Object.values<string>(scripts)
    .map((script) => /^node (scripts\/[\w-]+\.js)/.exec(script)?.[1])
    .filter((file) => file !== undefined && !file.endsWith('require-node.js'))
  const first = started.map(
    (file = '') => /^import (?:.* from )?'\.\/([\w-]+)\.js'/m.exec(readFileSync(file, 'utf8'))?.[1],
  )
  expect(new Set(first)).toEqual(new Set(['require-node', 'install-packages', 'build-product']))
  for (const name of ['build', 'check', 'check:rest'])
    expect(scripts[name]).toMatch(/^node scripts\/require-node\.js && /)
})
