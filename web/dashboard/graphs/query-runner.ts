import { ApiError, isAbort, MESSAGES, SessionEndedError } from '#web/api/api-error.ts'

import { createComparedFilters, mergeCompared } from './compare.ts'
import { joinAreas } from './curves.ts'
import { areasOf, type GraphCard, type GraphData, type GraphFilters } from './graph-card.ts'
import type { GraphStore } from './graph-store.ts'
import { createExtras, createQuery } from './query-body.ts'
import type { askQuery } from './read-answer.ts'

/** A query for a year of a group takes this long on an idle server. */
const HEAD_START_MS = 200

/** Ignores late answers for cards that were removed or run again. */
export function createQueryRunner({ store, ask }: { store: GraphStore; ask: typeof askQuery }) {
  const running = new Map<string, AbortController>()

  store.state.subscribe(({ graphCards }) => {
    for (const [id, controller] of running) {
      if (graphCards.some((card) => card.id === id)) continue
      running.delete(id)
      controller.abort()
    }
  })

  async function run(id: string, isDue?: Promise<void>): Promise<void> {
    store.setLoading(id)
    const card = store.find(id)
    if (card === undefined) return
    running.get(id)?.abort()
    const controller = new AbortController()
    running.set(id, controller)
    const settle = (change: () => void) => {
      if (running.get(id) !== controller) return
      change()
      running.delete(id)
    }
    try {
      if (isDue !== undefined) await isDue
      const data = await askCurves(ask, card, store.state.getState().as_of, controller.signal)
      settle(() => store.setData(id, data, card.filters))
    } catch (error) {
      // If one of two joint queries fails, the other is useless.
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
    /** Cancels an older query of the card. Rejects only because of a bug. */
    run: (id: string) => run(id),
    /** Starts the first query earlier: parallel answers would all arrive as late as the last. */
    runAll([first, ...others]: readonly string[]) {
      if (first === undefined) return
      const isDue = new Promise<void>((due) => {
        void run(first).finally(due)
        setTimeout(due, HEAD_START_MS)
      })
      for (const id of others) void run(id, isDue)
    },
    cancel(id: string) {
      const controller = running.get(id)
      if (controller === undefined) return
      store.setIdle(id)
      running.delete(id)
      controller.abort()
    },
  }
}

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
