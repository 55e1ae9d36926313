import { expect, test } from 'vitest'

import { bandFigures, type BandHour } from './backtest-figures.ts'
import { bandLines } from './backtest-table.ts'

/** 2,400 hours with more wind in each; the band holds where there is little of it. */
const hours: BandHour[] = Array.from({ length: 2400 }, (_, index) => ({
  actual: index < 1200 ? 0 : 50,
  p10: -10,
  p90: 10,
  climatology: { p10: -40, p90: 60 },
  windMw: index,
  hour: index % 24,
  month: index % 2 === 0 ? '2026-02' : '2026-01',
}))

test('tells the shares of the hours that a band held, by wind, hour and month', () => {
  const { byWind, byHour, byMonth } = bandFigures(hours)
  expect(byWind.map(({ coverage }) => coverage)).toEqual([1, 1, 1, 0, 0, 0])
  expect(byWind.map((bin) => bin.hours)).toEqual([240, 360, 600, 600, 360, 240])
  expect([byWind[0]?.fromMw, byWind.at(-1)?.toMw]).toEqual([0, 2399])
  expect(byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(new Set(byHour.map(({ coverage }) => coverage))).toEqual(new Set([0.5]))
  expect(byMonth).toEqual([
    { month: '2026-01', hours: 1200, coverage: 0.5 },
    { month: '2026-02', hours: 1200, coverage: 0.5 },
  ])
})

test('measures how sharp a band is by its pinball loss', () => {
  // Inside, P10 costs 0.1 of its distance and P90 as much; 40 MW above P90 costs 0.9 of them there.
  const { pinballMw, climatologyPinballMw } = bandFigures(hours)
  expect(pinballMw).toBe((1 + (0.1 * 60 + 0.9 * 40) / 2) / 2)
  expect(climatologyPinballMw).toBe(5)
  const without = hours.map((hour) => ({ ...hour, climatology: { p10: NaN, p90: NaN } }))
  expect(bandFigures(without)).toMatchObject({ pinballMw: null, climatologyPinballMw: null })
})

test('leaves out the levels of a wind that nobody forecasts', () => {
  expect(bandFigures(hours.map((hour) => ({ ...hour, windMw: NaN }))).byWind).toEqual([])
})

test('reads well', () => {
  const lines = bandLines('Load', bandFigures(hours))
  expect(lines[1]).toBe('  pinball loss 11.0 MW; 91 days of errors around the TSO: 5.0 MW')
  expect(lines.join('\n')).toMatch(/TSO wind, MW +to 239 +to 599/)
  expect(lines.join('\n')).toMatch(/month +2026-01 +2026-02\n +50\.0% +50\.0%/)
})
