import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import type { DayMark } from '#contract/data-days.ts'
import type { Query, QueryExtras } from '#contract/query.ts'
import { ApiError, SessionEndedError } from '#web/api/api-error.ts'

import { marksOf, remarksOf } from './day-marks.ts'
import { createDefaultFilters, type GraphData } from './graph-card.ts'
import { createGraphStore } from './graph-store.ts'
import { createDaysQueries } from './query-body.ts'
import { createQueryRunner } from './query-runner.ts'
import { readCurves } from './read-answer.ts'

const NOW = new Date(2026, 10, 20, 11, 30).getTime()

interface SentQuery {
  query: Query
  extras: QueryExtras
  signal: AbortSignal
  answer: (answer: GraphData) => void
  fail: (error: unknown) => void
}

function start() {
  let ids = 0
  const store = createGraphStore({ clock: () => NOW, newId: () => `card-${(ids += 1)}` })
  const sent: SentQuery[] = []
  const runner = createQueryRunner({
    store,
    ask: (query, extras, signal) =>
      new Promise((answer, fail) => {
        sent.push({ query, extras, signal, answer, fail })
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
  })
  const take = (index: number) => {
    const found = sent[index]
    if (!found) throw new Error(`query ${index} was not asked`)
    return found
  }
  const card = () => store.find('card-1')
  const runOnce = async (end: (query: SentQuery) => void) => {
    const done = runner.run('card-1')
    const last = sent.at(-1)
    if (!last) throw new Error('nothing was asked')
    end(last)
    await done
  }
  return { store, runner, sent, take, card, runOnce }
}

const answerOf = (value: number, stamp = '2026-11-20T00:00:00Z') =>
  readCurves({ Actual: { data: { [stamp]: value } } })

test('a query goes from loading to its curves and sends the filters once', async () => {
  const { sent, take, card, runOnce } = start()
  await runOnce(({ answer }) => {
    expect(card()?.loading).toBe(true)
    answer(answerOf(7))
  })
  expect(sent).toHaveLength(1)
  expect(take(0).query).toMatchObject({ area: 'CWE', category: 'Residual Load', frequency: 'D' })
  expect(card()).toMatchObject({ loading: false, error: null, data: [{ values: [7] }] })
  expect(card()?.shownFilters).toEqual(card()?.filters)
})

test('of several cards the first is asked first, and the others when it is answered', async () => {
  const { store, runner, sent, take } = start()
  store.add()
  store.add()
  runner.runAll(['card-1', 'card-2', 'card-3'])
  expect(store.state.getState().graphCards.map(({ loading }) => loading)).toEqual([true, true, true])
  expect(sent).toHaveLength(1)
  take(0).answer(answerOf(7))
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(store.find('card-1')).toMatchObject({ loading: false, data: [{ values: [7] }] })
})

test('of several cards the others do not wait long for the first', async () => {
  const { store, runner, sent, take } = start()
  store.add()
  runner.runAll(['card-1', 'card-2'])
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(take(0).signal.aborted).toBe(false)
})

test.each([
  ['removed', ({ store }: ReturnType<typeof start>) => store.remove('card-1')],
  ['replaced by those of an address', ({ store }: ReturnType<typeof start>) => store.replace([])],
])('the query of a card that is %s is cancelled, and its late answer changes nothing', async (_, leave) => {
  const started = start()
  const { store, runner, take } = started
  store.add()
  const done = runner.run('card-1')
  leave(started)
  expect(take(0).signal.aborted).toBe(true)
  const { graphCards } = store.state.getState()
  take(0).answer(answerOf(7))
  await done
  expect(store.state.getState().graphCards).toBe(graphCards)
})

test('a cancelled query leaves what is drawn', async () => {
  const { runner, take, card, runOnce } = start()
  await runOnce(({ answer }) => answer(answerOf(7)))
  await runOnce(() => runner.cancel('card-1'))
  expect(take(1).signal.aborted).toBe(true)
  expect(card()).toMatchObject({ loading: false, error: null, data: [{ values: [7] }] })
})

test('the end of the session is shown on the sign-in page, not on the card', async () => {
  const { card, runOnce } = start()
  await runOnce(({ fail }) => fail(new SessionEndedError('Unauthorized. Redirecting to login...')))
  expect(card()).toMatchObject({ loading: false, error: null })
})

test('comparing asks for a second, earlier span and draws both; a failure of one cancels the other', async () => {
  const { store, runner, sent, take, card } = start()
  store.updateFilters('card-1', { compareWith: 'week' })
  const first = runner.run('card-1')
  expect(sent.map(({ query }) => query.time[0].slice(0, 10))).toEqual(['2026-11-13', '2026-11-06'])
  take(0).answer(answerOf(7))
  take(1).answer(answerOf(5, '2026-11-13T00:00:00Z'))
  await first
  expect(card()?.data).toMatchObject([{ values: [7] }, { values: [5] }])
  const second = runner.run('card-1')
  take(3).fail(new ApiError('API error: 503'))
  await second
  expect(take(2).signal.aborted).toBe(true)
  expect(card()?.error).toBe('API error: 503')
})

test('whatever the order of the answers, the last query asked is the one shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('answer', 'fail'), { minLength: 2, maxLength: 6 }),
      async (scheduler, outcomes) => {
        const store = createGraphStore({ clock: () => NOW, newId: () => 'card' })
        let sent = 0
        const runner = createQueryRunner({
          store,
          ask: () => {
            const index = sent
            sent += 1
            return scheduler.schedule(Promise.resolve()).then(() => {
              if (outcomes[index] === 'fail') throw new ApiError(`failure ${index}`)
              return answerOf(index)
            })
          },
        })
        const runs = outcomes.map(() => runner.run('card'))
        await scheduler.waitAll()
        await Promise.all(runs)
        const card = store.state.getState().graphCards[0]
        const last = outcomes.length - 1
        expect(card?.loading).toBe(false)
        expect(card?.error).toBe(outcomes[last] === 'fail' ? `failure ${last}` : null)
        expect(card?.data.map(({ values }) => values[0])).toEqual(outcomes[last] === 'fail' ? [] : [last])
      },
    ),
    { numRuns: 300 },
  )
})

test('a range that moves on with the calendar covers the days of the click, a fixed one stays', () => {
  const { store, runner, take } = start()
  store.updateFilters('card-1', {
    dateFrom: '2026-01-01T00:00:00.000Z',
    dateTo: '2026-01-02T00:00:00.000Z',
    relative: { from: { months: 0, days: -6 }, to: { months: 0, days: 1 } },
  })
  void runner.run('card-1')
  expect(take(0).query.time).toEqual(['2026-11-14 00:00', '2026-11-21 23:59'])
  store.updateFilters('card-1', { dateFrom: new Date(2026, 0, 1, 12).toISOString(), relative: null })
  void runner.run('card-1')
  expect(take(1).query.time).toEqual(['2026-01-01 12:00', '2026-11-21 23:59'])
})

test('each area is asked for once, also of the earlier period, and has one curve', async () => {
  const { runner, store, sent, take, card } = start()
  store.updateFilters('card-1', { area: 'DE', others: ['FR', 'DE'], compareWith: 'week' })
  const done = runner.run('card-1')
  expect(sent.map(({ query, extras }) => [query.area, query.time[0].slice(0, 10), extras.with])).toEqual([
    ['DE', '2026-11-13', 'final'],
    ['FR', '2026-11-13', 'final'],
    ['DE', '2026-11-06', 'final'],
    ['FR', '2026-11-06', 'final'],
  ])
  for (const index of [0, 1]) take(index).answer(answerOf(index))
  for (const index of [2, 3]) take(index).answer(answerOf(index, '2026-11-13T00:00:00Z'))
  await done
  expect(card()?.data.map(({ name, values }) => [name, ...values])).toEqual([
    ['Germany', 0],
    ['France', 1],
    ['Germany · previous week', 2],
    ['France · previous week', 3],
  ])
})

const LOW: DayMark = { area: 'DE', item: 'load', state: 'low', days: ['2026-11-18', '2026-11-19'] }
const COPIED: DayMark = { area: 'DE', item: 'wind forecast', state: 'copied', days: ['2026-11-18'] }
const MISSING: DayMark = { area: 'DE', item: 'load', state: 'missing', days: ['2026-11-20'] }

test('gaps of what residual load is computed of are gaps of it, but a day without any part explains nothing', () => {
  const whole = (['load', 'solar', 'wind'] as const).map((item) => ({
    ...MISSING,
    item,
    days: ['2026-11-21'],
  }))
  const marks = [LOW, COPIED, MISSING, ...whole]
  expect(marksOf(marks, { energyType: 'Residual Load' })).toEqual([LOW, COPIED, MISSING])
  expect(marksOf(marks, { energyType: 'wind' })).toEqual([COPIED])
  const days = ['2025-11-02', ...LOW.days]
  expect(marksOf([LOW, { ...LOW, days: ['2025-11-02'] }], { energyType: 'Residual Load' })).toEqual([
    { ...LOW, days },
  ])
})

test('the marks of a day reach from its midnight to the next in the market, also where the clocks change', () => {
  expect(remarksOf([{ area: 'CH', item: 'load forecast', state: 'copied', days: ['2026-10-25'] }])).toEqual([
    {
      fromS: Date.UTC(2026, 9, 24, 22) / 1000,
      toS: Date.UTC(2026, 9, 25, 23) / 1000,
      text: 'load forecast of Switzerland copied',
    },
  ])
  const lastPublished = { item: 'load forecast', state: 'last-published' } as const
  expect(
    remarksOf([
      { area: 'DE', ...lastPublished, days: ['2026-11-17', '2026-11-18'] },
      { area: 'FR', ...lastPublished, days: ['2026-11-18', '2026-11-19'] },
    ]),
  ).toEqual([
    {
      fromS: Date.UTC(2026, 10, 16, 23) / 1000,
      toS: Date.UTC(2026, 10, 19, 23) / 1000,
      text: 'TSO forecast as last published',
      isQuiet: true,
    },
  ])
})

test('the days of a long graph, and those that it is compared with, are parts that can be requested', () => {
  const filters = {
    ...createDefaultFilters(NOW),
    area: 'DE',
    dateFrom: '2025-06-01T00:00:00Z',
    dateTo: '2026-11-20T12:00:00Z',
    compareWith: 'year',
  } as const
  expect(createDaysQueries(filters)).toEqual(
    [
      ['2025-10-17', '2026-11-21'],
      ['2025-06-01', '2025-10-17'],
      ['2024-10-18', '2025-11-22'],
      ['2024-06-02', '2024-10-18'],
    ].map(([from, to]) => ({ area: 'DE', from, to })),
  )
})
