import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { knownAt } from '#server/series/known.ts'
import { createRevision } from '#server/series/revision.ts'
import type { SeriesBlock, SeriesKey, StepMinutes, StoredQuantity } from '#server/series/series.ts'
import { readBlock, block, LATER, LOAD, OTHER, FIRST, START, tables, WIND } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { createSeriesStore, type SeriesStore } from './series-store.ts'

describeOnBothEngines('series store', (open) => {
  test('reads back what was written, over a month and with missing values', async () => {
    const store = createSeriesStore(await open())
    expect(await store.mirror([block(LOAD, START, 60, [1.25, NaN, 3])], [], FIRST)).toBe(2)
    const span = { fromUtc: START - HOUR_MS, toUtc: START + 4 * HOUR_MS }
    const read = await store.read([WIND, LOAD], span)
    expect(read(WIND)).toEqual({
      startsAtUtc: span.fromUtc,
      stepMinutes: 60,
      powerMw: new Float64Array(5).fill(NaN),
    })
    expect(read(LOAD)).toEqual({
      startsAtUtc: span.fromUtc,
      stepMinutes: 60,
      powerMw: Float64Array.from([NaN, 1.25, NaN, 3, NaN]),
    })
    expect(() => read({ ...LOAD, kind: 'tso' })).toThrow('The series DE load tso was not read')
  })

  test('removes a chunk of a finer step that has become empty', async () => {
    const store = createSeriesStore(await open())
    await store.mirror([block(LOAD, START, 15, [1, 2])], [], FIRST)
    await store.mirror([block(LOAD, START, 60, [100])], [], LATER)
    expect(await readBlock(store, LOAD, { fromUtc: START, toUtc: START + HOUR_MS })).toEqual({
      startsAtUtc: START,
      stepMinutes: 60,
      powerMw: Float64Array.of(100),
    })
  })

  describe('values from files', () => {
    const FILES = { source: 'test', fetchedAtUtc: LATER.fetchedAtUtc + 1 }
    const LOAD_FORECAST = { ...LOAD, kind: 'tso' } as const
    const updatedAt = (utc: number) => () => utc
    const SPAN = { fromUtc: START, toUtc: START + 3 * HOUR_MS }
    const readAll = async (store: SeriesStore, key: SeriesKey, withoutFiles = false) => {
      const read = await store.read([key], SPAN)
      return [...read(key, withoutFiles).powerMw]
    }

    test('fill what is missing, and replace only what was fetched before they were changed', async () => {
      const store = createSeriesStore(await open())
      await store.mirror([block(LOAD, START, 60, [1, NaN, 3])], [], FIRST)
      const file = [block(LOAD, START, 60, [7, 8, 9])]
      const updatedUtc = (_: StoredQuantity, hourUtc: number) =>
        hourUtc < START + HOUR_MS ? FIRST.fetchedAtUtc : FIRST.fetchedAtUtc + 1
      expect(await store.writeArchived(file, updatedUtc, FILES)).toBe(3)
      expect(await readAll(store, LOAD)).toEqual([1, 8, 9])
      expect(await readAll(store, LOAD, true)).toEqual([1, NaN, NaN])
      const later = [block(LOAD, START, 60, [7, 80, 90])]
      await store.writeArchived(later, updatedUtc, { ...FILES, fetchedAtUtc: FILES.fetchedAtUtc + 1 })
      expect(await readAll(store, LOAD)).toEqual([1, 80, 90])
    })

    test('give way to what the source itself says, and stay where it says nothing', async () => {
      const store = createSeriesStore(await open())
      await store.writeArchived(
        [block(LOAD, START, 15, [7, 7, 7, 7, 8, 8, 8, 8])],
        updatedAt(Infinity),
        FILES,
      )
      const withdrawn = { ...LOAD, ...SPAN }
      await store.mirror([block(LOAD, START, 60, [1])], [withdrawn], LATER)
      expect(await readAll(store, LOAD)).toEqual([1, 1, 1, 1, 8, 8, 8, 8, NaN, NaN, NaN, NaN])
    })

    test('never take the place of a forecast, and are known from when they were stored', async () => {
      const store = createSeriesStore(await open())
      await store.writeForecast([block(LOAD_FORECAST, START, 60, [1])], [], FIRST)
      await store.writeArchived([block(LOAD_FORECAST, START, 60, [7, 8])], updatedAt(Infinity), FILES)
      expect(await readAll(store, LOAD_FORECAST)).toEqual([1, 8, NaN])
      expect(await readAll(store, LOAD_FORECAST, true)).toEqual([1, NaN, NaN])
      const hoursKnown = async (utc: number) =>
        (await store.readForecastsAsOf([LOAD_FORECAST], SPAN, knownAt(utc)))(LOAD_FORECAST).powerMw.filter(
          (_, quarter) => quarter % 4 === 0,
        )
      expect([...(await hoursKnown(FILES.fetchedAtUtc - 1))]).toEqual([1, NaN, NaN])
      expect([...(await hoursKnown(FILES.fetchedAtUtc))]).toEqual([1, 8, NaN])
    })
  })

  test('writes many batches as one, or none of them if one fails', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    async function* batches(isBroken: boolean) {
      yield [block(LOAD, START, 60, [1])]
      yield [block(WIND, START, 60, [2]), block(LOAD, START + HOUR_MS, 60, [3])]
      await Promise.resolve()
      if (isBroken) throw new Error('line 7 is wrong')
    }
    await expect(store.writeAll([WIND, LOAD], batches(true), FIRST, 'replace')).rejects.toThrow('line 7')
    expect(await tables(database)).toEqual([])
    const revision = createRevision(database)
    const before = await revision.current()
    expect(await store.writeAll([WIND, LOAD], batches(false), FIRST, 'replace')).toBe(3)
    expect(await revision.current()).toBe(before + 1)
    expect(await store.writeAll([WIND, LOAD], batches(false), LATER, 'replace')).toBe(0)
  })

  test('refuses a batch of a series that was not named', async () => {
    const database = await open()
    async function* batches() {
      yield [block(WIND, START, 60, [2])]
      yield [block(LOAD, START, 60, [1])]
    }
    await expect(createSeriesStore(database).writeAll([WIND], batches(), FIRST, 'replace')).rejects.toThrow(
      'DE load actual has no id',
    )
    expect(await tables(database)).toEqual([])
  })

  test('every chunk knows where its values came from; a write that changes nothing leaves that as it was', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    await store.mirror([block(LOAD, START, 60, [1])], [], FIRST)
    expect(await store.mirror([block(LOAD, START, 60, [1])], [], LATER)).toBe(0)
    expect(await tables(database)).toMatchObject([
      { source: 'test', fetched_at: new Date(FIRST.fetchedAtUtc) },
    ])
    await store.mirror([block(LOAD, START, 60, [2])], [], LATER)
    expect(await tables(database)).toMatchObject([
      { source: 'test', fetched_at: new Date(LATER.fetchedAtUtc) },
    ])
  })

  test('the other hours of a month keep the values of another source, and withdrawing takes only own ones', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    await store.mirror([block(LOAD, START, 60, [1, 2, 3])], [], FIRST)
    await store.mirror([block(LOAD, START, 60, [NaN, 20])], [], OTHER)
    const span = { fromUtc: START, toUtc: START + 3 * HOUR_MS }
    expect([...(await readBlock(store, LOAD, span)).powerMw]).toEqual([1, 20, 3])
    await store.mirror([], [{ ...LOAD, ...span }], OTHER)
    expect([...(await readBlock(store, LOAD, span)).powerMw]).toEqual([1, NaN, 3])
    const times = await database.query('SELECT DISTINCT source, fetched_at FROM chunk')
    expect(times).toEqual([{ source: 'test', fetched_at: new Date(FIRST.fetchedAtUtc) }])
  })

  test('sees the revision of another process at once where it can, else within a second', async () => {
    const database = await open()
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => now.mockRestore())
    const revision = createRevision(database)
    const before = await revision.current()
    await database.query('UPDATE revision SET number = number + 1')
    expect(await revision.current()).toBe(database.engine === 'embedded' ? before + 1 : before)
    now.mockReturnValue(1000)
    expect(await revision.current()).toBe(before + 1)
  })

  test('refuses a block off its steps and stores nothing of the batch', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    const blocks = [block(LOAD, START, 60, [1]), block(WIND, START + 1, 60, [1])]
    await expect(store.mirror(blocks, [], FIRST)).rejects.toThrow(RangeError)
    expect(await tables(database)).toEqual([])
  })

  test('gives the span that has values of a kind', async () => {
    const store = createSeriesStore(await open())
    expect(await store.coverage('actual')).toBeNull()
    await store.mirror(
      [
        block(LOAD, START, 15, [NaN, 1, 2]),
        block({ ...WIND, kind: 'actual' }, START + 40 * 24 * HOUR_MS, 60, [3, NaN]),
        block(WIND, START - HOUR_MS, 60, [3]),
      ],
      [],
      FIRST,
    )
    expect(await store.coverage('actual')).toEqual({
      fromUtc: START + 15 * MINUTE_MS,
      toUtc: START + 40 * 24 * HOUR_MS + HOUR_MS,
    })
  })

  test('writers of the same series at the same time lose nothing', async () => {
    const database = await open()
    const keys = [LOAD, WIND]
    await Promise.all(
      Array.from({ length: 16 }, (_, hour) => {
        const inOrder = hour % 2 === 0 ? keys : keys.toReversed()
        const blocks = inOrder.map((key) => block(key, START + hour * HOUR_MS, 60, [hour]))
        return createSeriesStore(database).mirror(blocks, [], FIRST)
      }),
    )
    const span = { fromUtc: START, toUtc: START + 16 * HOUR_MS }
    const read = await createSeriesStore(database).read(keys, span)
    const hours = Array.from({ length: 16 }, (_, hour) => hour)
    expect(keys.map((key) => [...read(key).powerMw])).toEqual([hours, hours])
  })
})

/** Blocks that agree: at each step every slot has one value, whichever block brings it. */
const agreeingBlock = fc
  .record({
    key: fc.constantFrom(LOAD, WIND),
    stepMinutes: fc.constantFrom<StepMinutes>(15, 30, 60),
    startSlot: fc.integer({ min: 0, max: 12 }),
    isPresent: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  })
  .map(({ key, stepMinutes, startSlot, isPresent }) =>
    block(
      key,
      START + startSlot * stepMinutes * MINUTE_MS,
      stepMinutes,
      isPresent.map((present, index) => (present ? stepMinutes * 1000 + startSlot + index : NaN)),
    ),
  )

describeOnBothEngines('series store, whatever comes', (open) => {
  const blocksAndOrder = fc.array(agreeingBlock, { maxLength: 8 }).chain((blocks) =>
    fc.record({
      blocks: fc.constant(blocks),
      shuffled: fc.shuffledSubarray(blocks, { minLength: blocks.length }),
      cut: fc.nat({ max: blocks.length }),
    }),
  )

  async function stateAfter(database: Database, batches: SeriesBlock[][]): Promise<object[]> {
    await database.query('DELETE FROM chunk')
    const store = createSeriesStore(database)
    for (const blocks of batches) await store.mirror(blocks, [], FIRST)
    return tables(database)
  }

  test('any order of the same blocks gives the same table, and any batches that begin with the coarser ones', async () => {
    const database = await open()
    await fc.assert(
      fc.asyncProperty(blocksAndOrder, async ({ blocks, shuffled, cut }) => {
        const whole = await stateAfter(database, [blocks])
        expect(await stateAfter(database, [shuffled])).toEqual(whole)
        const fromCoarse = shuffled.toSorted((a, b) => b.stepMinutes - a.stepMinutes)
        const inPieces = await stateAfter(database, [fromCoarse.slice(0, cut), fromCoarse.slice(cut)])
        expect(inPieces).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  test('writing twice changes nothing', async () => {
    const database = await open()
    await fc.assert(
      fc.asyncProperty(
        fc.array(agreeingBlock, { maxLength: 8 }),
        fc.constantFrom('replace' as const, 'keep-first' as const),
        async (blocks, mode) => {
          await database.query('DELETE FROM chunk')
          const store = createSeriesStore(database)
          await store.writeAll([LOAD, WIND], [blocks], FIRST, mode)
          const once = await tables(database)
          expect(await store.writeAll([LOAD, WIND], [blocks], LATER, mode)).toBe(0)
          expect(await tables(database)).toEqual(once)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a write changes its own slots and no others, and counts them', async () => {
    const database = await open()
    const hours = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: NaN }), {
      minLength: 1,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(hours, hours, fc.nat({ max: 20 }), async (before, after, offset) => {
        await database.query('DELETE FROM chunk')
        const store = createSeriesStore(database)
        const span = { fromUtc: START, toUtc: START + 60 * HOUR_MS }
        await store.mirror([block(LOAD, START, 60, before)], [], FIRST)
        const old = await readBlock(store, LOAD, span)
        const write = block(LOAD, START + offset * HOUR_MS, 60, after)
        const changedSlots = await store.mirror([write], [], LATER)
        const now = await readBlock(store, LOAD, span)
        const expected = [...(old?.powerMw ?? [])].map((value, hour) => {
          const next = after[hour - offset] ?? NaN
          return Number.isNaN(next) ? value : next
        })
        expect([...(now?.powerMw ?? [])]).toEqual(expected)
        expect(changedSlots).toBe(
          expected.filter((value, hour) => !Object.is(value, old?.powerMw[hour])).length,
        )
      }),
      { numRuns: 25 },
    )
  })
})
