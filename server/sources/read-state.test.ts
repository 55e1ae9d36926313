import { expect, test } from 'vitest'

import { DAY_MS, type Span } from '#contract/time.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { createReadState } from './read-state.ts'

const NOW_UTC = Date.UTC(2026, 10, 1)
const days = (from: number, to: number): Span => ({ fromUtc: from * DAY_MS, toUtc: to * DAY_MS })

describeOnBothEngines('hours that came without a value', (open) => {
  async function start() {
    const state = createReadState(await open(), 'test', (feed: string) => feed)
    const at = (day: number) => NOW_UTC + day * DAY_MS
    return {
      /** Reads a span on a day of the calendar. */
      read: (day: number, span: Span, holes: Span[], unread: Span[] = [], areHolesSaid = true) =>
        state.markRead('feed', span, at(day), { unread, holes, areHolesSaid }),
      missing: async (day: number) => {
        const parts = await state.missing([{ feed: 'feed', span: days(0, 20) }], at(day))
        return parts.map(({ span }) => [span.fromUtc / DAY_MS, span.toUtc / DAY_MS])
      },
    }
  }

  test('that were filled since are no word of an empty past: they settle after two more answers', async () => {
    const { read, missing } = await start()
    await read(0, days(0, 20), [days(5, 10)])
    await read(3, days(5, 10), [days(8, 10)])
    await read(20, days(0, 20), [days(5, 10)])
    expect(await missing(22)).toEqual([])
    // Only three of the five days had been empty before.
    expect(await missing(23)).toEqual([[5, 8]])
    await read(34, days(5, 8), [days(5, 8)])
    expect(await missing(99)).toEqual([])
  })

  test('are forgotten once the whole span came with values', async () => {
    const { read, missing } = await start()
    await read(0, days(0, 20), [days(5, 10)])
    await read(3, days(0, 20), [])
    await read(20, days(0, 20), [days(5, 10)])
    expect(await missing(23)).toEqual([[5, 10]])
  })

  test('rest only where they were asked for, and not where the answer could not be read', async () => {
    const { read, missing } = await start()
    await read(0, days(0, 20), [days(5, 10)])
    await read(3, days(0, 7), [days(5, 7)], [days(6, 7)])
    expect(await missing(4)).toEqual([[6, 10]])
    await read(14, days(0, 20), [days(5, 10)])
    expect(await missing(99)).toEqual([])
  })

  test('never settle where the source did not say that there is none', async () => {
    const { read, missing } = await start()
    for (const day of [0, 14, 28]) await read(day, days(0, 20), [days(0, 20)], [], false)
    expect(await missing(30)).toEqual([])
    expect(await missing(31)).toEqual([[0, 20]])
    await read(42, days(0, 20), [days(0, 20)])
    expect(await missing(55)).toEqual([[0, 20]])
    await read(56, days(0, 20), [days(0, 20)])
    expect(await missing(99)).toEqual([])
  })
})
