import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

const SERVER_BASE = 'contract server/clock.ts server/config.ts server/errors.ts server/logger.ts'
const STORED = `${SERVER_BASE} server/http server/database/* server/series`
const RUNS = `${STORED} server/forecast/model server/forecast/runs/*`
const WEB_BASE = 'contract web/api web/chart web/map web/market web/ui web/zone'
const GRAPHS = 'web/dashboard/graphs'
const MODEL = `${WEB_BASE} web/model/view`

/**
 * A place, what its files may import of the code, and an import that they may not. The row with the longest place counts for a file. `a` allows
 * everything in the folder, `a/*` only its own files. Files of a folder import each other by `./`, which is always allowed.
 */
const LAYERS: readonly (readonly [place: string, allowed: string, refused: string])[] = [
  ['contract', '', 'server/errors.ts'],
  // The composing files import any feature, but no engine and no helper of tests.
  [
    'server',
    'contract server/* server/alerts server/answers server/auth server/dashboards server/database/* server/database/backup server/doctor server/forecast server/http server/series server/sources server/terminal',
    'server/database/embedded/engine.ts',
  ],
  ['server/http', `${SERVER_BASE} server/database/*`, 'server/sources/source.ts'],
  ['server/database', 'server/errors.ts server/database', 'server/series/series.ts'],
  [
    'server/database/embedded',
    'server/errors.ts server/database/* server/database/backup',
    'server/database/postgresql/pool.ts',
  ],
  ['server/database/postgresql', 'server/errors.ts server/database/*', 'server/database/embedded/engine.ts'],
  [
    'server/series',
    `${SERVER_BASE} server/database/* server/series`,
    'server/answers/graph/graph-answers.ts',
  ],
  ['server/series/calendar', `${SERVER_BASE} server/series/*`, 'server/series/chunks/read-chunks.ts'],
  [
    'server/series/chunks',
    `${SERVER_BASE} server/database/* server/series/* server/series/calendar`,
    'server/series/means/means.ts',
  ],
  [
    'server/series/versions',
    `${SERVER_BASE} server/database/* server/series/* server/series/calendar server/series/chunks`,
    'server/series/means/means.ts',
  ],
  [
    'server/series/means',
    `${SERVER_BASE} server/series/* server/series/calendar`,
    'server/series/chunks/read-chunks.ts',
  ],
  [
    'server/series/quality',
    `${SERVER_BASE} server/series/* server/series/calendar server/series/means`,
    'server/series/chunks/read-chunks.ts',
  ],
  [
    'server/auth',
    `${SERVER_BASE} server/http server/database/* server/auth/*`,
    'server/answers/rows/series-route.ts',
  ],
  ['server/dashboards', `${SERVER_BASE} server/http server/database/*`, 'server/auth/users.ts'],
  ['server/alerts', STORED, 'server/answers/rows/series-route.ts'],
  ['server/sources', `${STORED} server/sources`, 'server/forecast/runs/run-kind.ts'],
  ...['csv', 'demo', 'energy-charts', 'entsoe', 'ingestion', 'open-meteo', 'weather'].map(
    (folder) =>
      [
        `server/sources/${folder}`,
        `${STORED} server/sources/*`,
        'server/sources/demo/demo-source.ts',
      ] as const,
  ),
  ['server/forecast/model', 'contract server/series server/forecast/model', 'server/database/database.ts'],
  [
    'server/forecast/model/regression',
    'server/forecast/model/history',
    'server/forecast/model/load-model.ts',
  ],
  ['server/forecast/model/history', 'contract server/series', 'server/forecast/model/regression/ridge.ts'],
  ['server/forecast/runs', `${STORED} server/forecast/model`, 'server/forecast/runs/inputs/run-inputs.ts'],
  ['server/forecast/runs/inputs', RUNS, 'server/forecast/runs/kept/run-store.ts'],
  [
    'server/forecast/runs/job',
    `${RUNS} server/forecast/runs/inputs`,
    'server/forecast/runs/kept/run-store.ts',
  ],
  [
    'server/forecast/runs/kept',
    `${RUNS} server/forecast/runs/inputs`,
    'server/forecast/runs/job/forecast-job.ts',
  ],
  ['server/forecast/runs/schedule', `${RUNS} server/forecast/runs`, 'server/answers/day/day-rows.ts'],
  ['server/forecast/backtest', `${RUNS} server/forecast/runs`, 'server/answers/day/day-rows.ts'],
  // Answers with values import everything that they read.
  [
    'server/answers',
    `${RUNS} server/forecast/runs server/sources server/answers`,
    'server/alerts/alert-store.ts',
  ],
  ['server/answers/graph', `${STORED} server/answers/answer-once.ts`, 'server/answers/forecast-routes.ts'],
  [
    'server/answers/rows',
    `${STORED} server/answers/answer-once.ts`,
    'server/forecast/runs/kept/run-store.ts',
  ],
  ['server/answers/day', `${RUNS} server/forecast/runs`, 'server/answers/accuracy/scored-days.ts'],
  [
    'server/answers/accuracy',
    `${RUNS} server/forecast/runs server/answers/day`,
    'server/forecast/backtest/backtest.ts',
  ],
  // A feature of the web: never another feature.
  ['web', WEB_BASE, 'web/dashboard/dashboard-page.tsx'],
  ['web/app', 'contract web', 'server/app.ts'],
  ['web/zone', 'contract', 'web/ui/theme/theme.ts'],
  ['web/ui', 'web/zone', 'web/chart/line-chart.tsx'],
  ['web/ui/fields', 'web/zone web/ui/*', 'web/ui/overlays/menu.tsx'],
  ['web/ui/overlays', 'web/zone web/ui/*', 'web/ui/fields/select.tsx'],
  ['web/ui/theme', 'web/ui/*', 'web/ui/overlays/menu.tsx'],
  ['web/api', 'contract web/ui web/zone', 'web/chart/line-chart.tsx'],
  ['web/map', 'contract web/ui web/zone', 'web/api/session.ts'],
  ['web/market', 'contract web/api web/chart web/ui web/zone', 'web/model/view/metric.ts'],
  ['web/chart', 'web/chart web/ui web/zone', 'web/api/session.ts'],
  ['web/chart/data', 'web/zone', 'web/chart/format/value-format.ts'],
  ['web/chart/format', 'contract/power-text.ts web/ui web/zone web/chart/data', 'web/chart/plot/plot.ts'],
  ['web/chart/plot', 'web/zone web/chart/data web/chart/format', 'web/chart/legend/legend.tsx'],
  [
    'web/chart/legend',
    'contract/power-text.ts web/zone web/ui web/chart/data web/chart/format web/chart/plot',
    'web/chart/line-chart.tsx',
  ],
  ['web/dashboard', `${WEB_BASE} web/dashboard`, 'web/model/view/metric.ts'],
  ['web/dashboard/address', `${WEB_BASE} ${GRAPHS}`, 'web/dashboard/filters/date-range.ts'],
  ['web/dashboard/filters', `${WEB_BASE} ${GRAPHS}`, 'web/dashboard/card/view-row.tsx'],
  ['web/dashboard/saved', `${WEB_BASE} ${GRAPHS} web/dashboard/address`, 'web/dashboard/card/view-row.tsx'],
  [GRAPHS, `${WEB_BASE} ${GRAPHS}`, 'web/dashboard/card/view-row.tsx'],
  ['web/model', `${WEB_BASE} web/model`, 'web/dashboard/dashboard-page.tsx'],
  ['web/model/view', WEB_BASE, 'web/model/map/countries.ts'],
  ['web/model/map', MODEL, 'web/model/country/country-table.tsx'],
  ['web/model/country', MODEL, 'web/model/map/countries.ts'],
  ['web/model/glance', MODEL, 'web/model/map/countries.ts'],
  ['web/model/accuracy', MODEL, 'web/model/country/score-panel.tsx'],
]

const isIn = (path: string, place: string) => path.startsWith(`${place}/`)

function layerOf(file: string) {
  return LAYERS.filter(([place]) => isIn(file, place)).toSorted((a, b) => b[0].length - a[0].length)[0]
}

function isAllowed(file: string, imported: string): boolean {
  const allowed = layerOf(file)?.[1].split(' ') ?? []
  return allowed.some((entry) =>
    entry.endsWith('/*')
      ? dirname(imported) === entry.slice(0, -2)
      : imported === entry || isIn(imported, entry),
  )
}

/** The imports of a text: paths of the code without their `#`, and the names of packages. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'.][^']*)'/g)
  return [...found].map(([, imported = '']) => imported)
}

/** Tests may use `server/testing/`, `web/testing/` and what stands beside or above them, but not the other side. */
const isTest = (file: string) => /\.(test|process|long)\.|^(server|web)\/testing\//.test(file)
const EVERY_FILE = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'web'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
const FILES = EVERY_FILE.filter((file) => !isTest(file))

function importsAgainst(files: readonly string[], isRefused: (file: string, imported: string) => boolean) {
  return files.flatMap((file) =>
    importsOf(readFileSync(file, 'utf8'))
      .filter((imported) => imported.startsWith('#') && isRefused(file, imported.slice(1)))
      .map((imported) => `${file} imports ${imported}`),
  )
}

test('every import goes along the layers', () => {
  expect(FILES.length).toBeGreaterThan(400)
  expect(importsAgainst(FILES, (file, imported) => !isAllowed(file, imported))).toEqual([])
})

test('server and web never import each other, not even in tests', () => {
  const isOtherSide = (file: string, imported: string) =>
    (isIn(file, 'server') && isIn(imported, 'web')) || (isIn(file, 'web') && isIn(imported, 'server'))
  expect(importsAgainst(EVERY_FILE, isOtherSide)).toEqual([])
})

test.each(LAYERS)('%s refuses a planted import against the layers', (place, _, refused) => {
  const [imported = ''] = importsOf(`import { planted } from '#${refused}'\n`)
  expect(isAllowed(`${place}/planted.ts`, imported.slice(1))).toBe(false)
  expect(layerOf(`${place}/planted.ts`)?.[0]).toBe(place)
})

function tablesOf(text: string): string[] {
  const found = text.matchAll(
    /\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)|\bcreateRowsOfSource\('([a-z_]+)'|\btable: '([a-z_]+)'/g,
  )
  return [...found].map(([, inSql, ofSource, owned]) => inSql ?? ofSource ?? owned ?? '')
}

/** The folders of the server whose files name each table. */
function wingsOfTables(files: readonly { file: string; text: string }[]): Map<string, Set<string>> {
  const wings = new Map<string, Set<string>>(TABLES.map((table) => [table, new Set()]))
  for (const { file, text } of files)
    for (const table of tablesOf(text)) wings.get(table)?.add(dirname(file).split('/').slice(0, 2).join('/'))
  return wings
}

const MIGRATIONS = 'server/database/migrations'
const TABLES = readdirSync(MIGRATIONS).flatMap((name) =>
  [...readFileSync(join(MIGRATIONS, name), 'utf8').matchAll(/CREATE TABLE ([a-z_]+)/g)].map(
    ([, table = '']) => table,
  ),
)

test('each table is read and written by one folder of the server, but all join the users to what they own', () => {
  // Backups copy every table.
  const files = FILES.filter((file) => isIn(file, 'server') && !isIn(file, 'server/database'))
  const named = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const shared = (more: typeof named = []) =>
    [...wingsOfTables([...named, ...more])].filter(([, wings]) => wings.size !== 1).map(([table]) => table)
  expect(shared()).toEqual(['app_user'])
  const planted = { file: 'server/sources/planted.ts', text: '`DELETE\nFROM weather_version`' }
  expect(shared([planted])).toEqual(['app_user', 'weather_version'])
})

test('contract imports zod only', () => {
  const packages = FILES.filter((file) => isIn(file, 'contract')).flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')),
  )
  expect(new Set(packages)).toEqual(new Set(['zod']))
})

/** The complaints of a lint rule about these files, given by their path: a line each. */
function refusals(rule: string, files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'energy-metrics-layers-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const config = join(root, '.oxlintrc.json')
  copyFileSync('.oxlintrc.json', config)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const words = ['--config', config, '--format=unix', root]
  const { stdout } = spawnSync('node_modules/.bin/oxlint', words, { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes(rule))
}

test('the lint rules refuse files that import each other, types included', () => {
  const files = {
    'a.ts': "import type { B } from './b.ts'\n\nexport interface A {\n  b: B\n}\n",
    'b.ts': "import type { A } from './a.ts'\n\nexport interface B {\n  a: A\n}\n",
  }
  expect(refusals('no-cycle', files)).toHaveLength(2)
})

test('the lint rules refuse a path that leads out of its folder', () => {
  const files = {
    'web/a.ts': "import { b } from '../b.ts'\n\nexport const a = b\n",
    'b.ts': 'export const b = 1\n',
  }
  expect(refusals('no-relative-parent-imports', files)).toHaveLength(1)
})
