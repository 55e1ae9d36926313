/** @module-tag thorough */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { ACCURACY_OVER_TIME_PATH, ACCURACY_PATH, LEADERS_PATH, RUNS_PATH } from '#contract/accuracy.ts'
import { DAY_FORECAST_PATH, DAY_SHEET_PATH, PEAKS_PATH } from '#contract/forecast.ts'
import { CHANGES_PATH, DAY_ERRORS_PATH, FORECAST_ROWS_PATH, USUAL_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { QUARTER_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Database } from '#server/database/database.ts'
import { readRunValues } from '#server/forecast/runs/kept/read-runs.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import { QUANTITIES, type SeriesBlock } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openSignedInApp, type CallParameters } from '#server/testing/app.ts'
import { storeForecast, block } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'

/** Days around the change of clocks of 30 March 2025, and around 29 February in the years before. */
const [FIRST, LAST] = ['2025-02-24', '2025-04-02']
const NOW = timeOfDay('2025-04-03', 17)
const RUNS_FROM = '2025-03-26'

/** Quarter hours of some days that no rule leaves untouched, with gaps. */
function quarters(kind: 'actual' | 'tso', from: string, to: string, seed: number): SeriesBlock[] {
  const startsAtUtc = timeOfDay(from)
  const length = (timeOfDay(addDays(to, 1)) - startsAtUtc) / QUARTER_MS
  return (['DE', 'FR'] as const).flatMap((area, place) =>
    QUANTITIES.map((quantity, index) => {
      const powerMw = Array.from({ length }, (_, quarter) =>
        quarter % 991 === index + place
          ? NaN
          : (index === 0 ? 40_000 : 3000) + (((quarter + seed) * 37 + place * 811) % 4001) / 2,
      )
      return block({ area, quantity, kind }, startsAtUtc, 15, powerMw)
    }),
  )
}

type Row = Readonly<Record<string, unknown>>

async function open(database: Database) {
  const series = createSeriesStore(database)
  const provenance = { source: 'test', fetchedAtUtc: NOW }
  for (const [index, year] of ['2023', '2024', '2025'].entries()) {
    await series.mirror(quarters('actual', `${year}-01-20`, `${year}-04-02`, index), [], provenance)
    await series.writeForecast(quarters('tso', `${year}-01-20`, `${year}-04-20`, index), [], provenance)
  }
  const runs = createRunStore(database, series)
  for (let day = RUNS_FROM; day <= LAST; day = addDays(day, 1))
    for (const kind of ['early', 'complete'] as const)
      await runs.add([
        runOf('DE', day, { kind, issuedAtUtc: timeOfDay(day) - (kind === 'early' ? 15 : 7) * 3_600_000 }),
      ])
  return { database, runs }
}

describeOnBothEngines('a value does not depend on the request that it is part of', (openDatabase) => {
  test('series, usual range, errors by day and changes', async () => {
    const { database } = await open(await openDatabase())
    const { read } = await openSignedInApp(database, () => NOW)

    async function ask(path: string, parameters: CallParameters): Promise<Row[]> {
      const answer = await read(path, { format: 'json', ...parameters })
      expect([parameters, answer.statusCode]).toEqual([parameters, 200])
      return answer.json()
    }
    const keyOf = (row: Row | undefined) => String(row?.['time_utc'] ?? row?.['day'])
    const longest = new Map<string, Promise<Row[]>>()
    function askAll(path: string, parameters: CallParameters): Promise<Row[]> {
      const name = `${path} ${JSON.stringify(parameters)}`
      const rows = longest.get(name) ?? ask(path, { ...parameters, to: addDays(LAST, 1) })
      longest.set(name, rows)
      return rows
    }
    /** Asks for some rows of a long answer alone, and expects the same rows. */
    async function compare(path: string, of: CallParameters, place: number, length: number) {
      const all = await askAll(path, of)
      if (all.length === 0) return
      const first = place % all.length
      const to = first + length < all.length ? keyOf(all[first + length]) : addDays(LAST, 1)
      for (const row of await ask(path, { ...of, from: keyOf(all[first]), to })) {
        const same = all.find((other) => keyOf(other) === keyOf(row))
        // A member of a group without any value in the time of a request is left out of a series, and named.
        const isOther = path === SERIES_PATH && row['without'] !== same?.['without']
        expect([of, first, length, row]).toEqual([of, first, length, isOther ? row : same])
      }
    }

    const zone = fc.constantFrom(
      'Europe/Brussels',
      'UTC',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'America/New_York',
    )
    const measured = fc.record({
      kind: fc.constantFrom('actual', 'tso'),
      quantity: fc.constantFrom(...QUANTITIES, 'residual'),
      area: fc.constantFrom('DE', 'CWE'),
      frequency: fc.constantFrom('15min', 'H', 'D'),
      zone,
    })
    const forecast = measured.chain((of) =>
      fc
        .record({ kind: fc.constantFrom('model', 'final'), frequency: fc.constantFrom('H', 'D') })
        .map((more) => ({ ...of, ...more })),
    )
    const band = fc.record({
      kind: fc.constantFrom('p10', 'p90'),
      quantity: fc.constant('residual'),
      area: fc.constant('DE'),
      zone,
    })
    const place = fc.nat({ max: 40_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(measured, forecast, band),
        place,
        fc.integer({ min: 1, max: 120 }),
        (of, ...at) => compare(SERIES_PATH, { from: FIRST, ...of }, ...at),
      ),
      { numRuns: 1000 },
    )
    const days = fc.integer({ min: 1, max: 4 })
    const usual = fc.record({
      area: fc.constantFrom('DE', 'CWE'),
      quantity: fc.constantFrom(...QUANTITIES, 'residual'),
      zone: fc.constantFrom('Europe/Brussels', 'Asia/Kolkata'),
    })
    const day = fc.nat({ max: 30 }).map((after) => addDays(FIRST, after))
    await fc.assert(
      fc.asyncProperty(usual, day, days, async (of, from, length) => {
        const all = await askAll(USUAL_PATH, { from: FIRST, ...of })
        const rows = await ask(USUAL_PATH, { ...of, from, to: addDays(from, length) })
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows)
          expect([of, row]).toEqual([of, all.find((other) => keyOf(other) === keyOf(row))])
      }),
      { numRuns: 60 },
    )
    await fc.assert(
      fc.asyncProperty(place, days, (...at) =>
        compare(DAY_ERRORS_PATH, { from: RUNS_FROM, area: 'DE' }, ...at),
      ),
      { numRuns: 40 },
    )
    const changes = async (of: CallParameters) =>
      (await ask(CHANGES_PATH, { against: 'early', ...of })).filter(({ area }) => area === 'DE')
    const market: Row[] = []
    for (let day = RUNS_FROM; day <= LAST; day = addDays(day, 1)) market.push(...(await changes({ day })))
    for (const inZone of ['UTC', 'Asia/Tokyo', 'America/New_York'])
      for (const row of await changes({ day: '2025-03-30', zone: inZone }))
        expect([inZone, row]).toEqual([inZone, market.find((other) => keyOf(other) === keyOf(row))])
  })

  test('every answer as of now is the answer without it, and stays it', async () => {
    const { database } = await open(await openDatabase())
    let now = NOW
    const { read } = await openSignedInApp(database, () => now)
    const span = { from: '2025-03-25', to: '2025-04-07', zone: 'Asia/Kolkata' }
    // Poland has no values, and nowhere are parts of wind stored.
    const series = ['DE', 'CWE', 'PL', 'SEE'].flatMap((area) =>
      ['wind', 'wind_onshore', 'wind_offshore', 'residual'].flatMap((quantity) =>
        ['H', 'D', '15min'].flatMap((frequency) =>
          ['actual', 'tso', 'model', 'final'].map((kind) => ({ area, quantity, frequency, kind, ...span })),
        ),
      ),
    )
    const days = [LAST, '2025-04-04']
    const calls: [path: string, of: CallParameters][] = [
      ...series.map((of): [string, typeof of] => [SERIES_PATH, of]),
      ...['early', 'tso', 'actual', 'previous'].flatMap((against) =>
        days.map((day): [string, CallParameters] => [CHANGES_PATH, { day, against }]),
      ),
      [DAY_ERRORS_PATH, { area: 'DE', ...span, to: LAST }],
      [USUAL_PATH, { area: 'DE', quantity: 'residual', ...span }],
      ...[FORECAST_ROWS_PATH, DAY_FORECAST_PATH, RUNS_PATH, LEADERS_PATH, PEAKS_PATH, DAY_SHEET_PATH].flatMap(
        (path) => days.map((day): [string, CallParameters] => [path, { day }]),
      ),
      ...[ACCURACY_PATH, ACCURACY_OVER_TIME_PATH].flatMap((path) =>
        days.map((day): [string, CallParameters] => [path, { day, area: 'DE' }]),
      ),
    ]
    const ask = async (path: string, of: CallParameters) => {
      const answer = await read(path, of)
      return { of: `${path} ${JSON.stringify({ ...of, as_of: '' })}`, body: answer.body }
    }
    const as_of = new Date(NOW).toISOString()
    const answers: unknown[] = []
    for (const [path, of] of calls) answers.push(await ask(path, of))
    const asOf = async () => {
      for (const [index, [path, of]] of calls.entries()) {
        const isLacking = /PL|SEE|wind_/.test(`${of['area']} ${of['quantity']}`)
        for (const moment of isLacking ? [as_of, '2020-01-01'] : [as_of])
          expect(await ask(path, { ...of, as_of: moment })).toEqual(answers[index])
      }
    }
    await asOf()
    now += 3_600_000
    const store = createSeriesStore(database)
    await storeForecast(store, now, quarters('tso', '2024-12-20', '2025-04-22', 9))
    await asOf()
  })

  test('quarter hours of the forecasts, which have the shape of the TSO’s', async () => {
    const { database, runs } = await open(await openDatabase())
    const series = createSeriesStore(database)
    const readMeans = createReadMeans({
      series,
      readRunValues: (...which) => readRunValues(runs, ...which),
      clock: () => NOW,
    })
    const start = timeOfDay(RUNS_FROM)
    const length = (timeOfDay(LAST) - start) / QUARTER_MS
    const read = async (
      of: { kind: 'model' | 'final'; quantity: 'wind' | 'residual' },
      first: number,
      count: number,
    ) => {
      const edges = Array.from({ length: count + 1 }, (_, quarter) => start + (first + quarter) * QUARTER_MS)
      const means = await readMeans(['DE'], of.quantity, of.kind, { edges, maxMissingMs: 0 })
      return [...(means.get('DE')?.powerMw ?? [])]
    }
    const of = fc.record({
      kind: fc.constantFrom('model' as const, 'final' as const),
      quantity: fc.constantFrom('wind' as const, 'residual' as const),
    })
    const whole = { kind: 'final', quantity: 'residual' } as const
    const shaped = await read(whole, 0, 4)
    expect(new Set(shaped).size, 'the quarters differ').toBeGreaterThan(1)
    await fc.assert(
      fc.asyncProperty(
        of,
        fc.nat({ max: length - 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (one, first, count) => {
          expect(await read(one, first, count)).toEqual(
            (await read(one, 0, length)).slice(first, first + count),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})
