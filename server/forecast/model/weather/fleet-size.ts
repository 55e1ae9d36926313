import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { type DayTable, perDay } from '#server/forecast/model/history/day-table.ts'

/**
 * Sums of two tables before a day, over the hours of the last `windowDays` known days that have both, and how many hours those are.
 */
export function sumTogether(
  a: DayTable,
  b: DayTable,
  windowDays: number,
): (day: number) => { first: number; second: number; hours: number } {
  const known: { first: number; second: number; hours: number }[] = []
  const sumOf = (day: number) => {
    const [firsts, seconds] = [a.upTo(day), b.upTo(day)]
    const sum = { first: 0, second: 0, hours: 0 }
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
      const [first, second] = [firsts[cell] ?? NaN, seconds[cell] ?? NaN]
      if (Number.isNaN(first + second)) continue
      sum.first += first
      sum.second += second
      sum.hours++
    }
    return sum
  }
  return (day) => {
    const sum = { first: 0, second: 0, hours: 0 }
    for (let past = Math.max(0, day - 1 - windowDays); past <= day - 2; past++) {
      const { first, second, hours } = (known[past] ??= sumOf(past))
      sum.first += first
      sum.second += second
      sum.hours += hours
    }
    return sum
  }
}

/**
 * The size of a fleet by row, as known on the morning before: power that came over the power that one MW would have made, both
 * summed over the last `windowDays` known days. NaN while nothing is known. It lets a fleet grow.
 */
export function trackFleet(actual: DayTable, ofOneMw: DayTable, windowDays: number): DayTable {
  const sumsBefore = sumTogether(actual, ofOneMw, windowDays)
  return perDay(actual.days, (day) => {
    const { first: actualSum, second: one } = sumsBefore(day)
    return actualSum > 0 && one > 0 ? actualSum / one : NaN
  })
}
