import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

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
