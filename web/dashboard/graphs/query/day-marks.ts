import { areaLabel } from '#contract/areas.ts'
import { type DataDaysAnswer, type DataDaysQuery, type DayMark, MAX_DATA_DAYS } from '#contract/data-days.ts'
import { isDoubt, STATE_WORDS } from '#web/api/data-words.ts'
import type { Remark } from '#web/chart/data/chart-data.ts'
import type { GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { dayAfter, marketMidnight } from '#web/zone/market-day.ts'

import { createQuery } from './query-body.ts'

/** The query for what is to be known of the days of a graph; of a long one only of its last years. */
export function createDaysQuery(filters: GraphFilters): DataDaysQuery {
  const { area, time } = createQuery(filters)
  const [from, to] = [time[0].slice(0, 10), time[1].slice(0, 10)]
  const earliest = dayAfter(to, 1 - MAX_DATA_DAYS)
  return { area, days: [from > earliest ? from : earliest, to] }
}

/** The marks of an answer that put values of a graph in doubt. */
export function doubtsOf(
  answer: DataDaysAnswer,
  { energyType }: Pick<GraphFilters, 'energyType'>,
): DayMark[] {
  return answer.marks.filter(
    (mark) => isDoubt(mark) && (energyType === 'Residual Load' || mark.item.startsWith(energyType)),
  )
}

/** The same as stretches of time. */
export function remarksOf(marks: readonly DayMark[]): Remark[] {
  return marks.flatMap(({ area, item, state, days }) =>
    days.map((day) => ({
      fromS: marketMidnight(day) / 1000,
      toS: marketMidnight(dayAfter(day, 1)) / 1000,
      text: `${item} of ${areaLabel(area)} ${STATE_WORDS[state].word}`,
    })),
  )
}
