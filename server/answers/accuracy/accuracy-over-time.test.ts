import { describe, expect, test } from 'vitest'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { addDays } from '#contract/zone-time.ts'
import { raiseRevision } from '#server/series/revision.ts'
import { filesOf } from '#server/series/series.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { startForecastServer } from '#server/testing/forecast-server.ts'
import { runOf, withFinalLoad } from '#server/testing/run-of.ts'

const TOMORROW = '2025-06-11'
const ACTUAL = { load: 1700, solar: 100, wind: 100 }
const TSO = { load: 1800, solar: 120, wind: 80 }

function daysBack(count: number): string[] {
  return Array.from({ length: count }, (_, back) => addDays(TOMORROW, -back))
}

/** A server with runs of the last days, and all actual values. */
async function startWithRuns(days: number) {
  const server = await startForecastServer(await openTestDatabase())
  await server.store.add(daysBack(days).map((day) => runOf('DE', day)))
  await server.fill('DE', 'actual', ACTUAL, '2025-02-01', '2025-06-09')
  return server
}

/** A run whose final value is 1800 MW in every hour. */
const earlyRunOf = (day: string) => withFinalLoad(runOf('DE', day, { kind: 'early', isReplayed: true }), 2000)

describeOnBothEngines('accuracy over time', (open) => {
  test('scores 7, 28 and 90 days of each kind of run, in all and by hour, and says how many days there are', async () => {
    const server = await startForecastServer(await open())
    await server.store.add([
      ...daysBack(100).map((day) => runOf('DE', day)),
      ...daysBack(12).map((day) => earlyRunOf(day)),
    ])
    await server.fill('DE', 'actual', ACTUAL, '2025-02-01', '2025-06-09')
    await server.fill('DE', 'tso', TSO, '2025-02-01', TOMORROW)
    const answer = await server.overTime({ area: 'DE' })
    expect(answer).toMatchObject({ country: 'de', day: TOMORROW, shownKind: 'complete' })
    expect(
      answer.periods.map(({ days, early, complete }) => [days, early.days, complete.days, complete.fromDay]),
    ).toEqual([
      [7, 7, 7, '2025-06-03'],
      [28, 10, 28, '2025-05-13'],
      [90, 10, 90, '2025-03-12'],
    ])
    const month = answer.periods[1]
    // Early 1800 and complete 1500 + h against 1500; the TSO 1600.
    expect(month?.early).toMatchObject({ finalMaeMw: 300, tsoMaeMw: 100, replayedDays: 10, hours: 240 })
    expect(month?.complete).toMatchObject({
      finalMaeMw: 11.5,
      meanLoadMw: 1700,
      replayedDays: 0,
      tsoForecast: 'published',
    })
    expect(month?.complete.byHour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, h) => h))
    expect(month?.complete.byHour[17]).toEqual({
      hour: 17,
      hours: 28,
      tsoMaeMw: 100,
      modelMaeMw: 483,
      finalMaeMw: 17,
      bandCoverage: 1,
    })
    // The 28 days of both answers are the same.
    const { scores, yesterday } = await server.accuracy({ area: 'DE' })
    expect(month?.complete).toMatchObject(scores)
    expect(yesterday).toMatchObject({ day: '2025-06-09', finalMaeMw: 11.5, tsoMaeMw: 100 })
    // The running day does not count, although three whole hours of an Indian day are over.
    const { periods } = await server.overTime({ area: 'DE' }, 'Asia/Kolkata')
    expect(new Set(periods[0]?.complete.byHour.map(({ hours }) => hours))).toEqual(new Set([7]))
  })

  test('a revised value, a new run and a removed one change the scores that were given before, as on a server that has just started', async () => {
    const database = await open()
    const server = await startForecastServer(database)
    const scores = async (other = server) =>
      (await other.leaders({ day: TOMORROW })).countries.find(({ country }) => country === 'de')?.periods[0]
        ?.complete
    await server.store.add(daysBack(40).map((day) => runOf('DE', day)))
    await server.fill('DE', 'actual', ACTUAL, '2025-05-01', '2025-06-09')
    expect(await scores()).toMatchObject({ days: 7, finalMaeMw: 11.5 })
    await server.fill('DE', 'actual', { load: 1770 }, '2025-06-01', '2025-06-01')
    await server.fill('DE', 'actual', { load: 1630 }, '2025-06-07', '2025-06-07')
    expect(await scores()).toMatchObject({ days: 7, finalMaeMw: (6 * 11.5 + 81.5) / 7 })
    await server.store.add([withFinalLoad(runOf('DE', '2025-06-07'), 1830)])
    expect((await scores())?.finalMaeMw).not.toBeCloseTo((6 * 11.5 + 81.5) / 7)
    await database.transaction(async (connection) => {
      await connection.query("DELETE FROM forecast_run WHERE delivery_day = DATE '2025-06-07'")
      await raiseRevision(connection)
    })
    expect(await scores()).toEqual(await scores(await startForecastServer(database)))
    expect(await scores()).toMatchObject({ days: 7, fromDay: '2025-06-02' })
  })
})

const WITHOUT_TSO = {
  hours: Array.from({ length: 24 }, () => ({ tso: null, actual: 1500 })),
  finalMaeMw: 11.5,
  tsoMaeMw: null,
}

describe('days and forecasts that do not count', () => {
  test('says that a copy of the actual values is not a forecast, and where there is none', async () => {
    const server = await startWithRuns(60)
    await server.store.add(daysBack(60).map((day) => runOf('AT', day)))
    await server.fill('AT', 'actual', ACTUAL, '2025-02-01', '2025-06-09')
    // Real until the middle of April, then a copy.
    await server.fill('DE', 'tso', TSO, '2025-02-01', '2025-04-15')
    await server.fill('DE', 'tso', ACTUAL, '2025-04-16', TOMORROW)
    const { day, countries } = await server.leaders({ day: TOMORROW })
    expect(day).toBe(TOMORROW)
    expect(countries.map(({ country }) => country)).toEqual([...FORECAST_COUNTRIES])
    const scoresOf = (code: string, index: number) =>
      countries.find(({ country }) => country === code)?.periods[index]?.complete
    expect(scoresOf('de', 1)).toMatchObject({ tsoForecast: 'copied', tsoMaeMw: null, finalMaeMw: 11.5 })
    expect(scoresOf('at', 1)).toMatchObject({ tsoForecast: 'missing', tsoMaeMw: null, finalMaeMw: 11.5 })
    expect(scoresOf('nl', 2)).toMatchObject({ days: 0, hours: 0, fromDay: null, finalMaeMw: null })
    expect(countries.find(({ country }) => country === 'nl')?.shownKind).toBeNull()
  })

  test('leaves out days whose actual values are suspicious, and says how many', async () => {
    const server = await startWithRuns(100)
    await server.fill('DE', 'tso', TSO, '2025-02-01', TOMORROW)
    // Two thirds of the load, and the sun of one day alone.
    await server.fill('DE', 'actual', { load: 1130 }, '2025-06-05', '2025-06-06')
    await server.fill('DE', 'actual', { solar: 10 }, '2025-06-08', '2025-06-08')
    const { periods } = await server.overTime({ area: 'DE' })
    expect(
      periods.map(({ complete: { days, suspiciousDays, fromDay } }) => [days, suspiciousDays, fromDay]),
    ).toEqual([
      [7, 2, '2025-06-01'],
      [28, 2, '2025-05-11'],
      [90, 2, '2025-03-10'],
    ])
    const { scores } = await server.accuracy({ area: 'DE' })
    expect(periods[1]?.complete).toMatchObject(scores)
  })

  test('leaves out the TSO’s forecast on the days on which it is a copy', async () => {
    const server = await startWithRuns(60)
    await server.fill('DE', 'tso', TSO, '2025-02-01', TOMORROW)
    await server.fill('DE', 'tso', { load: ACTUAL.load }, '2025-06-08', '2025-06-09')
    expect(await server.accuracy({ area: 'DE' })).toMatchObject({
      scores: { days: 28, tsoForecast: 'published', tsoMaeMw: 100, hours: 26 * 24 },
      yesterday: WITHOUT_TSO,
    })
    await server.fill('DE', 'tso', { load: ACTUAL.load }, '2025-06-03', '2025-06-09')
    const { periods } = await server.overTime({ area: 'DE' })
    expect(periods[0]?.complete).toMatchObject({ days: 7, tsoForecast: 'copied', tsoMaeMw: null, hours: 168 })
  })

  test('leaves out TSO forecasts that are known only as they were last published', async () => {
    const server = await startWithRuns(60)
    // From files until the first of June, then in time.
    await server.fill('DE', 'tso', TSO, '2025-02-01', '2025-06-01', filesOf('test'))
    expect(await server.accuracy({ area: 'DE', day: '2025-06-02' })).toMatchObject({
      scores: { tsoForecast: 'last-published', tsoMaeMw: null, finalMaeMw: 11.5, hours: 28 * 24 },
      yesterday: WITHOUT_TSO,
    })
    await server.fill('DE', 'tso', TSO, '2025-06-02', TOMORROW)
    const { periods } = await server.overTime({ area: 'DE' })
    expect(periods[1]?.complete).toMatchObject({ tsoForecast: 'published', tsoMaeMw: 100, hours: 8 * 24 })
  })
})
