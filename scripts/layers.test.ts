import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { createFolder } from '#server/testing/folders.ts'

const BASE = 'contract clock.ts config.ts errors.ts logger.ts'
const SERIES = `${BASE} database/* calendar series/*`
const STORED = `${BASE} http database/* calendar series`
const RUNS = `${STORED} quality forecast/model forecast/runs/*`
const WEB = 'contract api chart map market ui zone'
const GRAPHS = 'dashboard/graphs'
const MODEL = `${WEB} model/view`

type Row = readonly [place: string, allowed: string, refused: string]
/** Rows whose paths are below a folder, but for those of `contract`. */
const below = (root: string, rows: readonly Row[]): readonly Row[] => {
  const inRoot = (path: string) => (path.startsWith('contract') ? path : join(root, path))
  return rows.map(([place, allowed, refused]) => [
    inRoot(place),
    allowed.split(' ').map(inRoot).join(' '),
    inRoot(refused),
  ])
}

/**
 * A place, what its files may import of the code, and an import that they may not. The row with the longest place counts for a file. `a` allows
 * everything in the folder, `a/*` only its own files. Files of a folder import each other by `./`, which is always allowed.
 */
const LAYERS: readonly Row[] = [
  ['contract', '', 'server/errors.ts'],
  ['contract/words', 'contract/*', 'server/errors.ts'],
  ...below('server', [
    // The composing files import any feature, but no helper of tests. `open-database.ts` opens both engines.
    [
      '.',
      'contract * auth backend calendar database/* database/backup database/embedded/data-folder.ts database/embedded/shared-database.ts database/postgresql/postgresql-database.ts doctor forecast http series sources terminal',
      'database/embedded/engine.ts',
    ],
    [
      'backend',
      `${STORED} app.ts alerts answers auth database/backup database/postgresql/stand-by-reads.ts forecast sources`,
      'database/embedded/engine.ts',
    ],
    ['http', `${BASE} database/*`, 'sources/source.ts'],
    ['database', 'errors.ts database/*', 'database/embedded/engine.ts'],
    ['database/embedded', 'errors.ts database/* database/backup', 'database/postgresql/pool.ts'],
    ['database/postgresql', 'errors.ts database/*', 'database/embedded/engine.ts'],
    ['calendar', 'contract errors.ts', 'series/series.ts'],
    // What the folders of series share, which import it. None of them is imported here.
    ['series', SERIES, 'series/store/series-store.ts'],
    ['series/chunks', SERIES, 'series/means/means.ts'],
    ['series/store', `${SERIES} series/chunks`, 'series/means/means.ts'],
    ['series/means', `${SERIES} series/store`, 'series/chunks/read-chunks.ts'],
    // Describes and judges days. Page, scores and model read its verdicts.
    ['quality', 'contract calendar series/* series/store', 'series/chunks/read-chunks.ts'],
    ['auth', `${BASE} http database/*`, 'answers/rows/series-route.ts'],
    ['alerts', STORED, 'answers/rows/series-route.ts'],
    // What all sources share, which import it. `backend/` lists the sources.
    ['sources', `${STORED} sources/*`, 'sources/entsoe/document.ts'],
    ['sources/csv', `${STORED} sources/* sources/demo`, 'sources/entsoe/document.ts'],
    ...['demo', 'energy-charts', 'entsoe', 'ingestion', 'open-meteo', 'weather'].map(
      (folder) => [`sources/${folder}`, `${STORED} sources/*`, 'sources/demo/demo-source.ts'] as const,
    ),
    ['forecast/model', 'contract calendar series forecast/model', 'database/database.ts'],
    ['forecast/model/regression', 'forecast/model/history', 'forecast/model/load-model.ts'],
    ['forecast/model/history', 'contract calendar series quality', 'forecast/model/regression/ridge.ts'],
    [
      'forecast/model/weather',
      'contract calendar series forecast/model/history forecast/model/regression',
      'forecast/model/quantity-models.ts',
    ],
    ['forecast/runs', `${STORED} forecast/model`, 'forecast/runs/job/run-inputs.ts'],
    ['forecast/runs/job', RUNS, 'forecast/runs/kept/run-store.ts'],
    ['forecast/runs/kept', `${RUNS} forecast/runs/job/run-weather.ts`, 'forecast/runs/job/forecast-job.ts'],
    ['forecast/runs/schedule', `${RUNS} forecast/runs`, 'answers/day/day-rows.ts'],
    ['forecast/backtest', `${RUNS} forecast/runs`, 'answers/day/day-rows.ts'],
    // Answers with values import everything that they read, and the folders below, none of which imports them.
    ['answers', `${RUNS} forecast/runs sources answers`, 'alerts/alert-store.ts'],
    ['answers/sending', STORED, 'answers/forecast-routes.ts'],
    ['answers/graph', `${STORED} answers/sending`, 'answers/forecast-routes.ts'],
    ['answers/rows', `${STORED} answers/sending`, 'answers/row-tables.ts'],
    ['answers/day', `${RUNS} forecast/runs`, 'answers/accuracy/scored-days.ts'],
    ['answers/accuracy', `${RUNS} forecast/runs answers/day`, 'forecast/backtest/backtest.ts'],
  ]),
  ['web/app', 'contract web', 'server/app.ts'],
  // A feature of the web: never another feature.
  ...below('web', [
    ['.', WEB, 'dashboard/dashboard-page.tsx'],
    ['zone', 'contract', 'ui/theme.ts'],
    ['ui', 'zone', 'chart/line-chart.tsx'],
    ['ui/fields', 'zone ui/*', 'chart/line-chart.tsx'],
    ['api', 'contract ui/page-facts.ts ui/kept-storage.ts zone', 'ui/panel-state.tsx'],
    ['app/layout', WEB, 'app/pages.tsx'],
    ['map', 'contract ui zone', 'api/session.ts'],
    ['market', 'contract api chart ui zone', 'model/view/metric.ts'],
    ['chart', 'contract/words/days.ts chart ui zone', 'api/session.ts'],
    ['chart/data', 'zone', 'chart/format/value-format.ts'],
    ['chart/format', 'contract/words/power.ts ui zone chart/data', 'chart/plot/plot.ts'],
    ['chart/plot', 'zone chart/data chart/format', 'chart/legend/legend.tsx'],
    [
      'chart/legend',
      'contract/words/power.ts zone ui chart/data chart/format chart/plot',
      'chart/line-chart.tsx',
    ],
    ['dashboard', `${WEB} dashboard`, 'model/view/metric.ts'],
    ['dashboard/address', `${WEB} ${GRAPHS}`, 'dashboard/filters/date-range.ts'],
    ['dashboard/filters', `${WEB} ${GRAPHS}`, 'dashboard/card/view-row.tsx'],
    ['dashboard/saved', `${WEB} ${GRAPHS} dashboard/address`, 'dashboard/card/view-row.tsx'],
    [GRAPHS, `${WEB} ${GRAPHS}`, 'dashboard/card/view-row.tsx'],
    ['model', `${WEB} model`, 'dashboard/dashboard-page.tsx'],
    ['model/view', WEB, 'model/map/countries.ts'],
    ['model/map', MODEL, 'model/country/country-table.tsx'],
    ['model/country', MODEL, 'model/map/countries.ts'],
    ['model/glance', MODEL, 'model/map/countries.ts'],
    ['model/accuracy', MODEL, 'model/country/country-details.tsx'],
  ]),
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

/** Pairs of folders, one inside the other, that import each other. */
function mutualFolders(files: readonly { file: string; text: string }[]): string[] {
  const arrows = new Set(
    files.flatMap(({ file, text }) =>
      importsOf(text)
        .filter((imported) => imported.startsWith('#'))
        .map((imported) => `${dirname(file)} ${dirname(imported.slice(1))}`),
    ),
  )
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ')
    return isIn(to, from) && from.includes('/') && arrows.has(`${to} ${from}`)
  })
}

test('a folder and one inside it never import each other', () => {
  const files = FILES.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const planted = { file: 'server/series/planted.ts', text: "import '#server/series/store/series-store.ts'" }
  expect(mutualFolders([...files, planted])).toContain('server/series server/series/store')
  expect(mutualFolders(files)).toEqual([])
})

const OWNED = /\bcreateRowsOfSource\('([a-z_]+)'|\btable: '([a-z_]+)'/.source
const NAMED = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE)\\s+([a-z_]+)|${OWNED}`, 'g')
const WRITTEN = new RegExp(`\\b(?:INTO|UPDATE|DELETE\\s+FROM)\\s+([a-z_]+)|${OWNED}`, 'g')

/** The folders, as `folderOf` gives them, whose files name or write each table. */
function foldersOfTables(
  files: readonly { file: string; text: string }[],
  pattern: RegExp,
  folderOf: (file: string) => string,
): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>(TABLES.map((table) => [table, new Set()]))
  for (const { file, text } of files)
    for (const [, inSql, ofSource, owned] of text.matchAll(pattern))
      folders.get(inSql ?? ofSource ?? owned ?? '')?.add(folderOf(file))
  return folders
}

const MIGRATIONS = 'server/database/migrations'
const TABLES = readdirSync(MIGRATIONS).flatMap((name) =>
  [...readFileSync(join(MIGRATIONS, name), 'utf8').matchAll(/CREATE TABLE ([a-z_]+)/g)].map(
    ([, table = '']) => table,
  ),
)

// Backups copy every table.
const WITH_SQL = FILES.filter((file) => isIn(file, 'server') && !isIn(file, 'server/database')).map(
  (file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }),
)
const notOfOne = (folders: Map<string, Set<string>>) =>
  [...folders].filter(([, { size }]) => size !== 1).map(([table]) => table)

test('each table is read by one wing of the server, but all join the users to what they own', () => {
  const wingOf = (file: string) => dirname(file).split('/').slice(0, 2).join('/')
  const shared = (more: typeof WITH_SQL = []) =>
    notOfOne(foldersOfTables([...WITH_SQL, ...more], NAMED, wingOf))
  expect(shared()).toEqual(['app_user'])
  const planted = { file: 'server/sources/planted.ts', text: '`SELECT 1\nFROM weather_version`' }
  expect(shared([planted])).toEqual(['app_user', 'weather_version'])
})

test('each table is written by one folder of the server', () => {
  const shared = (more: typeof WITH_SQL = []) =>
    notOfOne(foldersOfTables([...WITH_SQL, ...more], WRITTEN, dirname))
  expect(shared()).toEqual([])
  const planted = { file: 'server/series/means/planted.ts', text: '`UPDATE chunk SET month = NULL`' }
  expect(shared([planted])).toEqual(['chunk'])
})

test('contract imports zod only', () => {
  const packages = FILES.filter((file) => isIn(file, 'contract')).flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).filter((path) => !path.startsWith('#contract/')),
  )
  expect(new Set(packages)).toEqual(new Set(['zod']))
})

/** The complaints of a lint rule about these files, given by their path: a line each. */
async function refusals(rule: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await createFolder()
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

test('the lint rules refuse files that import each other, types included', async () => {
  const files = {
    'a.ts': "import type { B } from './b.ts'\n\nexport interface A {\n  b: B\n}\n",
    'b.ts': "import type { A } from './a.ts'\n\nexport interface B {\n  a: A\n}\n",
  }
  expect(await refusals('no-cycle', files)).toHaveLength(2)
})

test('the lint rules refuse a path that leads out of its folder', async () => {
  const files = {
    'web/a.ts': "import { b } from '../b.ts'\n\nexport const a = b\n",
    'b.ts': 'export const b = 1\n',
  }
  expect(await refusals('no-relative-parent-imports', files)).toHaveLength(1)
})
