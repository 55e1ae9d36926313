import type { DataDaysAnswer, DataDaysQuery, DayMark } from '#contract/data-days.ts'
import { ApiError, isAbort, MESSAGES, SessionEndedError } from '#web/api/api-error.ts'

import { createComparedFilters, mergeCompared } from './compare.ts'
import { joinAreas } from './curves.ts'
import { marksOf } from './day-marks.ts'
import { areasOf, type GraphCard, type GraphData, type GraphFilters } from './graph-card.ts'
import type { GraphStore } from './graph-store.ts'
import { createDaysQueries, createExtras, createQuery } from './query-body.ts'
import type { askQuery } from './read-answer.ts'

export interface QueryRunnerOptions {
  store: GraphStore
  ask: typeof askQuery
  /** Null where the backend does not know what is in doubt. */
  askDays: (query: DataDaysQuery, signal: AbortSignal) => Promise<DataDaysAnswer | null>
}

/** As long as a year of a group takes on a quiet server. */
const HEAD_START_MS = 200

/** Runs the queries of the cards. A late answer for a card that was removed or run again changes nothing. */
export function createQueryRunner(options: QueryRunnerOptions) {
  const { store } = options
  const running = new Map<string, AbortController>()
  /** Answers whose days are still to be marked. The curves of all cards come first. */
  const unmarked: { id: string; filters: GraphFilters }[] = []

  function end(id: string): void {
    running.delete(id)
    if (running.size > 0) return
    for (const answered of unmarked.splice(0)) void markDays(options, answered.id, answered.filters)
  }

  store.state.subscribe(({ graphCards }) => {
    for (const [id, controller] of running) {
      if (graphCards.some((card) => card.id === id)) continue
      end(id)
      controller.abort()
    }
  })

  async function run(id: string, isDue?: Promise<void>): Promise<void> {
    if (store.find(id) === undefined) return
    running.get(id)?.abort()
    const controller = new AbortController()
    running.set(id, controller)
    store.setLoading(id)
    const card = store.find(id)
    if (card === undefined) return
    const settle = (change: () => void) => {
      if (running.get(id) !== controller) return
      change()
      end(id)
    }
    try {
      if (isDue !== undefined) await isDue
      const data = await askCurves(options.ask, card, store.state.getState().as_of, controller.signal)
      settle(() => {
        store.setData(id, data, card.filters)
        unmarked.push({ id, filters: card.filters })
      })
    } catch (error) {
      // If one of two queries that belong together fails, the other is of no use.
      controller.abort()
      settle(() => {
        if (isAbort(error) || error instanceof SessionEndedError) store.setIdle(id)
        else if (error instanceof ApiError) store.setError(id, error.message, error.retryAfterS)
        else store.setError(id, MESSAGES.unreadable)
      })
      if (!isAbort(error) && !(error instanceof ApiError)) throw error
    }
  }

  return {
    /** Asks for the curves of a card. A newer query of the same card cancels the older one. Rejects only because of a bug. */
    run: (id: string) => run(id),
    /** Runs the queries of several cards. The first is a little ahead: answers that the server makes side by side all come as late as the last. */
    runAll([first, ...others]: readonly string[]) {
      if (first === undefined) return
      const isDue = new Promise<void>((due) => {
        void run(first).finally(due)
        setTimeout(due, HEAD_START_MS)
      })
      for (const id of others) void run(id, isDue)
    },
    /** Cancels a running query. The curves stay. */
    cancel(id: string) {
      const controller = running.get(id)
      if (controller === undefined) return
      store.setIdle(id)
      end(id)
      controller.abort()
    },
  }
}

/** Marks the days of an answer whose values are in doubt or not to be scored. Curves without marks are better than none, so a failure changes nothing. */
async function markDays({ store, askDays }: QueryRunnerOptions, id: string, filters: GraphFilters) {
  try {
    const marks: DayMark[] = []
    for (const query of createDaysQueries(filters)) {
      const answer = await askDays(query, new AbortController().signal)
      if (answer === null) return
      marks.push(...answer.marks)
    }
    const own = marksOf(marks, filters)
    // Marking draws the curves again.
    if (own.length > 0) store.setMarks(id, own, filters)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** The curves of a card: one query for each area, and the same for the earlier period if one is chosen. */
async function askCurves(
  ask: typeof askQuery,
  card: Pick<GraphCard, 'filters' | 'view'>,
  as_of: string | null,
  signal: AbortSignal,
): Promise<GraphData> {
  const { filters } = card
  const askPeriod = async (period: GraphFilters): Promise<GraphData> => {
    const answers = await Promise.all(
      areasOf(period).map(async (area) => ({
        area,
        data: await ask(createQuery({ ...period, area }), createExtras(card, as_of), signal),
      })),
    )
    const [first] = answers
    if (answers.length === 1 && first !== undefined) return first.data
    return joinAreas(answers, period === filters)
  }
  const compared = createComparedFilters(filters)
  if (filters.compareWith === 'none' || compared === null) return askPeriod(filters)
  const [chosen, earlier] = await Promise.all([askPeriod(filters), askPeriod(compared)])
  return mergeCompared(chosen, earlier, filters.compareWith)
}
