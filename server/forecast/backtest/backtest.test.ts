import { describe, expect, test } from 'vitest'

import { timeOfDay } from '#contract/zone-time.ts'
import { historySince } from '#server/forecast/runs/job/hourly-history.ts'
import { cutWeather } from '#server/series/store/area-weather.ts'
import { inventHistory } from '#server/testing/market-history.ts'

import { backtestTable } from './backtest-table.ts'
import { runBacktest } from './backtest.ts'

const REPLAY = { area: 'BE', from: '2025-03-20', to: '2025-04-05', run: 'complete', knownUntil: 16 } as const
const history = inventHistory({ from: '2025-01-01', to: '2025-04-10', loadBiasMw: 400 })

test('a forecast is the same wherever a walk and its history begin, with weather too', () => {
  const long = inventHistory({ from: '2020-06-01', to: '2025-03-11', hasWeather: true })
  const later = historySince(long, timeOfDay('2020-06-08'))
  const weather =
    long.weather && cutWeather(long.weather, { fromUtc: later.startsAtUtc, toUtc: timeOfDay('2025-03-12') })
  const day = '2025-03-11'
  const early = { area: 'BE', from: day, to: day, run: 'early', knownUntil: 8 } as const
  const alone = runBacktest(long, long, early)
  expect(alone.weatherDays).toBe(1)
  expect(runBacktest({ ...later, weather }, later, early)).toEqual(alone)
})

describe('backtest', () => {
  const report = runBacktest(history, history, REPLAY)

  test('compares every hour of both days and all between, through the clock change', () => {
    expect(report).toMatchObject({ area: 'BE', from: '2025-03-20', to: '2025-04-05' })
    expect(Object.keys(report.quantities)).toEqual(['residual', 'load', 'solar', 'wind'])
    for (const { hours } of Object.values(report.quantities)) expect(hours).toBe(17 * 24 - 1)
  })

  test('finds the TSO’s bias and what the model leaves of it', () => {
    const { load } = report.quantities
    expect(load?.tso?.bias).toBeLessThan(-300)
    expect(Math.abs(load?.final.bias ?? NaN)).toBeLessThan(100)
    expect(load?.final.mae).toBeLessThan(0.5 * (load?.tso?.mae ?? NaN))
    expect(load?.tso?.rmse).toBeGreaterThan(load?.tso?.mae ?? NaN)
    expect(load?.coverage).toBeGreaterThan(0.6)
    expect(load?.naive?.mae).toBeGreaterThan(0)
  })

  test('works with load only, and with load without any TSO forecast', () => {
    const loadOnly = structuredClone(history)
    for (const quantity of ['solar', 'wind'] as const) {
      loadOnly.quantities[quantity].actual.fill(NaN)
      loadOnly.quantities[quantity].tso.fill(NaN)
    }
    const { quantities } = runBacktest(loadOnly, loadOnly, REPLAY)
    expect(Object.keys(quantities)).toEqual(['load'])
    expect(quantities.load?.hours).toBe(17 * 24 - 1)
    loadOnly.quantities.load.tso.fill(NaN)
    // A cold spell and a warm one, so that the week before says little.
    const { actual } = loadOnly.quantities.load
    for (const [slot, value] of actual.entries()) actual[slot] = value + 1500 * Math.sin(slot / 60)
    const without = runBacktest(loadOnly, loadOnly, REPLAY).quantities.load
    expect(without?.tso).toBeNull()
    expect(without?.model.mae).toBeLessThan(without?.naive?.mae ?? NaN)
  })

  test('does not compare with a TSO whose forecast is the actual value in disguise', () => {
    const copied = structuredClone(history)
    const { actual, tso } = copied.quantities.load
    tso.set(actual.map((value) => 0.93 * value))
    const { quantities, ...head } = runBacktest(copied, copied, REPLAY)
    expect(quantities.load).toMatchObject({ tso: null, isTsoCopied: true })
    expect(quantities.residual).toMatchObject({ tso: null, isTsoCopied: true })
    expect(quantities.wind?.isTsoCopied).toBe(false)
    const table = backtestTable({ ...head, quantities })
    expect(table).toContain('TSO publishes no real forecast')
  })

  test('returns nothing for days without values', () => {
    for (const year of [2020, 2026]) {
      const days = { ...REPLAY, from: `${year}-01-01`, to: `${year}-01-31` }
      expect(runBacktest(history, history, days).quantities).toEqual({})
    }
  })

  test('reads well', () => {
    const { residual, load } = report.quantities
    if (!residual || !load) throw new Error('not compared')
    const figures = { mae: 1234.5, rmse: 2000, bias: -3 }
    const table = backtestTable({
      ...report,
      quantities: {
        load: { ...load, tso: figures, final: { mae: 1000, rmse: 1500.2, bias: 0 }, coverage: 0.8 },
      },
    })
    expect(table).toContain('Belgium, 2025-03-20 to 2025-04-05, MW')
    expect(table).toContain('Load, 407 hours, band holds 80.0%')
    expect(table).toMatch(/TSO +1,234\.5 +2,000\.0 +-3\.0/)
    expect(table).toMatch(/Final +1,000\.0 +1,500\.2 +0\.0 +-19\.0%/)
  })
})
