import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { findProgram, installDebianPackage } from './system-packages.js'

const promtool = findProgram(['promtool']) ?? (installDebianPackage('prometheus') ? 'promtool' : null)

/** Runs promtool where the rules are. Gives what it says when it finds a fault, and nothing otherwise. */
function complaint(...words: readonly string[]): string {
  const run = spawnSync(promtool ?? '', words, { cwd: 'deploy', encoding: 'utf8' })
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`
}

test('Prometheus reads the rules, and each fires when it should and not before', () => {
  expect(promtool, 'Prometheus is needed for this test: install it').not.toBeNull()
  expect(complaint('check', 'rules', 'prometheus-rules.yaml')).toBe('')
  expect(complaint('test', 'rules', 'prometheus-rules.test.yaml')).toBe('')
})
