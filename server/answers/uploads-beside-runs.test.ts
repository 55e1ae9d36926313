import { expect, test } from 'vitest'

import { AccuracyAnswerSchema, ACCURACY_PATH, LEADERS_PATH } from '#contract/accuracy.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { DAY_ERRORS_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { HOUR_MS } from '#contract/time.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Database } from '#server/database/database.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import { addColleague } from '#server/testing/app.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'
import { startForecastServer } from '#server/testing/forecast-server.ts'
import { query } from '#server/testing/graph-query.ts'
import { runOf } from '#server/testing/run-of.ts'

const DAYS = Array.from({ length: 9 }, (_, index) => addDays('2025-06-01', index))
const TSO_MW = 1700
const ACTUAL_MW = 1600
const LABEL = 'Vendor · jane'
/** Within 150 MW, with two decimals. */
const noiseMw = (index: number) => Math.round(15_000 * Math.sin(index * 12.9898)) / 100

/** Nine days with an early run of 08:50 and a complete one, and the TSO's forecast with noise as an upload of 08:00 that lacks the hour from 05:00. */
async function open(database: Database) {
  const server = await startForecastServer(database)
  const fill = { load: TSO_MW + 300, solar: 100, wind: 200 }
  await server.fill('DE', 'tso', fill, '2025-06-01', '2025-06-11')
  await server.fill('DE', 'actual', { ...fill, load: ACTUAL_MW + 300 }, '2025-06-01', '2025-06-09')
  await server.store.add(
    DAYS.flatMap((day) => [
      runOf('DE', day, { kind: 'early', issuedAtUtc: deadlinesOf(day).auctionRunUtc }),
      runOf('DE', day),
    ]),
  )
  const upload = (rows: readonly string[], query = 'name=Vendor') =>
    server.app.post(
      `${UPLOADS_PATH}?${query}`,
      ['time_utc,area,quantity,power_mw,issued_utc', ...rows].join('\n'),
      { 'content-type': CSV_TYPE },
    )
  const rowsOf = (issuedAt: string, mwOf: (index: number) => number, days: readonly string[] = DAYS) =>
    days.flatMap((day, place) =>
      Array.from({ length: 24 }, (_, hour) => {
        const time = new Date(timeOfDay(day) + hour * HOUR_MS).toISOString()
        const mw = mwOf(place * 24 + hour).toFixed(2)
        return hour === 5 ? '' : `${time},DE,residual,${mw},${addDays(day, -1)}T${issuedAt}+02:00`
      }),
    )
  await upload(rowsOf('08:00', (index) => TSO_MW + noiseMw(index)))
  return { ...server, upload, rowsOf }
}

const maeOf = (hours: readonly number[]) =>
  hours.reduce((sum, index) => sum + Math.abs(TSO_MW + noiseMw(index) - ACTUAL_MW), 0) / hours.length
const UPLOADED_HOURS = DAYS.flatMap((_, day) =>
  Array.from({ length: 24 }, (__, hour) => day * 24 + hour),
).filter((index) => index % 24 !== 5)

describeOnBothEngines('an uploaded forecast beside our runs', (openDatabase) => {
  test('is scored on the same hours, and only by what was issued before the run', async () => {
    const { overTime, leaders, accuracy, get, upload, rowsOf } = await open(await openDatabase())
    const scoresOf = async (kind: 'early' | 'complete') =>
      (await overTime({ area: 'DE' })).periods.find(({ days }) => days === 28)?.[kind]
    const early = await scoresOf('early')
    const [scored] = early?.uploaded ?? []
    expect(scored).toMatchObject({ label: LABEL, hours: 9 * 23 })
    // The final value is 1500 + the hour: 2029 MW in all 23 hours.
    expect(scored?.finalMaeMw).toBeCloseTo(2029 / 23, 2)
    expect(scored?.maeMw).toBeCloseTo(maeOf(UPLOADED_HOURS), 2)
    expect(early?.hours).toBe(9 * 24)
    const of = (await leaders({})).countries.find(({ country }) => country === 'de')
    expect(of?.periods.map((period) => period.early.uploaded.length)).toEqual([1, 1, 1])
    const errors = async (forecast?: string) =>
      (
        await get(DAY_ERRORS_PATH, {
          area: 'DE',
          from: '2025-06-01',
          to: '2025-06-11',
          format: 'json',
          forecast,
        })
      ).json<{ mae_mw: number; known: string | null; worst_part: string | null }[]>()
    const days = await errors(LABEL)
    expect(days.map(({ mae_mw }) => mae_mw)).toEqual(
      DAYS.map((_, day) => expect.closeTo(maeOf(UPLOADED_HOURS.slice(day * 23, day * 23 + 23)), 1)),
    )
    expect(days[0]).toMatchObject({ known: '1 of 24 hours missing', worst_part: null })
    expect((await errors())[0]).toMatchObject({ worst_part: 'load' })

    // Issued after the run of 08:50, and before the complete one.
    await upload(rowsOf('09:00', () => ACTUAL_MW))
    expect(await scoresOf('early')).toEqual(early)
    expect((await scoresOf('complete'))?.uploaded).toMatchObject([{ hours: 9 * 23, maeMw: 0 }])
    const series = async (more = {}) => {
      const span = { from: '2025-06-09', to: '2025-06-09 01:00' }
      return (
        await get(SERIES_PATH, { area: 'DE', quantity: 'residual', kind: 'uploaded', ...span, ...more })
      ).body
    }
    const row = (mw: string) => `time_utc,forecast,power_mw\n2025-06-08T22:00:00Z,${LABEL},${mw}\n`
    expect(await series()).toBe(row(`${ACTUAL_MW}`))
    expect(await series({ run: 'early' })).toBe(row((TSO_MW + noiseMw(8 * 24)).toFixed(2)))
    expect(await series({ forecast: 'Other · jane' })).toBe('time_utc,forecast,power_mw\n')

    // The newest counts for a day that has not begun.
    await upload(rowsOf('17:59', (index) => 2000 + index, ['2025-06-11']))
    const { uploaded } = await accuracy({ area: 'DE' })
    expect(uploaded).toEqual([
      { label: LABEL, powerMw: Array.from({ length: 24 }, (_, hour) => (hour === 5 ? null : 2000 + hour)) },
    ])
  })
})

describeOnBothEngines('an uploaded forecast of another user', (openDatabase) => {
  test('is in no answer, whatever was cached, until it is for all', async () => {
    const { app, upload } = await open(await openDatabase())
    const [jane, ann] = [await app.signIn(), await addColleague(app)]
    const span = 'area=DE&from=2025-06-01&to=2025-06-11'
    const calls = [
      ['GET', UPLOADS_PATH],
      ['GET', `${SERIES_PATH}?${span}&quantity=residual&kind=uploaded,final`],
      ['GET', `${DAY_ERRORS_PATH}?${span}&forecast=${encodeURIComponent(LABEL)}`],
      ['GET', `${ACCURACY_PATH}?area=DE&day=2025-06-09`],
      ['GET', `/api/v1/accuracy-over-time?area=DE`],
      ['GET', LEADERS_PATH],
      ['POST', `${QUERY_PATH}?with=final`],
    ] as const
    const time = ['2025-06-01 00:00', '2025-06-09 23:59']
    const body = query({ category: 'Residual Load', area: 'DE', time })
    const ask = (bearer: string, [method, url]: (typeof calls)[number], tag = '') =>
      app.server.inject({
        method,
        url,
        headers: { authorization: `Bearer ${bearer}`, 'if-none-match': tag },
        ...(method === 'POST' && { payload: body }),
      })
    const holds = async (bearer: string) => {
      const found = []
      for (const call of calls) {
        const tag = (await ask(jane, call)).headers.etag
        const answer = await ask(bearer, call, bearer === jane ? '' : String(tag))
        found.push(answer.statusCode === 200 ? /Vendor|mae_mw.*\n.*\d/.test(answer.body) : answer.statusCode)
      }
      return found
    }
    expect(await holds(jane)).toEqual(calls.map(() => true))
    expect(await holds(ann)).toEqual(calls.map(() => false))
    await upload(['2025-06-01T00:00Z,DE,load,2000,2025-05-31T00:00Z'], 'name=Vendor&visible_to=all')
    const shown = await app.send('GET', UPLOADS_PATH, ann)
    expect(shown.body).toContain(LABEL)
    const { uploaded } = AccuracyAnswerSchema.parse((await ask(ann, calls[3])).json())
    expect(uploaded).toHaveLength(1)
  })
})
