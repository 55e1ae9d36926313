import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

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

test('the compose file keeps to the schema of compose, and a word that is not in it is refused', () => {
  const check = (file: string) =>
    complaint('docker-compose', [
      'docker-compose',
      '--file',
      file,
      '--project-directory',
      '.',
      'config',
      '--quiet',
    ])
  expect(check('compose.yaml')).toBe('')
  const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const wrong = join(folder, 'compose.yaml')
  writeFileSync(wrong, readFileSync('compose.yaml', 'utf8').replace('read_only: true', 'readonly: true'))
  expect(check(wrong)).toContain('readonly')
})

const UNITS = ['energy-metrics.service', 'energy-metrics-backup.service', 'energy-metrics-backup.timer']

/** The units in a folder of their own: where a program that they start is not installed, systemd says so. */
function unitsHere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const unit of UNITS) {
    const text = readFileSync(`deploy/${unit}`, 'utf8').replaceAll(
      'ExecStart=node',
      `ExecStart=${process.execPath}`,
    )
    writeFileSync(join(folder, unit), text)
  }
  return folder
}

test.each(UNITS)('systemd finds nothing wrong with %s', (name) => {
  expect(complaint('systemd', ['systemd-analyze', 'verify', join(unitsHere(), name)])).toBe('')
})

test.each(UNITS.filter((name) => name.endsWith('.service')))('%s may do little', (name) => {
  const words = ['security', '--offline=true', '--threshold=20', join(unitsHere(), name)]
  expect(complaint('systemd', ['systemd-analyze', ...words])).toBe('')
})
