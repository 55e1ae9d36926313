import { describe, expect, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import type { SheetRow } from '#contract/day-sheet.ts'
import { DAY_MS } from '#contract/time.ts'

import { dayFigures, type SheetDay, sheetRows } from './sheet-answer.ts'

const CLOCKS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const SPRING = CLOCKS.filter((clock) => clock !== '02:00')

describe('the figures of a day', () => {
  test('are mean, peak of 8 to 20, extremes and the steepest ramp of three hours', () => {
    const values = CLOCKS.map((_, hour) => (hour < 8 ? 100 : hour < 20 ? 400 : 50))
    expect(dayFigures({ values, clocks: CLOCKS })).toEqual({
      // 5,800 MWh in 24 hours, to hundredths.
      baseMw: 241.67,
      peakMw: 400,
      highest: { valueMw: 400, clock: '08:00' },
      lowest: { valueMw: 50, clock: '20:00' },
      ramp: { valueMw: -350, clock: '20:00' },
    })
  })

  test('of a day of 23 hours count its own hours, and a ramp the hours that pass', () => {
    const squares = SPRING.map((_, index) => index * index)
    const { ramp } = dayFigures({ values: squares, clocks: SPRING })
    expect(ramp).toEqual({ valueMw: 22 * 22 - 19 * 19, clock: '23:00' })
    const jump = SPRING.map((_, index) => (index === 3 ? 90 : 0))
    expect(dayFigures({ values: jump, clocks: SPRING }).ramp).toEqual({ valueMw: 90, clock: '04:00' })
  })

  test('are missing without values', () => {
    const none = { baseMw: null, peakMw: null, highest: null, lowest: null, ramp: null }
    expect(dayFigures({ values: [null, null], clocks: ['00:00', '01:00'] })).toEqual(none)
  })
})

type Values = (quantity: SheetRow['quantity']) => readonly (number | null)[]
type AreaValues = Record<'final' | 'tso' | 'p10', Values>

/** A day whose load, solar and wind stay the same; some hours of wind are missing. */
function values(load: number, missingWind: readonly number[] = []): Values {
  const of = (value: number) => CLOCKS.map(() => value)
  const isMissing = (hour: number) => missingWind.includes(hour)
  const hourly = {
    load: of(load),
    solar: of(100),
    wind: CLOCKS.map((_, hour) => (isMissing(hour) ? null : 200)),
    residual: CLOCKS.map((_, hour) => (isMissing(hour) ? null : load - 300)),
  }
  return (quantity) => hourly[quantity]
}
const NONE: Values = () => []

function day(areas: Partial<Record<MemberCode, Partial<AreaValues>>>): SheetDay {
  return {
    date: '2025-06-11',
    clocks: CLOCKS,
    dayOf(area, quantity) {
      const { final = NONE, tso = NONE, p10 = NONE } = areas[area] ?? {}
      return { final: final(quantity), tso: tso(quantity), p10: p10(quantity) }
    },
  }
}

describe('the rows of the sheet', () => {
  test('have each quantity of all together and of each country, with the differences', () => {
    const rows = sheetRows(
      day({ DE: { final: values(1000), tso: values(1020) }, AT: { final: values(500), tso: values(500) } }),
      day({ DE: { final: values(900) }, AT: { final: values(500) } }),
      [],
    )
    expect(rows.map(({ code }) => code).slice(0, 8)).toEqual([
      ...Array(4).fill('all'),
      ...Array(4).fill('at'),
    ])
    expect(rows).toHaveLength(14 * 4)
    expect(rows[1], 'not the night').toMatchObject({ quantity: 'solar', figures: { lowest: null } })
    expect(rows[2]?.figures.lowest).not.toBeNull()
    expect(rows[3]).toMatchObject({
      quantity: 'residual',
      knownHours: 24,
      figures: { baseMw: 900, ramp: { valueMw: 0, clock: '03:00' } },
      toToday: { baseMw: 100, peakMw: 100 },
      toTso: { baseMw: -20, peakMw: -20 },
    })
  })

  test('round a difference, not what it is of', () => {
    // 241.32 and 240.07 MWh: means of 10.06 and 10.00 MW, which differ by 0.0521.
    const of =
      (first: number): Values =>
      () =>
        CLOCKS.map((_, hour) => (hour === 0 ? first : 10))
    const [, , , residual] = sheetRows(day({ DE: { final: of(11.32), tso: of(10.07) } }), day({}), [])
    expect(residual).toMatchObject({ figures: { baseMw: 10.06 }, toTso: { baseMw: 0.05, peakMw: 0 } })
  })

  test('say how much of a day there is, and compare only whole days', () => {
    const part = { final: values(1000, [3, 4]), tso: values(1) }
    const [, , wind, residual] = sheetRows(day({ DE: part }), day({ DE: { final: values(900) } }), [])
    for (const row of [wind, residual])
      expect(row).toMatchObject({ knownHours: 22, toToday: { baseMw: null }, toTso: { baseMw: null } })
  })

  test('leave a country without values out of the sum and name it, and miss an hour that one of the others lacks', () => {
    const now = day({ DE: { final: values(1000, [0]) }, AT: { final: values(500) } })
    const [, , wind] = sheetRows(now, day({}), [])
    expect(wind).toMatchObject({ knownHours: 23, figures: { baseMw: 400 } })
    expect(wind?.without).toContain('gr')
    expect(wind?.without).not.toContain('at')
  })
})

test('the hours that may reach zero are those of residual load whose P10 is at or below it, of countries with a band', () => {
  const p10 = () => CLOCKS.map((_, hour) => (hour === 3 ? null : hour - 1))
  const rows = sheetRows(day({ DE: { final: values(1000), p10 }, AT: { final: values(9) } }), day({}), [])
  const hours = rows.filter(({ mayReachZero }) => mayReachZero !== null)
  expect(hours).toMatchObject([{ code: 'de', quantity: 'residual', mayReachZero: ['00:00', '01:00'] }])
})

describe('the usual highest hour', () => {
  const earlier = (yearsBack: number, load: number, missingWind: readonly number[] = []) => ({
    // A Wednesday and a Monday.
    date: `${2025 - yearsBack}-06-12`,
    yearsBack,
    dayNumber: Date.parse('2025-06-11') / DAY_MS,
    clocks: CLOCKS,
    actual: (areas: readonly MemberCode[], quantity: Parameters<Values>[0]) =>
      areas.every((area) => area === 'DE') ? values(load, missingWind)(quantity) : [],
  })
  const now = day({ DE: { final: values(1000) } })
  const residual = (days: Parameters<typeof sheetRows>[2]) =>
    sheetRows(now, day({}), days).find(({ code, quantity }) => code === 'de' && quantity === 'residual')

  test('is that of whole days of earlier years, of each country and of all that have a forecast', () => {
    const days = [earlier(1, 1300), earlier(2, 2300), earlier(2, 9300, [7])]
    const usual = { p10_mw: 1100, median_mw: 1500, p90_mw: 1900, sample_days: 2 }
    expect(residual(days)?.usualHighest).toEqual(usual)
    const [load, , , all] = sheetRows(now, day({}), days)
    expect(all).toMatchObject({ code: 'all', usualHighest: usual })
    expect(load?.usualHighest).toMatchObject({ sample_days: 3 })
  })

  test('is missing where one year is stored, and where a country has no values', () => {
    expect(residual([earlier(1, 1300), earlier(1, 1400)])?.usualHighest).toBeNull()
    const both = day({ DE: { final: values(1000) }, AT: { final: values(500) } })
    const rows = sheetRows(both, day({}), [earlier(1, 1300), earlier(2, 1400)])
    expect(rows[3]).toMatchObject({ code: 'all', usualHighest: null })
  })
})
