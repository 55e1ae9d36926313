import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import type { SeriesKey, StepMinutes } from '#server/series/series.ts'
import { block, LOAD, readBlock, START, storeValues } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { createSeriesStore } from './series-store.ts'

const SOLAR: SeriesKey = { area: 'FR', quantity: 'solar', kind: 'tso' }
const HOURS = 16

interface Observation extends SeriesKey {
  ts: Date
  value: number
}

function observations(database: Database): Promise<Observation[]> {
  return database.query<Observation>(
    'SELECT area, quantity, kind, ts, value FROM observation ORDER BY area, quantity, kind, ts',
  )
}

describeOnBothEngines('observation view', (open) => {
  test('gives every value as a row', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    const provenance = { source: 'test', fetchedAtUtc: START }
    await store.mirror(
      [
        block(LOAD, START, 60, [51_234.56, NaN, 0, -0.5]),
        block(LOAD, START, 15, [1, NaN, 2]),
        block(SOLAR, START, 30, [1e-9, 7.125]),
      ],
      [],
      provenance,
    )
    const row = (key: SeriesKey, minutes: number, value: number) => ({
      ...key,
      ts: new Date(START + minutes * MINUTE_MS),
      value,
    })
    expect(await observations(database)).toEqual([
      row(LOAD, 0, 1),
      row(LOAD, 15, 51_234.56),
      row(LOAD, 30, 2),
      row(LOAD, 45, 51_234.56),
      // The next month is stored only by the hour.
      row(LOAD, 120, 0),
      row(LOAD, 180, -0.5),
      row(SOLAR, 0, 0),
      row(SOLAR, 30, 7.13),
    ])
    expect(
      await database.query("SELECT DISTINCT source, fetched_at FROM observation WHERE area = 'FR'"),
    ).toEqual([{ source: 'test', fetched_at: new Date(START) }])
  })

  test('says what the decoder says', async () => {
    const database = await open()
    const power = fc.oneof(
      fc.constant(NaN),
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    )
    const blocks = fc.array(
      fc
        .record({
          stepMinutes: fc.constantFrom<StepMinutes>(15, 30, 60),
          powerMw: fc.array(power, { maxLength: HOURS * 4 }),
        })
        .map(({ stepMinutes, powerMw }) =>
          block(LOAD, START, stepMinutes, powerMw.slice(0, (HOURS * 60) / stepMinutes)),
        ),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(blocks, async (blocks) => {
        await database.query('DELETE FROM chunk')
        const store = createSeriesStore(database)
        await storeValues(store, START, blocks)
        const found = new Map((await observations(database)).map(({ ts, value }) => [ts.getTime(), value]))
        const expected: [number, number][] = []
        // Month by month, since each is stored at its own steps.
        for (const fromUtc of [START, START + HOUR_MS]) {
          const toUtc = fromUtc === START ? START + HOUR_MS : START + HOURS * HOUR_MS
          const read = await readBlock(store, LOAD, { fromUtc, toUtc })
          for (const [slot, value] of (read?.powerMw ?? []).entries()) {
            if (!Number.isNaN(value))
              expected.push([fromUtc + slot * (read?.stepMinutes ?? 0) * MINUTE_MS, value + 0])
          }
        }
        expect(found).toEqual(new Map(expected))
      }),
      { numRuns: 15 },
    )
  })
})
