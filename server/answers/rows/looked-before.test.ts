/** @module-tag thorough */
import { expect, test } from 'vitest'

import { FORECAST_ROWS_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { addDays, hourOf, timeOfDay } from '#contract/zone-time.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openSignedInApp, type CallParameters } from '#server/testing/app.ts'
import { block, storeForecast } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'

/** Days around both changes of the clock of 2025 in Brussels and in New York. */
const WINDOWS = [
  ['2025-03-08', '2025-03-11'],
  ['2025-03-29', '2025-04-01'],
  ['2025-10-25', '2025-10-28'],
  ['2025-11-01', '2025-11-04'],
] as const
const LAST = '2025-11-04'
const ZONES = ['Europe/Brussels', 'America/New_York', 'Asia/Kolkata'] as const

/** Hours of the days before delivery, one of which the clocks skip or repeat. */
const LOOKS = [
  [1, '08:00', 'H'],
  [1, '08:00', 'D'],
  [2, '02:30', 'H'],
] as const

type Row = Readonly<Record<string, unknown>>
const isKnown = (row: Row) => row['power_mw'] !== null

describeOnBothEngines('what was known at an hour before each delivery', (openDatabase) => {
  test('is what single days were at that moment, and nothing that comes later changes it', async () => {
    const database = await openDatabase()
    const series = createSeriesStore(database)
    const runs = createRunStore(database, series)
    const { read } = await openSignedInApp(database, () => timeOfDay('2026-01-10'))
    const days = WINDOWS.flatMap(([first, last]) => {
      const from = addDays(first, -2)
      const count = (Date.parse(last) - Date.parse(from)) / DAY_MS + 2
      return Array.from({ length: count }, (_, after) => addDays(from, after))
    })
    /** Publishes a TSO forecast and a run of a day some hours before it, with other values in each version. */
    async function publish(place: number, version: number, hoursBefore: number) {
      const day = days[place] ?? ''
      const issuedAtUtc = timeOfDay(day) - hoursBefore * HOUR_MS
      const run = runOf('DE', day, { issuedAtUtc, kind: version < 2 ? 'early' : 'complete' })
      const load = run.hours.final.load.map((mw) => (mw ?? 0) + 1000 * version + place)
      const { final, model } = run.hours
      const hours = { ...run.hours, final: { ...final, load }, model: { ...model, load } }
      await runs.add([{ ...run, hours }])
      const blocks = QUANTITIES.map((quantity, index) => {
        const powerMw = Array.from(
          { length: (timeOfDay(addDays(day, 1)) - timeOfDay(day)) / HOUR_MS },
          (_, hour) =>
            version === 1 && hour === place % 24 ? NaN : 1000 * version + 10 * place + hour + index,
        )
        return block({ area: 'DE', quantity, kind: 'tso' }, timeOfDay(day), 60, powerMw)
      })
      await storeForecast(series, issuedAtUtc, blocks)
    }
    const published = days.flatMap((day, place) =>
      [28 + ((place * 7) % 9), 13 + ((place * 5) % 7), 3 + ((place * 11) % 20)].map(
        (hoursBefore, version) => ({
          place,
          version,
          hoursBefore,
          utc: timeOfDay(day) - hoursBefore * HOUR_MS,
        }),
      ),
    )
    // A source is fetched in the order of time: what is stored is the last version.
    for (const { place, version, hoursBefore } of published.toSorted((a, b) => a.utc - b.utc))
      await publish(place, version, hoursBefore)

    async function ask(path: string, parameters: CallParameters): Promise<Row[]> {
      const answer = await read(path, { format: 'json', ...parameters })
      expect([parameters, answer.statusCode]).toEqual([parameters, 200])
      return answer.json<Row[]>()
    }
    const asked = ZONES.flatMap((zone) =>
      LOOKS.map(([daysBefore, time, frequency]) => ({ zone, daysBefore, time, frequency })),
    )
    const wanted = { area: 'DE', quantity: 'residual', kind: 'tso,model,final', columns: 'published_utc' }
    /** The rows of a long answer by local day, of the days that have forecasts of their own. */
    async function askLong({ zone, daysBefore, time, frequency }: (typeof asked)[number]) {
      const [from, to] = [WINDOWS[0][0], addDays(LAST, 1)]
      const as_of = `D-${daysBefore}T${time}`
      const rows = await ask(SERIES_PATH, { ...wanted, zone, frequency, from, to, as_of })
      const answered = days.filter((day) => WINDOWS.some(([first, last]) => day >= first && day <= last))
      return answered.map((day) => {
        const [fromUtc, toUtc] = [hourOf(day, 0, zone), hourOf(day, 24, zone)]
        const isOfDay = (utc: number) => utc >= fromUtc && utc < toUtc
        const ofDay = rows.filter(({ time_utc }) => isOfDay(Date.parse(String(time_utc))))
        return { day, rows: ofDay.filter(isKnown) }
      })
    }
    const long: Awaited<ReturnType<typeof askLong>>[] = []
    for (const of of asked) {
      const answer = await askLong(of)
      long.push(answer)
      for (const { day, rows } of answer) {
        const { zone, daysBefore, time, frequency } = of
        const as_of = `${addDays(day, -daysBefore)}T${time}`
        const alone = { ...wanted, zone, frequency, from: day, to: addDays(day, 1), as_of }
        expect([of, day, rows]).toEqual([of, day, (await ask(SERIES_PATH, alone)).filter(isKnown)])
      }
    }
    const answered = long.flat().flatMap(({ rows }) => rows)
    const versions = new Set(answered.map(({ published_utc }) => published_utc))
    expect(versions.size, 'the moments lie between versions').toBeGreaterThan(days.length)

    const whole = { from: WINDOWS[0][0], to: addDays(LAST, 1), versions: 'all' }
    const everyVersion = await ask(SERIES_PATH, { ...wanted, ...whole })
    for (const { day, rows } of long[0] ?? []) {
      const last = new Map<string, Row>()
      for (const row of everyVersion) {
        const utc = Date.parse(String(row['time_utc']))
        const isOfDay = utc >= timeOfDay(day) && utc < timeOfDay(addDays(day, 1))
        if (isOfDay && Date.parse(String(row['published_utc'])) <= timeOfDay(addDays(day, -1), 8))
          last.set(`${utc} ${String(row['kind'])}`, row)
      }
      // A later version that changed nothing has no row of its own.
      const values = rows.map((row) => ({ ...row, published_utc: expect.any(String) }))
      expect([...last.values()].filter(isKnown), `the last versions of ${day}`).toEqual(values)
    }

    const forecast = { day: '2025-10-27', zone: 'America/New_York' }
    expect(await ask(FORECAST_ROWS_PATH, { ...forecast, as_of: 'D-1T08:00' })).toEqual(
      await ask(FORECAST_ROWS_PATH, { ...forecast, as_of: '2025-10-26T08:00' }),
    )

    // At the end of the delivery day, later than all of these hours.
    for (const place of days.keys()) await publish(place, 3, -23)
    for (const [index, of] of asked.entries()) expect(await askLong(of)).toEqual(long[index])
  })
})
