import { expect, test } from 'vitest'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DATA_DAYS_PATH, type DataDaysAnswer, DataDaysAnswerSchema } from '#contract/data-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import type { Kind, Quantity, SeriesBlock } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { type Feed, feedName } from '#server/sources/source.ts'
import { openSignedInApp, type CallParameters } from '#server/testing/app.ts'
import { block as blockOf, LOAD, storeForecast, storeValues } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase, aroundQueries } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'

import { composeDataDays } from './data-days.ts'

/** Noon of 1 June 2026 in Brussels. */
const NOW = Date.UTC(2026, 5, 1, 10)
const SOURCE = {
  name: 'test',
  credit: 'Example, CC BY 4.0',
  feeds: [],
  staleAfterMs: 3 * HOUR_MS,
  revisedForMs: 3 * DAY_MS,
}
/** When a day of May begins in Brussels; 32 is 1 June. */
const may = (day: number, hour = 0) => Date.UTC(2026, 3, 30, 22) + (day - 1) * DAY_MS + hour * HOUR_MS

function block(
  quantity: Quantity,
  kind: Kind,
  fromUtc: number,
  toUtc: number,
  valueMw: number | ((hour: number) => number),
  area: MemberCode = 'FR',
): SeriesBlock {
  const powerMw = Array.from({ length: (toUtc - fromUtc) / HOUR_MS }, (_, hour) =>
    typeof valueMw === 'number' ? valueMw : valueMw(hour),
  )
  return blockOf({ area, quantity, kind }, fromUtc, 60, powerMw)
}

const actualLoad = (fromUtc: number, toUtc: number, factor = 1) =>
  block('load', 'actual', fromUtc, toUtc, (hour) => factor * (50_000 + 100 * (hour % 24)))

/** The days of what a database holds, at noon of 1 June. */
const daysOf = (
  database: Database,
  query: Parameters<typeof composeDataDays>[1] = {},
  parts: Partial<Parameters<typeof composeDataDays>[0]> = {},
) => {
  const series = createSeriesStore(database)
  const store = createRunStore(database, series)
  return composeDataDays({ series, store, database, clock: () => NOW, source: SOURCE, ...parts }, query)
}

function marksOf({ marks }: DataDaysAnswer) {
  return marks.map(({ area, item, state, days }) => `${area} ${item} ${state}: ${days.join(' ')}`)
}

describeOnBothEngines('the days of the data', (open) => {
  test('are complete, partial, missing, late, suspicious, copied or revised', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    await storeValues(series, may(31), [
      actualLoad(may(1) - 90 * DAY_MS, may(12, 6)),
      // The 12th ends at 06:00 and the 13th is missing.
      actualLoad(may(14), may(31, 20)),
      actualLoad(may(20), may(22), 0.75),
      block('load', 'tso', may(1) - 90 * DAY_MS, may(33), 51_000),
      block('load', 'tso', may(5), may(6), (hour) => 50_000 + 100 * (hour % 24)),
    ])
    await storeValues(series, may(30), [actualLoad(may(16, 3), may(16, 4), 1.01)])
    // A change on the day after is preliminary.
    await storeValues(series, may(30, 20), [actualLoad(may(29, 3), may(29, 4), 1.01)])
    const withdrawn = { ...LOAD, area: 'FR', fromUtc: may(17), toUtc: may(17, 1) } as const
    await series.mirror([], [withdrawn], { source: 'test', fetchedAtUtc: may(30) })
    const answer = await daysOf(database)
    expect([answer.fromDay, answer.toDay]).toEqual(['2026-04-02', '2026-06-02'])
    const ofFrance = answer.basis.filter(({ area }) => area === 'FR')
    expect(ofFrance).toEqual([
      { area: 'FR', text: expect.stringMatching(/^FR: sources: test \(Example CC BY 4\.0\); actual: /) },
    ])
    expect(marksOf(answer)).toEqual([
      'FR load missing: 2026-05-13',
      'FR load partial: 2026-05-12 2026-05-17',
      'FR load low: 2026-05-20 2026-05-21',
      'FR load late: 2026-05-31 2026-06-01',
      'FR load revised: 2026-05-16 2026-05-17',
      'FR load forecast copied: 2026-05-05',
    ])
    expect(answer.unpublished).toHaveLength(MEMBER_CODES.length * 6 - 2)
    const nowMinutes = (NOW - may(31, 20)) / MINUTE_MS
    expect(answer.delays).toMatchObject([
      { area: 'FR', quantity: 'load', nowMinutes, usualMinutes: null, sinceDay: null },
    ])
    expect(answer.unpublished).toContainEqual({ area: 'FR', item: 'wind forecast' })
    const day = await daysOf(database, { area: 'FR', from: '2026-06-01', to: '2026-06-02' })
    expect(marksOf(day), 'a day alone').toEqual(['FR load late: 2026-06-01'])
    const before = await daysOf(
      database,
      { area: 'FR', from: '2026-05-30', to: '2026-06-01' },
      { source: null },
    )
    expect(marksOf(before)).toEqual(['FR load partial: 2026-05-31'])
    expect(before.delays).toEqual([])
  })

  test('know forecasts that came late, and those that changed after they were due', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    const forecast = (quantity: Quantity, day: number, fetchedAtUtc: number, valueMw: number) =>
      storeForecast(series, fetchedAtUtc, [block(quantity, 'tso', may(day), may(day + 1), valueMw)])
    await forecast('load', 25, may(24, 9), 50_000)
    await forecast('load', 26, may(25, 11), 50_000)
    await forecast('load', 27, may(26, 13), 50_000)
    await forecast('wind', 27, may(26, 13), 9000)
    await forecast('wind', 28, may(27, 18.5), 9000)
    await forecast('wind', 28, may(27, 21), 8000)
    const answer = await daysOf(database, { area: 'CWE', from: '2026-05-25', to: '2026-05-29' })
    expect(marksOf(answer)).toEqual([
      'FR load forecast missing: 2026-05-28',
      'FR load forecast late: 2026-05-27',
      'FR wind forecast missing: 2026-05-25 2026-05-26',
      'FR wind forecast revised: 2026-05-28',
    ])
  })

  test('know where values begin to come from another source, and that its files are not another one', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    const store = (source: string, from: number, to: number) =>
      series.mirror([actualLoad(may(from), may(to)), block('load', 'tso', may(from), may(to), 51_000)], [], {
        source,
        fetchedAtUtc: NOW,
      })
    await store('one', 1, 20)
    await store('one-files', 20, 25)
    await store('two', 25, 32)
    await series.mirror([actualLoad(may(27, 3), may(27, 5))], [], { source: 'csv', fetchedAtUtc: NOW })
    const answer = await daysOf(database, { area: 'FR', from: '2026-05-02', to: '2026-05-31' })
    expect(marksOf(answer).filter((mark) => mark.includes('other-source'))).toEqual([
      'FR load other-source: 2026-05-25 2026-05-27',
      'FR load forecast other-source: 2026-05-25',
    ])
  })

  test('reads of one area nothing of the others, and knows since when all are watched', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    for (const [area, day, fetchedAtUtc] of [
      ['FR', 25, may(24, 9)],
      ['BE', 27, may(26, 13)],
    ] as const)
      await storeForecast(series, fetchedAtUtc, [block('load', 'tso', may(day), may(day + 1), 9000, area)])
    const read: unknown[] = []
    const watched = aroundQueries(database, async (_text, query) => {
      const rows = await query()
      read.push(...rows)
      return rows
    })
    const answer = await daysOf(
      database,
      { area: 'BE', from: '2026-05-25', to: '2026-05-28' },
      { database: watched },
    )
    expect(marksOf(answer)).toEqual([
      'BE load forecast missing: 2026-05-25 2026-05-26',
      'BE load forecast late: 2026-05-27',
    ])
    expect(read).toMatchObject([{ area: 'BE', day: '2026-05-27' }, { source: 'test' }])
  })
})

describeOnBothEngines('runs before the auction', (open) => {
  test('name the hours that the newest one lacked, and what that has cost', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    const store = createRunStore(database, series)
    const dayOf = (day: number) => `2026-05-${String(day).padStart(2, '0')}`
    // Known hours of each day from the 6th on, and how far its forecast was off; five hours are neither late like the last day nor on time.
    const known = [8, 2, 5, 0]
    const errorsMw = [100, 110, 900, 130]
    const days = Array.from({ length: 25 }, (_, day) => ({
      hours: day === 24 ? 2 : (known[day % 4] ?? 8),
      errorMw: errorsMw[day % 4] ?? 0,
    }))
    await store.add(
      days.map(({ hours }, index) =>
        runOf('CZ', dayOf(6 + index), {
          kind: 'early',
          issuedAtUtc: may(5 + index, 9),
          informationUtc: may(5 + index, hours),
        }),
      ),
    )
    const powerMw = days
      .slice(0, -1)
      .flatMap(({ errorMw }) => Array.from({ length: 24 }, (_, hour) => 1700 + hour - errorMw))
    const actual = (quantity: Quantity, valueMw: number | ((hour: number) => number)) =>
      block(quantity, 'actual', may(6), may(30), valueMw, 'CZ')
    await storeValues(series, NOW, [
      actual('load', (hour) => powerMw[hour] ?? NaN),
      actual('solar', 100),
      actual('wind', 100),
    ])
    const ask = async () => (await daysOf(database)).unknownHours
    // Six days of 110 MW and six of 130 MW against six of 100 MW.
    const late = { area: 'CZ', day: '2026-05-30', knownHours: 2, hours: 6 }
    expect(await ask()).toEqual([{ ...late, lateDays: 12, moreErrorPercent: 20 }])
    await store.add([
      runOf('CZ', '2026-05-31', { kind: 'early', issuedAtUtc: may(30, 9), informationUtc: may(30, 8) }),
    ])
    expect(await ask()).toEqual([])
  })
})

describeOnBothEngines('an item without any value', (open) => {
  test('is not published where the source was read, and missing where something could not be', async () => {
    const database = await open()
    const feed: Feed = { area: 'SI', kind: 'actual', quantities: ['solar', 'wind'] }
    const source = { ...SOURCE, feeds: [feed] }
    const state = createReadState(database, source.name, feedName)
    const ask = async () => {
      const query = { area: 'SI', from: '2026-05-01', to: '2026-06-02' } as const
      const { unpublished, marks } = await daysOf(database, query, { source })
      return [unpublished.length, marks.map(({ item, state, days }) => `${item} ${state} ${days.length}`)]
    }
    const missing = [4, ['solar missing 28', 'solar late 4', 'wind missing 28', 'wind late 4']]
    expect(await ask(), 'before anything is read').toEqual(missing)
    await state.markRead(feed, { fromUtc: may(10), toUtc: NOW - 4 * DAY_MS }, NOW, {})
    expect(await ask(), 'while the past is filled').toEqual([6, []])
    const unread = [{ fromUtc: may(12), toUtc: may(13) }]
    await state.markRead(feed, { fromUtc: may(11), toUtc: may(14) }, NOW, { unread })
    expect(await ask()).toEqual(missing)
    expect(await state.missing([{ feed, span: { fromUtc: may(10), toUtc: may(20) } }], NOW)).toEqual([
      { feed, span: unread[0] },
    ])
    await state.markRead(feed, { fromUtc: may(11), toUtc: may(14) }, NOW, {})
    expect(await ask()).toEqual([6, []])
  })
})

test('the call of the days answers a signed-in user, and refuses in one sentence', async () => {
  const app = await openSignedInApp(await openTestDatabase(), () => NOW, { SOURCE: 'none' })
  const ask = (parameters: CallParameters) => app.read(DATA_DAYS_PATH, parameters)
  const answer = DataDaysAnswerSchema.parse((await ask({ area: 'BE' })).json())
  expect(answer).toMatchObject({ marks: [], fromDay: '2026-04-02' })
  expect((await ask({ area: 'XX' })).json()).toEqual({
    error: expect.stringMatching(/^area must be one of CWE, .*, or be left out\.$/),
  })
  const sentence = /^from and to must be dates .*, at most 400 days apart, or both be left out\.$/
  for (const [from, to, status] of [
    ['2026-05-30', '2026-05-30', 400],
    ['2025-03-01', '2026-04-05', 200],
    ['2025-03-01', '2026-04-06', 400],
  ] as const) {
    expect([from, to, (await ask({ from, to })).statusCode]).toEqual([from, to, status])
  }
  expect((await ask({ from: '2026-05-30' })).json()).toEqual({ error: expect.stringMatching(sentence) })
})
