import { expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { filesOf, type Kind, type SeriesBlock, type StepMinutes } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { readJudgedDays } from './judged-days.ts'

/** 1 June 2026 in Brussels. */
const JUNE = Date.UTC(2026, 4, 31, 22)

function load(
  kind: Kind,
  fromUtc: number,
  hours: number,
  valueMw: (hour: number) => number,
  stepMinutes: StepMinutes = 60,
): SeriesBlock {
  const perHour = 60 / stepMinutes
  const powerMw = Float64Array.from({ length: hours * perHour }, (_, slot) => valueMw(slot / perHour))
  return { area: 'FR', quantity: 'load', kind, startsAtUtc: fromUtc, stepMinutes, powerMw }
}

async function juneOf(...blocks: (SeriesBlock & { source?: string })[]) {
  const series = createSeriesStore(await openTestDatabase())
  for (const { source = 'test', ...block } of blocks)
    await series.mirror([block], [], { source, fetchedAtUtc: JUNE })
  const { judgedDays } = await readJudgedDays(series, ['FR', 'DE'], {
    fromUtc: JUNE,
    toUtc: JUNE + 4 * DAY_MS,
  })
  expect(judgedDays.get('DE')?.wind.map(({ actualHours, side }) => [actualHours, side])).toEqual(
    Array.from({ length: 4 }, () => [0, 0]),
  )
  return (judgedDays.get('FR')?.load ?? []).map(({ day, ...verdicts }) => ({ date: day.date, ...verdicts }))
}

const before = 70 * DAY_MS
const hours = (before + 10 * DAY_MS) / HOUR_MS
const forecast = load('tso', JUNE - before, hours, () => 50_000)
const actual = load('actual', JUNE - before, hours, (hour) => 49_000 + (hour % 24) * 10, 15)
const plain = { actualHours: 24, forecastHours: 24, side: 0, copy: null, isLastPublished: false }

test('days have their hours, and those whose level breaks a side, also by what follows them', async () => {
  const low = load('actual', JUNE + 3 * DAY_MS, 48, () => 36_000, 15)
  const gap = load('actual', JUNE - before, hours, (hour) => (hour < 70 * 24 + 6 ? 49_000 : NaN))
  expect(await juneOf(forecast, actual, low)).toMatchObject([
    { date: '2026-06-01', ...plain },
    { date: '2026-06-02', ...plain },
    { date: '2026-06-03', ...plain },
    { date: '2026-06-04', ...plain, side: -1 },
  ])
  expect(await juneOf(forecast, gap)).toMatchObject([
    { actualHours: 6, forecastHours: 24 },
    { actualHours: 0 },
    { actualHours: 0 },
    { actualHours: 0 },
  ])
})

test('a day whose forecast repeats the actual values is copied, at whatever steps they are published', async () => {
  const copied = load('tso', JUNE + DAY_MS, 24, (hour) => 49_060 + (hour % 24) * 10)
  const judged = await juneOf(forecast, actual, copied)
  expect(judged.map(({ copy }) => copy)).toEqual([null, 'copied', null, null])
})

/** A day's swing, and no two days alike. */
const swingAt = (hour: number) =>
  50_000 - 10_000 * Math.cos((hour * Math.PI) / 12) + 3000 * Math.sin(hour / 9)
const errorAt = (share: number) => (hour: number) => 1 + share * Math.sin(hour / 2.3)

test.each<[string, (hour: number) => number, number, string | null]>([
  ['a constant multiple', (hour) => 0.97 * swingAt(hour) * errorAt(0.001)(hour), 14, 'scaled-copy'],
  ['nearly that, less than usual', (hour) => 0.97 * swingAt(hour) * errorAt(0.003)(hour), 14, 'scaled-copy'],
  ['the hour before', (hour) => swingAt(hour - 1), 14, 'scaled-copy'],
  ['the day before', (hour) => swingAt(hour - 24), 14, 'scaled-copy'],
  ['a constant multiple for less than two weeks', (hour) => 0.97 * swingAt(hour), 13, null],
  ['a real forecast', (hour) => 0.97 * swingAt(hour) * errorAt(0.02)(hour), 14, null],
])('days whose forecast is the actual values in disguise: %s', async (_title, forecastAt, days, copy) => {
  const usual = load('tso', JUNE - before, hours, (hour) => swingAt(hour) * errorAt(0.12)(hour))
  const disguised = load('tso', JUNE + DAY_MS, days * 24, (hour) => forecastAt(before / HOUR_MS + 24 + hour))
  const measured = load('actual', JUNE - before, hours + 10 * 24, swingAt)
  const judged = await juneOf(usual, measured, disguised)
  expect(judged.map(({ copy }) => copy)).toEqual([null, copy, copy, copy])
})

test('a day with any forecast from a file is known as last published', async () => {
  const source = filesOf('test')
  const judged = await juneOf(
    forecast,
    actual,
    { ...load('tso', JUNE - 40 * DAY_MS, 24 * 41, () => 50_500, 15), source },
    { ...load('tso', JUNE + 3 * DAY_MS - HOUR_MS, 1, () => 50_500), source },
  )
  expect(judged.map(({ isLastPublished }) => isLastPublished)).toEqual([true, false, true, false])
})
