import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import type { SeriesBlock, StepMinutes } from '#server/series/series.ts'
import { readBlock, block, LATER, LOAD, FIRST, START, tables, WIND } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { createSeriesStore } from './series-store.ts'

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
