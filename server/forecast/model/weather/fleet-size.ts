import { sumTogether } from '#server/forecast/model/history/day-means.ts'
import { type DayTable, perDay } from '#server/forecast/model/history/day-table.ts'

/** Sums of two tables before a day, as `sumTogether` of the last `windowDays` known days. */
export function sumBefore(a: DayTable, b: DayTable, windowDays: number) {
  const known: ReturnType<typeof sumTogether>[] = []
  return (day: number) => {
    const sum = { first: 0, second: 0, hours: 0 }
    for (let past = Math.max(0, day - 1 - windowDays); past <= day - 2; past++) {
      const { first, second, hours } = (known[past] ??= sumTogether(a, b, past))
      sum.first += first
      sum.second += second
      sum.hours += hours
    }
    return sum
  }
}

/** The size of a fleet that grows, by row: power that came over what one MW would have made, in the last known days. NaN for none. */
export function trackFleet(actual: DayTable, ofOneMw: DayTable, windowDays: number): DayTable {
  const sumOf = sumBefore(actual, ofOneMw, windowDays)
  return perDay(actual.days, (day) => {
    const { first: actualSum, second: one } = sumOf(day)
    return actualSum > 0 && one > 0 ? actualSum / one : NaN
  })
}
