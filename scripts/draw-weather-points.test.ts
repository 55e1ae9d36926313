import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

test('the picture of the weather points shows the points of the table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weather-points-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const again = join(folder, 'points.svg')
  execFileSync(process.execPath, ['scripts/draw-weather-points.js', again])
  const isSame = readFileSync(again).equals(readFileSync('docs/pictures/weather-points.svg'))
  expect(isSame, 'run `npm run weather-points`').toBe(true)
})
