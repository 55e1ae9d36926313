import { describe, expect, test } from 'vitest'

import { curveDash, curveWidthPx, PALETTE_SIZE } from '#web/chart/plot/palette.ts'
import { USUAL_COLOUR } from '#web/market/looks.tsx'
import { withUsualRange } from '#web/market/usual.ts'

import { countryChart, countryRows, dayWords, equalColumnsWords } from './country-charts.ts'

const DAY = '2026-11-22'
const USUAL = { time_utc: '2026-11-22T09:00:00Z', median_mw: 2, p10_mw: 1, p90_mw: 3 }
function entry(final: number | null) {
  return { TSO: 1, Instance_Today: 2, Instance_Tomorrow: 3, Final_Value: final }
}
function stampS(hour: number, minute = 0): number {
  return new Date(2026, 10, 22, hour, minute).getTime() / 1000
}

function chartOf(forecast: Parameters<typeof countryRows>[0], hours: Parameters<typeof countryRows>[2] = []) {
  return countryChart(countryRows(forecast, DAY, hours), DAY, hours)
}

describe('a country over a day', () => {
  test('has one row per key, in order of the day @§2.5-10', () => {
    const rows = countryRows({ '10:00': entry(1), '09:00': entry(2), '09:15': entry(3) }, DAY, [])
    expect(rows.map((row) => row.key)).toEqual(['09:00', '09:15', '10:00'])
    expect(rows[1]?.entry.Final_Value).toBe(3)
  })

  test('is drawn as four curves over the hour and minute of each key @§2.5-11', () => {
    const chart = chartOf({ '10:00': entry(7), '09:15': entry(null) })
    expect(chart.timesS).toEqual([stampS(9, 15), stampS(10)])
    expect(chart.bands).toBeUndefined()
    expect(chart.curves.map((curve) => [curve.name, curve.values])).toEqual([
      ['TSO', [1, 1]],
      ['Instance_Tomorrow', [3, 3]],
      ['Instance_Today', [2, 2]],
      ['Final_Value', [null, 7]],
    ])
  })

  test('tells its curves apart by colour, dash and width @§2.5-11', () => {
    const { curves } = chartOf({ '10:00': entry(7) })
    expect(new Set(curves.map(({ colourIndex }) => colourIndex % PALETTE_SIZE)).size).toBe(4)
    expect(curves.map((curve) => [curve.name, curveWidthPx(curve), curveDash(curve).length > 0])).toEqual([
      ['TSO', 2, true],
      ['Instance_Tomorrow', 6, false],
      ['Instance_Today', 2, true],
      ['Final_Value', 2.5, false],
    ])
    // The same chart can show the usual range.
    const usual = withUsualRange({ timesS: [], curves }, [USUAL], USUAL_COLOUR).curves
    const looks = usual.map((curve) => [curve.colourIndex % PALETTE_SIZE, ...curveDash(curve)].join())
    expect(new Set(looks).size).toBe(5)
    // A faint line would be invisible on the surface.
    expect(curves.map(({ style }) => style)).not.toContain('dimmed')
  })

  test('is said in a sentence, with each band of its highest hour and the hours that may reach zero', () => {
    const hour = (of: number, p10: number) => ({
      tso: 1,
      model: 1,
      final: 1,
      actual: null,
      startsAt: new Date(stampS(of) * 1000).toISOString(),
      p10,
      p90: 9000,
    })
    const rows = { '09:00': entry(300), '10:00': entry(7000), '11:00': entry(-20) }
    const chart = chartOf(rows, [hour(9, 0), hour(10, 6000), hour(11, -400)])
    const words = 'lowest −20 MW at 11:00, highest 7,000 MW at 10:00'
    expect(dayWords(chart, true)).toBe(
      `Final forecast: ${words} (P10–P90 6,000–9,000). May reach zero (P10 ≤ 0): 09:00–10:00, 11:00–12:00.`,
    )
    const highest = { ...USUAL, time_utc: new Date(stampS(10) * 1000).toISOString() }
    const usual = withUsualRange(chartOf(rows), [highest], USUAL_COLOUR)
    expect(dayWords(usual, true)).toBe(`Final forecast: ${words} (usual range 1–3).`)
    expect(dayWords(chartOf(rows), false)).toBe(`Final_Value: ${words.replaceAll(' MW', '')}.`)
    expect(dayWords(chartOf({ '10:00': entry(null) }), true)).toBeNull()
  })

  test('keeps a key that is not a time of day in the table but leaves it out of the chart', () => {
    const rows = countryRows({ total: entry(1), '00:00': entry(2) }, DAY, [])
    expect(rows).toHaveLength(2)
    expect(countryChart(rows, DAY, []).timesS).toEqual([stampS(0)])
  })

  test('has the actual values and the band of its hours', () => {
    const limits = { tso: null, model: null, final: null, p10: 5, p90: 9 }
    const hour = (at: number, actual: number | null) => {
      const startsAt = new Date(stampS(at) * 1000).toISOString()
      return { ...limits, startsAt, actual }
    }
    const forecast = { '10:00': entry(7), '11:00': entry(8) }
    const measured = chartOf(forecast, [hour(10, 6), hour(11, null)])
    expect(measured.curves[0]).toMatchObject({ name: 'Actual', values: [6, null] })
    // Actual, TSO and model have the colours of the dashboard.
    const colours = measured.curves.map(({ colourIndex }) => colourIndex % PALETTE_SIZE)
    expect(colours).toEqual([0, 1, 2, 14, 9])
    expect(measured.bands).toMatchObject([{ low: [5, 5], high: [9, 9] }])
    // The usual range is shown beside the band of the forecast.
    const both = withUsualRange(measured, [USUAL], USUAL_COLOUR)
    expect(both.bands).toMatchObject([
      measured.bands?.[0],
      { name: 'Usual range', low: [1, null], high: [3, null] },
    ])
    const coming = chartOf(forecast, [hour(10, null)])
    expect(coming.curves.map((curve) => curve.name)).not.toContain('Actual')
  })

  test('says why two columns are equal in all hours', () => {
    const words = (tso: number | null, model: number, final: number | null) =>
      equalColumnsWords(
        countryRows({ '10:00': { ...entry(final), TSO: tso, Instance_Tomorrow: model } }, DAY, []),
      )
    expect(words(null, 3, 3)).toContain('no TSO forecast yet')
    expect(words(1, 3, 3)).toMatch(/^Equal to the model forecast: the TSO/)
    expect(words(1, 3, 1)).toMatch(/^Equal to the TSO forecast/)
    expect(words(1, 3, 2)).toBeNull()
  })

  test('is empty without keys', () => {
    expect(countryChart([], DAY, []).timesS).toEqual([])
  })
})
