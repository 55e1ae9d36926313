import { useQuery } from '@tanstack/react-query'

import { MAX_USUAL_DAYS, MIN_USUAL_YEARS, USUAL_WINDOW_DAYS, type UsualRow } from '#contract/usual.ts'
import { usualQuery } from '#web/api/forecasts.ts'
import { daysOf, QUANTITY_OF } from '#web/dashboard/graphs/query/query-body.ts'
import { areasOf, type GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'

const NONE: readonly UsualRow[] = []

/** What is usual in the hours of a card, and what is to be said of it; nothing where it is not asked for. */
export function useUsualRange(
  filters: GraphFilters,
  isAsked: boolean,
): { rows: readonly UsualRow[]; words: string | null } {
  const { area, energyType, timerange } = filters
  const isPossible = timerange === 'H' && areasOf(filters).length === 1
  const days = isPossible ? daysOf(filters, MAX_USUAL_DAYS) : null
  const quantity = QUANTITY_OF[energyType]
  const query = useQuery(usualQuery(isAsked && days !== null ? { area, quantity, ...days } : null))
  if (!isAsked) return { rows: NONE, words: null }
  if (days === null)
    return {
      rows: NONE,
      words: `The usual range is of hourly values of one area over at most ${MAX_USUAL_DAYS} days.`,
    }
  if (query.isError) return { rows: NONE, words: 'The usual range could not be loaded.' }
  if (!query.data) return { rows: NONE, words: 'The usual range is loading…' }
  const samples = query.data.map(({ sample_days }) => sample_days)
  return {
    rows: query.data,
    words:
      samples.length === 0
        ? `There is no usual range: it needs actual values of this season in at least ${MIN_USUAL_YEARS} earlier years.`
        : `Usual: median and P10–P90 of the same hour on ${Math.min(...samples)} to ${Math.max(...samples)} days of earlier years, ±${USUAL_WINDOW_DAYS} days, working days and others by themselves.`,
  }
}
