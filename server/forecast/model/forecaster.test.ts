import { beforeAll, describe, expect, test } from 'vitest'

import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { dayNumber, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { WARM_UP_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'
import { WEATHER_FIELDS } from '#server/series/store/area-weather.ts'
import { createRandom, inventHistory, EARLY, TEST_PLACE } from '#server/testing/market-history.ts'

import { TARGETS, type DayForecast } from './day-forecast.ts'
import { createForecaster, type Forecaster } from './forecaster.ts'

const KNOWN_HOURS = 8
const FROM = '2025-01-10'
/** Long enough for every part of the model to be at work on the days around the clock change. */
const SPRING = { from: '2025-02-01', to: '2025-04-02' }

function forecasterOf(history: HourlyHistory, unpublished: readonly Quantity[] = []) {
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours: KNOWN_HOURS, unpublished })
  return { grid: prepared.grid, forecaster: createForecaster(prepared) }
}

/** Forecasts days one after the other, each from the ones before: rows `from` to `to`, not included. */
function walkForward(forecaster: Forecaster, from: number, to: number): DayForecast[] {
  return Array.from({ length: to - from }, (_, index) => {
    const forecast = forecaster.forecast(from + index)
    forecaster.enter(forecast)
    return forecast
  })
}

/** Forecasts every day from a week after the beginning to `to`. */
function walk(history: HourlyHistory, to: string, unpublished: readonly Quantity[] = []): DayForecast[] {
  const { grid, forecaster } = forecasterOf(history, unpublished)
  return walkForward(forecaster, 7, dayNumber(to) - grid.firstDay + 1)
}

const slotOf = (history: HourlyHistory, utc: number) => (utc - history.startsAtUtc) / 3_600_000

/** Everything that is not known on the morning before `day`, replaced by noise. */
function hideFuture(history: HourlyHistory, day: string, unpublished: readonly Quantity[]): HourlyHistory {
  const changed = structuredClone(history)
  const random = createRandom(99)
  const noise = (values: Float64Array, from: number) => {
    for (let slot = from; slot < values.length; slot++)
      values[slot] = random() < 0.1 ? NaN : random() < 0.2 ? 777 : 90_000 * random()
  }
  const afterMorning = slotOf(history, timeOfDay(addDays(day, -1), KNOWN_HOURS))
  const beginOfDay = slotOf(history, timeOfDay(day))
  const endOfDay = slotOf(history, timeOfDay(addDays(day, 1)))
  for (const quantity of QUANTITIES) {
    noise(changed.quantities[quantity].actual, afterMorning)
    noise(changed.quantities[quantity].tso, unpublished.includes(quantity) ? beginOfDay : endOfDay)
  }
  for (const field of WEATHER_FIELDS) noise(changed.weather?.[field] ?? new Float64Array(), endOfDay)
  return changed
}

describe.each([
  ['with the TSO’s wind and solar', [], false],
  ['before they are published', EARLY, false],
  ['with the TSO’s wind and solar and the weather', [], true],
  ['before they are published, with the weather', EARLY, true],
] as const)('a forecast %s', (_name, unpublished, hasWeather) => {
  const history = inventHistory({ ...SPRING, hasWeather })
  let forecasts: DayForecast[] = []
  beforeAll(() => {
    forecasts = walk(history, '2025-04-01', unpublished)
  })
  const forecastOf = (date: string) =>
    forecasts.find(({ day }) => day === dayNumber(date) - dayNumber(SPRING.from))

  // An ordinary day, that of the clock change, and those that know it as yesterday and the day before; with weather only one of them.
  test.each(hasWeather ? ['2025-03-31'] : ['2025-03-26', '2025-03-30', '2025-03-31', '2025-04-01'])(
    'of %s does not look ahead',
    (day) => {
      const hidden = walk(hideFuture(history, day, unpublished), day, unpublished)
      expect(hidden.at(-1)).toEqual(forecastOf(day))
      expect(forecastOf(day)).toBeDefined()
    },
  )

  test('moves with the last value that is known', () => {
    const day = '2025-04-01'
    const before = forecastOf(day)
    const changed = structuredClone(history)
    const last = slotOf(history, timeOfDay(addDays(day, -1), KNOWN_HOURS - 1))
    for (const quantity of ['load', 'wind'] as const) {
      const { actual } = changed.quantities[quantity]
      actual[last] = (actual[last] ?? 0) + 500
    }
    const after = walk(changed, day, unpublished).at(-1)
    for (const target of ['load', 'wind', 'residual'] as const) {
      const [old, moved] = [before?.targets[target].final, after?.targets[target].final]
      expect(moved).not.toEqual(old)
    }
  })
})

test('a wind forecast that the TSO begins to publish later does not change today’s load', () => {
  const day = '2025-03-25'
  const never = inventHistory(SPRING)
  const later = structuredClone(never)
  later.quantities.wind.tso.fill(NaN, 0, slotOf(later, timeOfDay(addDays(day, 5))))
  never.quantities.wind.tso.fill(NaN)
  const load = (history: HourlyHistory) => walk(history, day).at(-1)?.targets.load.model
  expect(load(later)).toEqual(load(never))
})

test('a forecast does not depend on the day on which forecasting began', () => {
  const history = inventHistory({ from: FROM, to: '2025-07-20' })
  const day = dayNumber('2025-07-15') - dayNumber(FROM)
  const forecastFrom = (first: number) => walkForward(forecasterOf(history).forecaster, first, day + 1).at(-1)
  const [long, short] = [forecastFrom(day - 170), forecastFrom(day - WARM_UP_DAYS.bands)]
  if (!long || !short) throw new Error('no forecast')
  for (const target of TARGETS) {
    const [one, other] = [long.targets[target], short.targets[target]]
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      for (const kind of ['model', 'final'] as const)
        expect(one[kind][hour]).toBeCloseTo(other[kind][hour] ?? NaN, 3)
      for (const bound of ['low', 'high'] as const)
        expect(one.band[bound][hour]).toBeCloseTo(other.band[bound][hour] ?? NaN, 3)
    }
    expect(one.band.shift).toBeCloseTo(other.band.shift, 9)
  }
})

describe('a winter in which the TSO’s load is a scaled copy', () => {
  // Copied days 20 to 49: 14 of them are known on day 35, and fewer than 14 are in the four weeks before day 66.
  const [first, seen, usedAgain, last] = [20, 35, 66, 75]
  const dateOf = (day: number) => addDays(FROM, day)
  const real = inventHistory({ from: FROM, to: dateOf(last) })
  const copied = structuredClone(real)
  const without = structuredClone(real)
  const slot = (day: number) => slotOf(real, timeOfDay(dateOf(day)))
  const { load } = copied.quantities
  for (let at = slot(first); at < slot(first + 30); at++) load.tso[at] = 0.93 * (load.actual[at] ?? NaN)
  without.quantities.load.tso.fill(NaN, slot(first), slot(usedAgain))
  const ofDay = (forecasts: readonly DayForecast[], day: number) =>
    forecasts.find((forecast) => forecast.day === day)
  const walked = walk(copied, dateOf(last))
  const values = (forecast: DayForecast | undefined, kind: 'model' | 'final' = 'model') =>
    QUANTITIES.map((quantity) => forecast?.targets[quantity][kind])

  test('leaves the model that it would be without these days, once two weeks have shown it', () => {
    const missing = walk(without, dateOf(last))
    for (const day of [seen, seen + 1, usedAgain, last])
      for (const kind of ['model', 'final'] as const)
        expect(values(ofDay(walked, day), kind)).toEqual(values(ofDay(missing, day), kind))
    expect(values(forecasterOf(copied).forecaster.forecast(last))).toEqual(values(ofDay(walked, last)))
  })

  test('decides no forecast before that', () => {
    const day = seen - 1
    expect(ofDay(walked, day)?.withoutTso).toEqual([])
    const hidden = walk(hideFuture(copied, dateOf(day), []), dateOf(day))
    expect(hidden.at(-1)).toEqual(ofDay(walked, day))
  })
})

test.each<[string, Quantity[]]>([
  ['solar', ['solar']],
  ['wind', ['wind']],
  ['solar and wind', [...EARLY]],
])('a forecast that lacks the TSO’s %s has a band', (_name, late) => {
  const { grid, forecaster } = forecasterOf(inventHistory(SPRING), late)
  const last = walkForward(forecaster, 7, grid.days).at(-1)
  expect(last).toMatchObject({ missing: late, withoutTso: late })
  for (const quantity of QUANTITIES)
    expect(last?.targets[quantity].tso.every(Number.isNaN)).toBe(late.includes(quantity))
  const { tso, band } = last?.targets.residual ?? {}
  expect(tso?.every(Number.isNaN)).toBe(true)
  for (const [hour, low] of (band?.low ?? [NaN]).entries()) expect(band?.high[hour]).toBeGreaterThan(low)
})

test('a load that the TSO skipped is missing, and forecast all the same', () => {
  const history = inventHistory(SPRING)
  history.quantities.load.tso.fill(NaN, history.hours - HOURS_PER_DAY)
  const { grid, forecaster } = forecasterOf(history)
  const { missing, withoutTso, targets } = forecaster.forecast(grid.days - 1)
  expect({ missing, withoutTso }).toEqual({ missing: ['load'], withoutTso: ['load'] })
  expect(targets.load.final.every(Number.isFinite)).toBe(true)
})

describe('the forecast', () => {
  test('is load less sun less wind', () => {
    const targets = walk(inventHistory({ from: FROM, to: '2025-02-20' }), '2025-02-20').at(-1)?.targets
    for (const kind of ['tso', 'model', 'final'] as const)
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const [residual = NaN, load = NaN, solar = NaN, wind = NaN] = TARGETS.map(
          (target) => targets?.[target][kind][hour],
        )
        expect(residual).toBeCloseTo(load - solar - wind, 6)
      }
  })

  test('keeps the weight of an uploaded forecast while it uses it, and fills the holes of it with its own', () => {
    const history = inventHistory({ from: FROM, to: '2025-04-20', loadBiasMw: 0 })
    const { startsAtUtc, quantities } = history
    const { actual } = quantities.load
    const random = createRandom(6)
    // Errors about as large as ours.
    const alike = actual.map((mw) => mw + 400 * (random() - 0.5))
    const upload = (label: string, load: Float64Array) => ({
      label,
      startsAtUtc,
      powerMw: { load, solar: load.map(() => NaN), wind: load.map(() => NaN) },
    })
    alike[alike.length - 5] = NaN
    const ended = actual.slice().fill(NaN, actual.length - 24)
    history.uploads = [upload('a', alike), upload('b', alike), upload('c', ended)]
    const made = walk(history, '2025-04-20')
    const sharesOf = (label: string) =>
      made.slice(-20).map(({ uploads }) => uploads.find((share) => share.label === label)?.weight)
    const [a = [], b = [], c = []] = ['a', 'b', 'c'].map(sharesOf)
    // All shares together are at most 1: two alike have that of one in what the third leaves them.
    const alikeShares = a.map((share = NaN, day) => (share + (b[day] ?? 0)) / (1 - (c[day] ?? 0)))
    expect(Math.min(...alikeShares)).toBeGreaterThan(0.45)
    expect(Math.max(...alikeShares)).toBeLessThan(0.65)
    expect(c.slice(-2)).toEqual([expect.closeTo(0.8, 1), undefined])
    expect(made.at(-1)?.targets.load.final.every(Number.isFinite)).toBe(true)
  })

  test('does not follow an uploaded forecast on a day in which it is in another unit', () => {
    const history = inventHistory({ from: FROM, to: '2025-04-20', loadBiasMw: 0 })
    const { actual } = history.quantities.load
    const ours = walk(history, '2025-04-20').at(-1)?.targets.load.final
    const load = actual.map((mw, hour) => (hour < actual.length - 24 ? mw : mw / 1000))
    const [solar, wind] = [load.map(() => NaN), load.map(() => NaN)]
    history.uploads = [{ label: 'a', startsAtUtc: history.startsAtUtc, powerMw: { load, solar, wind } }]
    const last = walk(history, '2025-04-20').at(-1)
    expect(last?.targets.load.final).toEqual(ours)
    expect(last?.uploads).toMatchObject([{ label: 'a', leftOutHours: 24 }])
  })

  test('of an area without wind has no residual load, but a load', () => {
    const history = inventHistory({ from: FROM, to: '2025-02-20' })
    history.quantities.wind.actual.fill(NaN)
    history.quantities.wind.tso.fill(NaN)
    const last = walk(history, '2025-02-20').at(-1)
    expect(last?.targets.residual.final.every(Number.isNaN)).toBe(true)
    expect(last?.targets.load.final.every(Number.isFinite)).toBe(true)
    expect(last?.missing).toEqual([])
  })

  test('has a band that holds about four fifths', () => {
    const history = inventHistory({ from: FROM, to: '2025-07-31', seed: 4 })
    const forecasts = walk(history, '2025-07-31')
    const { actual } = history.quantities.load
    let [held, hours] = [0, 0]
    for (const { day, targets } of forecasts.slice(-90)) {
      const { final, band } = targets.load
      // In summer time a local day begins two hours before that of UTC, wherever the history began.
      const start = slotOf(history, timeOfDay(addDays(FROM, day)))
      for (const [hour, value] of final.entries()) {
        const error = (actual[start + hour] ?? NaN) - value
        hours++
        if (error >= (band.low[hour] ?? NaN) && error <= (band.high[hour] ?? NaN)) held++
      }
    }
    expect(held / hours).toBeGreaterThan(0.76)
    expect(held / hours).toBeLessThan(0.84)
  })
})
