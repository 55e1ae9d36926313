import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { FORECAST_AREAS } from '#contract/countries.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { HOUR_MS } from '#contract/time.ts'
import { recordBackup } from '#server/database/backup/write-backup.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { block } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'

import { findProgram, installDebianPackage } from './system-packages.js'

/** Runs the program that an example is for. Gives what it says when it finds a fault, and nothing otherwise. */
function complaint(packageName: string, [program = '', ...words]: readonly string[]): string {
  if (findProgram([program]) === null && !installDebianPackage(packageName))
    return `${program} is needed for this test: install ${packageName}.`
  const run = spawnSync(program, words, { encoding: 'utf8' })
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`
}

test('Prometheus reads the rules, and each fires when it should and not before', () => {
  const rules = 'deploy/prometheus-rules'
  expect(complaint('prometheus', ['promtool', 'check', 'rules', `${rules}.yaml`])).toBe('')
  expect(complaint('prometheus', ['promtool', 'test', 'rules', `${rules}.test.yaml`])).toBe('')
})

const DashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
})

/** The series of a server's metrics as `promtool` takes them: their values stay for an hour. */
function seriesOf(metrics: string): { series: string; values: string }[] {
  return metrics.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const all = ['job="energy-metrics"', 'instance="energy-1:3000"', ...(labels === '' ? [] : [labels])]
    return name === undefined ? [] : [{ series: `${name}{${all.join(',')}}`, values: `${value}x60` }]
  })
}

test('each expression of the dashboard finds something in the metrics of a server', async () => {
  const clock = () => Date.parse('2026-02-10T12:00Z')
  const database = await openTestDatabase()
  await recordBackup(database, clock())
  const { get, post } = await openSignedInApp(database, clock, { DATA_DIR: '.', SOURCE: 'demo' })
  const span = { fromUtc: clock() - 2 * HOUR_MS, toUtc: clock() }
  const blocks = FORECAST_AREAS.map((area) =>
    block({ area, quantity: 'load', kind: 'actual' }, span.fromUtc, 60, [1, 2]),
  )
  await createSeriesStore(database).mirror(blocks, [], { source: 'demo', fetchedAtUtc: clock() })
  await post(QUERY_PATH, {})
  // A server has these once it has made a run, and asked a source over TLS.
  const later =
    '\nenergy_run_timestamp_seconds{kind="early"} 1\nenergy_certificate_expires_timestamp_seconds{host="x"} 1'
  const series = seriesOf((await get('/metrics')).body + later)
  const { panels } = DashboardSchema.parse(JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')))
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(30)
  // What is above 0 only after an outage counts without that condition.
  const tests = expressions.map((expr) => ({
    name: expr,
    interval: '1m',
    input_series: series,
    promql_expr_test: [
      {
        expr: `(count(${expr.replaceAll(' > 0)', ')')}) > bool 0) or vector(0)`,
        eval_time: '1h',
        exp_samples: [{ labels: '{}', value: 1 }],
      },
    ],
  }))
  const file = join(await createFolder(), 'expressions.test.yaml')
  writeFileSync(file, JSON.stringify({ tests }))
  expect(complaint('prometheus', ['promtool', 'test', 'rules', file])).toBe('')
})

test('an age or outage on the dashboard is empty where there was none, and in seconds where there was', async () => {
  const { panels } = DashboardSchema.parse(JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')))
  const ages = panels.filter(
    ({ type, title, fieldConfig }) =>
      type === 'stat' && fieldConfig.defaults.unit === 's' && !title.startsWith('Until'),
  )
  expect(ages.map(({ title }) => title)).toEqual([
    'Age of the last backup',
    'Age of the last answer of the source',
    'Outage of the source',
    'Age of the newest weather',
  ])
  const tests = ages.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => {
      const metric = /energy_\w+/.exec(expr)?.[0]
      const at = (eval_time: string, exp_samples: object[]) => ({ expr, eval_time, exp_samples })
      return {
        name: title,
        interval: '1m',
        input_series: [{ series: `${metric}{job="energy-metrics"}`, values: '0x9 600x20' }],
        promql_expr_test: [at('5m', []), at('12m', [{ labels: '{}', value: 120 }])],
      }
    }),
  )
  const folder = await createFolder()
  const file = join(folder, 'dashboard.test.yaml')
  writeFileSync(file, JSON.stringify({ tests }))
  expect(complaint('prometheus', ['promtool', 'test', 'rules', file])).toBe('')
})

test('the compose file keeps to the schema of compose, and a word that is not in it is refused', async () => {
  const check = (file: string) =>
    complaint(
      'docker-compose',
      `docker-compose --file ${file} --project-directory . config --quiet`.split(' '),
    )
  expect(check('compose.yaml')).toBe('')
  const folder = await createFolder()
  const wrong = join(folder, 'compose.yaml')
  writeFileSync(wrong, readFileSync('compose.yaml', 'utf8').replace('read_only: true', 'readonly: true'))
  expect(check(wrong)).toContain('readonly')
})

const UNITS = ['energy-metrics.service', 'energy-metrics-backup.service', 'energy-metrics-backup.timer']

/** The units in a folder of their own: where a program that they start is not installed, systemd says so. */
async function unitsHere(): Promise<string> {
  const folder = await createFolder()
  for (const unit of UNITS) {
    const text = readFileSync(`deploy/${unit}`, 'utf8').replaceAll(
      'ExecStart=node',
      `ExecStart=${process.execPath}`,
    )
    writeFileSync(join(folder, unit), text)
  }
  return folder
}

test.each(UNITS)('systemd finds nothing wrong with %s', async (name) => {
  expect(complaint('systemd', ['systemd-analyze', 'verify', join(await unitsHere(), name)])).toBe('')
})

test.each(UNITS.filter((name) => name.endsWith('.service')))('%s may do little', async (name) => {
  const words = ['security', '--offline=true', '--threshold=20', join(await unitsHere(), name)]
  expect(complaint('systemd', ['systemd-analyze', ...words])).toBe('')
})
