import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { inventHistory } from '#server/testing/market-history.ts'
import { environmentWith, launchProduct, statusOf } from '#server/testing/process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** An invented history in the format of the CSV import. */
function toCsv(area: string): string {
  const { startsAtUtc, hours, quantities } = inventHistory({ from: '2025-01-10', to: '2025-04-04' })
  const { load, solar, wind } = quantities
  const columns = [load.actual, solar.actual, wind.actual, load.tso, solar.tso, wind.tso]
  const lines = Array.from({ length: hours }, (_, slot) => {
    const values = columns.map((column) => (column[slot] ?? NaN).toFixed(1))
    return [new Date(startsAtUtc + slot * HOUR_MS).toISOString(), area, ...values].join(',')
  })
  return ['timestamp,area,load,solar,wind,load_forecast,solar_forecast,wind_forecast', ...lines, ''].join(
    '\n',
  )
}

let folder = ''
/** The values are imported into a closed database. Afterwards a server has it open, and the commands need not open it each time. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'energy-metrics-backtest-'))
  await cp(inject('madeDataFolder').folder, folder, { recursive: true })
  const file = `${folder}.csv`
  await writeFile(file, toCsv('BE'))
  const { status, stderr } = run('import', '--yes', file)
  if (status !== 0) throw new Error(stderr)
  const server = await launchProduct({ DATA_DIR: folder })
  await vi.waitUntil(async () => (await statusOf(`${server.address}/readyz`)) === 200, { timeout: 90_000 })
  return async () => {
    await server.end()
    await rm(folder, { recursive: true })
    await rm(file)
  }
})

function run(command: string, ...words: string[]) {
  const program = [join(ROOT, `build/server/${command}.js`), ...words]
  const env = environmentWith({ DATA_DIR: folder, SOURCE: 'none' })
  return spawnSync(process.execPath, program, { cwd: ROOT, env, encoding: 'utf8' })
}

/** With the short day of the change to summer time. */
const DAYS = ['--from', '2025-03-28', '--to', '2025-04-02'] as const

const REPORT = ['--area', 'BE', ...DAYS, '--json'] as const

describe('npm run backtest', () => {
  let report: ReturnType<typeof run>
  beforeAll(() => {
    report = run('backtest', ...REPORT)
  })

  test('prints the report as JSON and nothing else', () => {
    const { status, stdout, stderr } = report
    expect([status, stderr]).toEqual([0, ''])
    const figures = { mae: expect.any(Number), rmse: expect.any(Number), bias: expect.any(Number) }
    const quantity = {
      hours: 143,
      tso: figures,
      tsoHours: 143,
      isTsoCopied: false,
      model: figures,
      final: figures,
      naive: figures,
      coverage: expect.any(Number),
      band: expect.objectContaining({ byWind: expect.any(Array), pinballMw: expect.any(Number) }),
    }
    expect(JSON.parse(stdout)).toEqual({
      area: 'BE',
      from: '2025-03-28',
      to: '2025-04-02',
      run: 'complete',
      knownUntil: 16,
      weather: false,
      weatherDays: 0,
      lastPublishedHours: 0,
      quantities: { residual: quantity, load: quantity, solar: quantity, wind: quantity },
    })
  })

  test('hides the TSO’s wind and solar of the day from an early run', () => {
    const early = JSON.parse(run('backtest', ...REPORT, '--run', 'early').stdout)
    expect(early).toMatchObject({ run: 'early', knownUntil: 8, weather: false })
    const { load, wind, residual } = early.quantities
    // Scored on every hour, with the TSO's forecast for comparison.
    expect([residual.hours, wind.tsoHours, load.tso.mae > 0]).toEqual([143, 143, true])
    expect(wind.final.mae).toBeGreaterThan(2 * wind.tso.mae)
  })

  test('forecasts from the hours that were known', () => {
    const early = run('backtest', ...REPORT, '--known-until', '8')
    const [untilEight, untilFour] = [early, report].map(({ stdout }) => JSON.parse(stdout))
    expect([untilEight.knownUntil, untilFour.knownUntil]).toEqual([8, 16])
    expect(untilEight.quantities.load.model.mae).not.toBe(untilFour.quantities.load.model.mae)
  })

  test('prints a table for people', () => {
    const { status, stdout } = run('backtest', '--area', 'be', ...DAYS)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Belgium, 2025-03-28 to 2025-04-02, MW\n/)
    expect(stdout).toMatch(/Residual load, 143 hours, band holds \d/)
    expect(stdout).not.toContain('pinball')
    expect(run('backtest', '--area', 'be', ...DAYS, '--bands').stdout).toMatch(
      /Residual load, share of the hours that the band holds\n {2}pinball loss [\d.,]+ MW/,
    )
  })

  test('says in one line what is wrong', () => {
    const refused: [string[], string][] = [
      [['--area', 'XX', ...DAYS], '--area must be one of DE, FR,'],
      [['--area', 'BE', '--from', '2025-02-30', '--to', '2025-03-01'], '--from must be a date that exists'],
      [['--area', 'BE', '--from', '2025-04-01', '--to', '2025-03-01'], '--to must not be before --from.'],
      [['--area', 'BE', ...DAYS, '--known-until', '25'], '--known-until must be an hour from 0 to 24.'],
      [['--area', 'BE', ...DAYS, '--run', 'late'], '--run must be one of early, complete.'],
      [['--area', 'BE'], 'Usage: npm run backtest'],
      [['--aria', 'BE'], 'Usage: npm run backtest'],
      [['--area', 'PL', ...DAYS], 'The database has no values of PL to compare'],
    ]
    for (const [words, line] of refused) {
      const { status, stdout, stderr } = run('backtest', ...words)
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toContain(line)
    }
  })
})
