import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'energy-metrics-layers-'))
  copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Plants one file with one import and says whether the lint rules refuse that import. */
function isRefused(file: string, imported: string): boolean {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `import '${imported}'\n\nexport const planted = 1\n`)
  const run = spawnSync('node_modules/.bin/oxlint', ['--config', join(folder, '.oxlintrc.json'), path], {
    encoding: 'utf8',
  })
  rmSync(path)
  return run.status !== 0 && run.stdout.includes('no-restricted-imports')
}

test.each([
  ['web/dashboard/planted.ts', '#web/model/model-page.tsx'],
  ['web/a-new-feature/planted.ts', '#web/dashboard/graph-card.tsx'],
  ['web/dashboard/planted.ts', '#web/app/routes.tsx'],
  ['web/dashboard/planted.ts', '../model/model-page.tsx'],
  ['web/chart/planted.ts', '#web/api/session.ts'],
  ['web/ui/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/app/planted.ts', '#server/app.ts'],
  ['contract/planted.ts', '#server/errors.ts'],
  ['contract/planted.ts', 'fastify'],
  ['server/series/planted.ts', '#server/query/query-routes.ts'],
  ['server/query/planted.ts', '#server/forecast/forecast-routes.ts'],
  ['server/forecast/planted.ts', '#server/sources/source.ts'],
  ['server/app.ts', '#web/ui/button.tsx'],
])('%s may not import %s', (file, imported) => {
  expect(isRefused(file, imported)).toBe(true)
})

test.each([
  ['web/app/planted.ts', '#web/dashboard/graph-card.tsx'],
  ['web/a-new-feature/planted.ts', '#web/chart/line-chart.tsx'],
  ['web/chart/planted.ts', '#web/ui/button.tsx'],
  ['web/dashboard/planted.ts', '#contract/areas.ts'],
  ['contract/planted.ts', 'zod'],
  ['contract/planted.ts', './areas.ts'],
  ['server/query/planted.ts', '#server/series/series.ts'],
  ['server/auth/planted.ts', '#server/errors.ts'],
])('%s may import %s', (file, imported) => {
  expect(isRefused(file, imported)).toBe(false)
})
