import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

/** A file, and what it imports. */
type Import = readonly [file: string, imported: string]

const REFUSED: readonly Import[] = [
  ['web/dashboard/planted.ts', '#web/model/model-page.tsx'],
  ['web/a-new-feature/planted.ts', '#web/dashboard/graph-card.tsx'],
  ['web/dashboard/planted.ts', '#web/app/routes.tsx'],
  ['web/dashboard/planted.ts', '../model/model-page.tsx'],
  ['web/chart/planted.ts', '#web/api/session.ts'],
  ['web/ui/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/ui/planted.ts', '#web/ui/fields/select.tsx'],
  ['web/ui/fields/planted.ts', '#web/ui/overlays/menu.tsx'],
  ['web/ui/overlays/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/ui/timing/planted.ts', '#web/ui/button.tsx'],
  ['web/app/planted.ts', '#server/app.ts'],
  ['contract/planted.ts', '#server/errors.ts'],
  ['contract/planted.ts', 'fastify'],
  ['server/series/planted.ts', '#server/query/query-routes.ts'],
  ['server/query/planted.ts', '#server/forecast/forecast-routes.ts'],
  ['server/forecast/planted.ts', '#server/sources/source.ts'],
  ['server/dashboards/planted.ts', '#server/auth/users.ts'],
  ['server/api/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/alerts/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/auth/keys/planted.ts', '#server/api/series-route.ts'],
  ['server/app.ts', '#web/ui/button.tsx'],
  ['server/http/planted.ts', '#server/sources/source.ts'],
  ['server/series/planted.ts', '#server/database/embedded/engine.ts'],
  ['server/database/planted.ts', '#server/series/series.ts'],
  ['server/database/embedded/planted.ts', '#server/database/postgresql/pool.ts'],
  ['server/database/postgresql/planted.ts', '#server/database/embedded/engine.ts'],
  ['server/main.ts', '#server/database/embedded/share-database.ts'],
  ['server/commands/planted.ts', '#server/database/embedded/shared-database.ts'],
  ['server/terminal/planted.ts', '#server/database/postgresql/pool.ts'],
  ['server/forecast/model/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/forecast/model/planted.ts', '#server/database/database.ts'],
  ['server/forecast/model/history/planted.ts', '#server/forecast/model/regression/ridge.ts'],
  ['server/forecast/model/regression/planted.ts', '#server/forecast/model/load-model.ts'],
  ['server/forecast/runs/planted.ts', '#server/forecast/answers/forecast-answer.ts'],
  ['server/forecast/runs/planted.ts', '#server/forecast/runs/inputs/hourly-history.ts'],
  ['server/forecast/runs/inputs/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/forecast/runs/job/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/forecast/runs/kept/planted.ts', '#server/forecast/runs/job/forecast-job.ts'],
  ['server/forecast/runs/kept/planted.ts', '#server/forecast/runs/schedule/run-plan.ts'],
  ['server/forecast/answers/planted.ts', '#server/forecast/backtest/backtest.ts'],
  ['server/forecast/backtest/planted.ts', '#server/forecast/answers/forecast-answer.ts'],
  ['server/sources/ingestion/planted.ts', '#server/sources/demo/demo-source.ts'],
  ['server/sources/entsoe/planted.ts', '#server/sources/energy-charts/answer.ts'],
  ['server/sources/weather/planted.ts', '#server/sources/open-meteo/open-meteo-source.ts'],
  ['server/series/weather/planted.ts', '#server/sources/weather-source.ts'],
  ['server/sources/csv/planted.ts', '#server/sources/ingestion/ingestion.ts'],
  ['server/query/planted.ts', '#server/testing/app.ts'],
  ['server/own-backend.ts', '#server/testing/app.ts'],
  ['web/zone/planted.ts', '#web/ui/theme/theme.ts'],
  ['web/chart/data/planted.ts', '#web/chart/format/value-format.ts'],
  ['web/chart/format/planted.ts', '#web/chart/plot/plot.ts'],
  ['web/chart/plot/planted.ts', '#web/chart/legend/legend.tsx'],
  ['web/chart/plot/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/dashboard/graphs/planted.ts', '#web/dashboard/card/graph-export.ts'],
  ['web/dashboard/graphs/store/planted.ts', '#web/dashboard/graphs/answer/curve-roles.ts'],
  ['web/dashboard/graphs/answer/planted.ts', '#web/dashboard/graphs/query/compare.ts'],
  ['web/dashboard/graphs/query/planted.ts', '#web/dashboard/graphs/columns/chart-columns.ts'],
  ['web/dashboard/graphs/columns/planted.ts', '#web/dashboard/graphs/dashboard-graphs.ts'],
  ['web/dashboard/address/planted.ts', '#web/dashboard/filters/date-range.ts'],
  ['web/dashboard/saved/planted.ts', '#web/dashboard/card/graph-export.ts'],
  ['web/dashboard/address/planted.ts', '#web/dashboard/saved/starters.ts'],
  ['web/dashboard/card/planted.ts', '#web/model/view/metric.ts'],
  ['web/model/view/planted.ts', '#web/model/forecast/run-words.ts'],
  ['web/model/forecast/planted.ts', '#web/model/map/countries.ts'],
  ['web/model/map/planted.ts', '#web/model/country/country-table.tsx'],
  ['web/model/glance/planted.ts', '#web/model/map/value-scale.ts'],
  ['web/model/accuracy/planted.ts', '#web/model/country/country-accuracy.ts'],
]

const ALLOWED: readonly Import[] = [
  ['web/app/planted.ts', '#web/dashboard/graph-card.tsx'],
  ['web/a-new-feature/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/chart/planted.ts', '#web/ui/button.tsx'],
  ['web/dashboard/planted.ts', '#contract/areas.ts'],
  ['contract/planted.ts', 'zod'],
  ['contract/planted.ts', './areas.ts'],
  ['server/query/planted.ts', '#server/series/series.ts'],
  ['server/auth/planted.ts', '#server/errors.ts'],
  ['server/dashboards/planted.ts', '#server/database/database.ts'],
  ['server/api/planted.ts', '#server/series/series.ts'],
  ['server/query/planted.test.ts', '#server/testing/app.ts'],
  ['server/database/open-database.ts', '#server/database/embedded/data-folder.ts'],
  ['server/forecast/answers/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/forecast/runs/job/planted.ts', '#server/forecast/runs/inputs/hourly-history.ts'],
  ['server/forecast/runs/schedule/planted.ts', '#server/forecast/runs/kept/run-store.ts'],
  ['server/forecast/model/regression/planted.ts', '#server/forecast/model/history/day-grid.ts'],
  ['server/forecast/backtest/planted.ts', '#server/forecast/model/forecaster.ts'],
  ['server/sources/ingestion/planted.ts', '#server/sources/source.ts'],
  ['server/sources/configured-source.ts', '#server/sources/demo/demo-source.ts'],
  ['web/chart/legend/planted.ts', '#web/chart/plot/palette.ts'],
  ['web/chart/format/planted.ts', '#web/zone/display-zone.ts'],
  ['web/ui/planted.ts', '#web/zone/display-zone.ts'],
  ['web/ui/overlays/planted.ts', '#web/ui/button.tsx'],
  ['web/dashboard/card/planted.ts', '#web/dashboard/graphs/store/graph-card.ts'],
  ['web/dashboard/graphs/planted.ts', '#web/dashboard/graphs/query/query-runner.ts'],
  ['web/dashboard/graphs/columns/planted.ts', '#web/dashboard/graphs/query/band.ts'],
  ['web/dashboard/saved/planted.ts', '#web/dashboard/address/dashboard-url.ts'],
  ['web/model/country/planted.ts', '#web/model/forecast/run-words.ts'],
]

/** What the lint rules refuse of these files, given by their path: a line each. */
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

/** Writes a file for every import and returns the imports that the lint rules refuse. */
function refusedImports(imports: readonly Import[]): Import[] {
  const paths = imports.map(([file], index) => file.replace('planted', `planted-${index}`))
  const texts = imports.map(([, imported]) => `import '${imported}'\n\nexport const planted = 1\n`)
  const lines = refusals(
    'no-restricted-imports',
    Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ''])),
  )
  return imports.filter((_, index) => lines.some((line) => line.includes(`${paths[index]}:`)))
}

test('the lint rules refuse every import against the layers', () => {
  expect(refusedImports(REFUSED)).toEqual(REFUSED)
})

test('the lint rules allow imports along the layers', () => {
  expect(refusedImports(ALLOWED)).toEqual([])
})

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
