import { TZDateMini } from '@date-fns/tz/date/mini'

import { areaLabel } from '#contract/areas.ts'
import { type DataDaysAnswer, type DataDaysQuery, type DayMark, MAX_DATA_DAYS } from '#contract/data-days.ts'
import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { isDoubt, STATE_WORDS } from '#web/api/data-words.ts'
import type { Remark } from '#web/chart/data/chart-data.ts'
import type { GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'

import { createQuery } from './query-body.ts'

const DAY_MS = 86_400_000

/** The query for what is to be known of the days of a graph; of a long one only of its last years. */
export function createDaysQuery(filters: GraphFilters): DataDaysQuery {
  const { area, time } = createQuery(filters)
  const [from, to] = [time[0].slice(0, 10), time[1].slice(0, 10)]
  const earliest = new Date(Date.parse(to) - (MAX_DATA_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
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
      fromS: midnightS(day),
      toS: midnightS(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)),
      text: `${item} of ${areaLabel(area)} ${STATE_WORDS[state].word}`,
    })),
  )
}

/** When a day of the market begins, epoch seconds. */
function midnightS(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDateMini(year, month - 1, date, DEFAULT_TIME_ZONE).getTime() / 1000
}
