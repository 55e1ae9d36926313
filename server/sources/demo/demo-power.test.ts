/** @module-tag thorough */
import { describe, expect, test } from 'vitest'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { readJudgedDays } from '#server/quality/judged-days.ts'
import { byQuantity, QUANTITIES, type ByQuantity } from '#server/series/series.ts'
import type { ReadSeries } from '#server/series/store/series-store.ts'

import { DEMO_AREAS, demoArea, type DemoArea } from './areas.ts'
import { demoPower } from './demo-source.ts'

const FROM_UTC = Date.UTC(2024, 10, 21)
const HOURS = 2 * 365 * 24

type Years = ByQuantity<Float64Array>
const made = new Map<string, Years>()

/** Two years, hourly. Made once, because several tests look at the same ones. */
function years(code: MemberCode, kind: 'actual' | 'tso'): Years {
  const name = `${code} ${kind}`
  const known = made.get(name)
  if (known !== undefined) return known
  const powerAt = demoPower(demoArea(code), kind)
  const values = byQuantity(() => new Float64Array(HOURS))
  for (let hour = 0; hour < HOURS; hour += 1) {
    const power = powerAt(FROM_UTC + (hour + 0.5) * HOUR_MS)
    for (const quantity of QUANTITIES) values[quantity][hour] = Math.round(power[quantity])
  }
  made.set(name, values)
  return values
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
const difference = (a: Float64Array, b: Float64Array) => a.map((value, index) => value - (b[index] ?? NaN))
const meanAbsolute = (values: Float64Array) => mean(values.map(Math.abs))

function correlation(a: Float64Array, b: Float64Array): number {
  const [centreA, centreB] = [mean(a), mean(b)]
  const covariance = mean(a.map((value, index) => (value - centreA) * ((b[index] ?? NaN) - centreB)))
  const variance = (values: Float64Array, centre: number) =>
    mean(values.map((value) => (value - centre) ** 2))
  return covariance / Math.sqrt(variance(a, centreA) * variance(b, centreB))
}

function residual({ load, solar, wind }: Years): Float64Array {
  return load.map((value, index) => value - (solar[index] ?? NaN) - (wind[index] ?? NaN))
}

describe('a demo area', () => {
  test.each(DEMO_AREAS.map((area) => [area.code, area] as const))(
    '%s has believable energy',
    (code, area) => {
      const { load, solar, wind } = years(code, 'actual')
      expect(mean(load) / area.meanLoadMw).toBeCloseTo(1, 1)
      expect(Math.min(...load)).toBeGreaterThan(0.4 * area.meanLoadMw)
      expect(Math.max(...load)).toBeLessThan(1.85 * area.meanLoadMw)
      expect(Math.min(...solar)).toBe(0)
      expect(Math.max(...solar)).toBeLessThan(0.85 * area.solarMw)
      expect(mean(solar) / area.solarMw).toBeGreaterThan(0.05)
      expect(mean(solar) / area.solarMw).toBeLessThan(0.16)
      const windCapacityMw = area.onshoreMw + area.offshoreMw
      expect(Math.min(...wind)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...wind)).toBeLessThanOrEqual(windCapacityMw)
      expect(mean(wind) / windCapacityMw).toBeGreaterThan(0.08)
      expect(mean(wind) / windCapacityMw).toBeLessThan(0.32)
    },
  )

  test('has no sun at night and plenty at noon', () => {
    for (const area of DEMO_AREAS) {
      const { solar } = years(area.code, 'actual')
      const tso = years(area.code, 'tso').solar
      const darkest = new Float64Array(2)
      let noon = 0
      for (const [index, value] of solar.entries()) {
        const sunHour = (((FROM_UTC / HOUR_MS + index + 0.5 + area.longitude / 15) % 24) + 24) % 24
        if (sunHour < 3 || sunHour > 21)
          darkest.set([Math.max(darkest[0] ?? 0, value), Math.max(darkest[1] ?? 0, tso[index] ?? NaN)])
        if (Math.abs(sunHour - 12) < 1 && value > 0) noon += 1
      }
      expect([...darkest]).toEqual([0, 0])
      expect(noon).toBeGreaterThan(1400)
    }
  })

  test('looks like Germany: known means, a residual load that is negative at times', () => {
    const actual = years('DE', 'actual')
    const negative = residual(actual).filter((value) => value < 0).length / HOURS
    for (const [value, low, high] of [
      [mean(actual.load), 52_000, 56_000],
      [mean(actual.wind), 13_500, 17_000],
      [mean(actual.solar), 7300, 9300],
      [negative, 0.01, 0.08],
    ] as const) {
      expect(value).toBeGreaterThan(low)
      expect(value).toBeLessThan(high)
    }
  })

  test('uses less on a Sunday and on a holiday than on the Thursday before', () => {
    const { load } = years('DE', 'actual')
    const dayMean = (date: string) => {
      const first = (Date.parse(date) - FROM_UTC) / HOUR_MS
      return mean(load.subarray(first, first + 24))
    }
    expect(dayMean('2026-06-14') / dayMean('2026-06-11')).toBeLessThan(0.9)
    expect(dayMean('2026-05-14') / dayMean('2026-05-07')).toBeLessThan(0.9)
  })

  test('follows the wall clock over the change to summer time', () => {
    const { load } = years('FR', 'actual')
    const steepestUtcHour = (firstDay: string) => {
      const first = (Date.parse(firstDay) - FROM_UTC) / HOUR_MS
      const rises = Array.from({ length: 9 }, (_, hour) => {
        const days = Array.from({ length: 21 }, (_, day) => first + 24 * day + hour)
        return days.reduce((sum, at) => sum + (load[at + 1] ?? NaN) - (load[at] ?? NaN), 0)
      })
      return rises.indexOf(Math.max(...rises))
    }
    // Clocks go forward on 29 March.
    expect(steepestUtcHour('2026-03-06') - steepestUtcHour('2026-03-30')).toBe(1)
  })
})

describe('wind over Europe', () => {
  const wind = (code: MemberCode) => years(code, 'actual').wind

  test('is shared with neighbours and not with the far end', () => {
    const [belgium, netherlands, germany, greece] = [wind('BE'), wind('NL'), wind('DE'), wind('GR')]
    expect(correlation(belgium, netherlands)).toBeGreaterThan(0.8)
    expect(correlation(netherlands, germany)).toBeGreaterThan(0.5)
    expect(correlation(netherlands, greece)).toBeLessThan(0.3)
  })

  test('changes over days, not from hour to hour', () => {
    const germany = wind('DE')
    expect(correlation(germany.subarray(1), germany.subarray(0, -1))).toBeGreaterThan(0.97)
    expect(correlation(germany.subarray(24), germany.subarray(0, -24))).toBeGreaterThan(0.3)
    expect(correlation(germany.subarray(240), germany.subarray(0, -240))).toBeLessThan(0.3)
  })
})

describe('the TSO forecast', () => {
  test.each(DEMO_AREAS.map((area) => [area.code, area] as const))(
    'of %s errs as much as usual',
    (code, area) => {
      const actual = years(code, 'actual')
      const tso = years(code, 'tso')
      const loadError = difference(tso.load, actual.load)
      const share = mean(loadError.map((error, index) => Math.abs(error) / (actual.load[index] ?? NaN)))
      expect(share / area.loadErrorShare).toBeGreaterThan(0.7)
      expect(share / area.loadErrorShare).toBeLessThan(1.35)
      expect(correlation(loadError.subarray(1), loadError.subarray(0, -1))).toBeGreaterThan(0.85)
      for (const quantity of ['solar', 'wind'] as const) {
        const error = meanAbsolute(difference(tso[quantity], actual[quantity])) / mean(actual[quantity])
        expect(error).toBeGreaterThan(0.04)
        // Whole megawatts of a handful of turbines round coarsely.
        expect(error).toBeLessThan(mean(actual[quantity]) < 5 ? 0.3 : 0.14)
      }
    },
  )

  test('is better than the load of the week before, except in the Netherlands, as in real markets', () => {
    const isBetter = ({ code }: DemoArea) => {
      const { load } = years(code, 'actual')
      const naive = meanAbsolute(difference(load.subarray(7 * 24), load.subarray(0, -7 * 24)))
      return naive > 1.2 * meanAbsolute(difference(load, years(code, 'tso').load))
    }
    const worse = DEMO_AREAS.filter((area) => !isBetter(area))
    expect(worse.map(({ code }) => code)).toEqual(['NL'])
  })

  test('has habits that the last weeks give away', () => {
    const error = difference(years('DE', 'actual').load, years('DE', 'tso').load)
    let corrected = 0
    let uncorrected = 0
    for (let index = 30 * 24; index < HOURS; index += 1) {
      let habit = 0
      for (let day = 2; day < 30; day += 1) habit += (error[index - 24 * day] ?? NaN) / 28
      corrected += Math.abs((error[index] ?? NaN) - habit)
      uncorrected += Math.abs(error[index] ?? NaN)
    }
    expect(corrected / uncorrected).toBeLessThan(0.95)
  })
})

test('no day is marked as copied or suspicious', async () => {
  const series = {
    read: async (_: unknown, { fromUtc, toUtc }: Span): Promise<ReadSeries> => {
      const [first, end] = [fromUtc, toUtc].map((utc) => (utc - FROM_UTC) / HOUR_MS)
      return ({ area, quantity, kind }) => ({
        startsAtUtc: fromUtc,
        stepMinutes: 60,
        powerMw: (quantity === 'wind_offshore'
          ? new Float64Array(HOURS)
          : years(area, kind === 'actual' ? kind : 'tso')[quantity]
        ).slice(first, end),
      })
    },
  }
  // Judged with half a year before it.
  const span = { fromUtc: FROM_UTC + 190 * DAY_MS, toUtc: FROM_UTC + 725 * DAY_MS }
  const { judgedDays } = await readJudgedDays(series, MEMBER_CODES, span)
  const marked = [...judgedDays].flatMap(([area, ofArea]) =>
    QUANTITIES.flatMap((quantity) =>
      ofArea[quantity]
        .filter(({ side, copy }) => side !== 0 || copy !== null)
        .map(({ day }) => `${area} ${quantity} ${day.date}`),
    ),
  )
  expect(marked).toEqual([])
})
