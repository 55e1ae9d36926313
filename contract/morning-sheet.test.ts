import { describe, expect, test } from 'vitest'

import type { DaySheetAnswer, Hourly } from './forecast.ts'
import { dayFigures, sheetCells, sheetLines, sheetRows } from './morning-sheet.ts'

const CLOCKS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const SPRING = CLOCKS.filter((clock) => clock !== '02:00')

const hourly = (load: number, solar = 100, wind = 200, hours = 24): Hourly => {
  const of = (value: number) => Array.from({ length: hours }, () => value)
  return { load: of(load), solar: of(solar), wind: of(wind) }
}

function answer(countries: DaySheetAnswer['countries']): DaySheetAnswer {
  return { day: '2025-06-11', clocks: CLOCKS, clocksBefore: CLOCKS, countries }
}

describe('dayFigures', () => {
  test('are mean, peak of 8 to 20, extremes and the steepest ramp of three hours', () => {
    const values = CLOCKS.map((_, hour) => (hour < 8 ? 100 : hour < 20 ? 400 : 50))
    expect(dayFigures(values, CLOCKS)).toEqual({
      baseMw: (8 * 100 + 12 * 400 + 4 * 50) / 24,
      peakMw: 400,
      highest: { valueMw: 400, clock: '08:00' },
      lowest: { valueMw: 50, clock: '20:00' },
      ramp: { valueMw: -350, clock: '20:00' },
      knownHours: 24,
    })
  })

  test('of a day of 23 hours count its own hours, and a ramp the hours that pass', () => {
    const figures = dayFigures(
      SPRING.map((_, index) => index * index),
      SPRING,
    )
    expect(figures.knownHours).toBe(23)
    expect(figures.ramp).toEqual({ valueMw: 22 * 22 - 19 * 19, clock: '23:00' })
    expect(dayFigures([0, 0, 0, 90], SPRING).ramp).toEqual({ valueMw: 90, clock: '04:00' })
  })

  test('are missing without values', () => {
    const none = { baseMw: null, peakMw: null, highest: null, lowest: null, ramp: null, knownHours: 0 }
    expect(dayFigures([null, null], CLOCKS)).toEqual(none)
  })
})

describe('sheetRows', () => {
  test('have each quantity of all together and of each country, with the differences', () => {
    const rows = sheetRows(
      answer({
        de: { final: hourly(1000), before: hourly(900), tso: hourly(1020) },
        at: { final: hourly(500), before: hourly(500), tso: hourly(500) },
      }),
    )
    expect(rows.map(({ code }) => code)).toEqual(['all', 'at', 'de'].flatMap((code) => Array(4).fill(code)))
    const all = rows[3]
    expect(all).toMatchObject({ place: 'All together', quantity: 'Residual load', coverage: null })
    const cells = '900 | +100 | −20 | 900 | +100 | −20 | 900 00:00 | 900 00:00 | 0 03:00'
    expect(all && sheetCells(all).join(' | ')).toBe(cells)
  })

  test('are lines of a file, in which an hour has its own column', () => {
    const day = hourly(1000)
    const [head, , , , residual] = sheetLines(
      sheetRows(answer({ de: { final: day, before: day, tso: day } })),
      'MW',
    )
    expect(head?.slice(0, 5)).toEqual(['country', 'quantity', 'hours', 'Base (MW)', 'Base to today (MW)'])
    expect(head).toHaveLength(3 + 9 + 3)
    const moments = [700, '00:00', 700, '00:00', 0, '03:00']
    expect(residual).toEqual(['All together', 'Residual load', 24, 700, 0, 0, 700, 0, 0, ...moments])
  })

  test('say how much of a day there is, and compare only whole days', () => {
    const part = hourly(1000)
    part.wind[3] = null
    part.wind[4] = null
    const [, , wind, residual] = sheetRows(
      answer({ de: { final: part, before: hourly(900), tso: hourly(1) } }),
    )
    for (const row of [wind, residual]) {
      expect(row?.coverage).toBe('22 of 24 hours')
      expect(row?.toToday.baseMw).toBeNull()
    }
  })

  test('leave a country without values out of the sum and name it, and miss an hour that one of the others lacks', () => {
    const part = hourly(1000)
    part.load[0] = null
    const none = { load: [], solar: [], wind: [] }
    const rows = sheetRows(
      answer({
        de: { final: part, before: none, tso: none },
        at: { final: hourly(500), before: none, tso: none },
        gr: { final: none, before: none, tso: none },
      }),
    )
    expect(rows[0]).toMatchObject({ place: 'All together (without Greece)', coverage: '23 of 24 hours' })
    expect(rows[0]?.figures.baseMw).toBe(1500)
  })
})
