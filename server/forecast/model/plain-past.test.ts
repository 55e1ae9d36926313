import { describe, expect, test } from 'vitest'

import { DAY_MS } from '#contract/time.ts'
import { byQuantity } from '#server/series/series.ts'
import { EARLY, inventHistory, prepareInvented, TEST_PLACE } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import type { DayModel } from './history/day-table.ts'
import type { HourlyHistory, InformationTime } from './history/known-history.ts'
import { prepareHistory } from './history/prepared-history.ts'
import { type PlainPast, tabulatePast } from './plain-past.ts'

const BACK_DAYS = 40

/** A past until the last day of a history; `asked` counts the days back from there that the models forecast for it, from the nearest. */
function makePast(history: HourlyHistory, kept: PlainPast | null, at: Partial<InformationTime> = {}) {
  const { lastDay, ...prepared } = prepareInvented(history, at)
  const asked: number[] = []
  const models = byQuantity((quantity): DayModel => ({
    predict(day) {
      if (quantity === 'load') asked.unshift(lastDay - day)
      return new Float64Array(HOURS_PER_DAY).fill(prepared.grid.firstDay + day)
    },
  }))
  const past = tabulatePast(models, prepared, BACK_DAYS, kept)
  past.advanceTo(lastDay)
  return { asked, ofLastDay: past.tables.wind.upTo(lastDay).slice(-HOURS_PER_DAY), kept: past.keep() }
}

const invent = (to: string, from = '2025-01-01') => inventHistory({ from, to, hasWeather: true })
const all = Array.from({ length: BACK_DAYS + 1 }, (_, back) => back)
const first = makePast(invent('2025-04-30'), null)
const next = () => invent('2025-05-01')

describe('plain forecasts of the past', () => {
  test('are made once, and kept for the next day', () => {
    expect(first.asked).toEqual(all)
    const second = makePast(next(), first.kept)
    expect(second.asked).toEqual([0])
    expect(second.kept.powerMw).toEqual(makePast(next(), null).kept.powerMw)
    expect(makePast(next(), second.kept).asked).toEqual([])
  })

  const slotOf = (back: number) => (120 - back) * HOURS_PER_DAY + 12
  const changes: [string, (history: HourlyHistory) => void, number][] = [
    ['an actual value', ({ quantities }) => (quantities.wind.actual[slotOf(22)] = 1234), 20],
    ['a value of the TSO', ({ quantities }) => (quantities.wind.tso[slotOf(20)] = 1234), 20],
    ['a value of the weather', ({ weather }) => weather && (weather.temperatureC[slotOf(20)] = 31), 20],
    [
      'a value before all of them',
      ({ quantities }) => (quantities.load.actual[slotOf(100)] = 9999),
      BACK_DAYS,
    ],
  ]
  test.each(changes)(
    'are made again from the first on that could know %s that changed',
    (_, change, back) => {
      const changed = next()
      change(changed)
      expect(makePast(changed, first.kept).asked).toEqual(all.filter((other) => other <= back))
    },
  )

  test.each<[string, Partial<InformationTime>]>([
    ['hours', { knownHours: 16 }],
    ['forecasts', { unpublished: EARLY }],
  ])('are made again where other %s are known', (_, at) => {
    expect(makePast(next(), first.kept, at).asked).toEqual(all)
  })

  test('are made again where the area is another, or older values have come in', () => {
    const settings = JSON.stringify([{ ...TEST_PLACE, latitude: 51 }, 8, []])
    expect(makePast(next(), { ...first.kept, settings }).asked).toEqual(all)
    const { firstDay, digests } = first.kept
    const since = {
      ...first.kept,
      firstDay: firstDay + 9,
      digests: digests.slice(9),
      from: first.kept.from - 9,
    }
    expect(makePast(next(), since).asked).toEqual(all)
  })

  test('are kept when a full history loses its oldest day, but not by a short one', () => {
    const withoutFirstDay = ({ startsAtUtc, hours, quantities, ...rest }: HourlyHistory): HourlyHistory => ({
      ...rest,
      startsAtUtc: startsAtUtc + DAY_MS,
      hours: hours - HOURS_PER_DAY,
      quantities: byQuantity((quantity) => ({
        actual: quantities[quantity].actual.slice(HOURS_PER_DAY),
        tso: quantities[quantity].tso.slice(HOURS_PER_DAY),
      })),
    })
    expect(makePast(withoutFirstDay(next()), first.kept).asked).toEqual(all)
    const full = invent('2025-05-01', '2022-10-01')
    const { kept } = makePast(full, null)
    expect(makePast(withoutFirstDay(full), kept).asked).toEqual([])
  })

  test('know nothing of the values after their day', () => {
    const history = next()
    const prepared = prepareHistory(history, TEST_PLACE, { knownHours: 8, unpublished: [] })
    prepared.advanceTo(60)
    const none: DayModel = { predict: () => new Float64Array(HOURS_PER_DAY) }
    const past = tabulatePast(
      byQuantity(() => none),
      prepared,
      BACK_DAYS,
      null,
    )
    past.advanceTo(60)
    expect(past.keep().digests).toHaveLength(61)
  })
})
