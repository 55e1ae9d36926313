import type { DataDefect } from '#contract/accuracy.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

import { dayText, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { Defect, PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

/** Days before a forecast in which faults are worth naming. */
const NAMED_DAYS = 28

const TEXTS: Readonly<Record<Defect, (quantity: Quantity) => string>> = {
  'forecast equals actual': (quantity) =>
    `The TSO’s ${quantity} forecast repeats the actual values, so it says nothing about tomorrow`,
  'other fleet': (quantity) =>
    `The TSO’s ${quantity} forecast is less than half or more than twice what was measured: another fleet`,
  'broken forecast hours': (quantity) => `The TSO’s ${quantity} forecast has broken hours`,
  'broken actual hours': (quantity) => `The actual ${quantity} has broken hours`,
}

/** The faults found in the values of the weeks before a day, in words. */
export function describeDefects({ grid, quantities }: PreparedHistory, day: number): DataDefect[] {
  const first = Math.max(0, day - NAMED_DAYS)
  const defects: DataDefect[] = []
  for (const quantity of QUANTITIES) {
    const lastDays = new Map<Defect, number>()
    for (let past = first; past <= day; past++)
      for (const defect of quantities[quantity].defectsOn(past)) lastDays.set(defect, past)
    for (const [defect, last] of lastDays)
      defects.push({
        quantity,
        text: `${TEXTS[defect](quantity)}; last on ${dayText(grid.firstDay + last)}, not learned from.`,
      })
    const missing = missingDays(quantities[quantity].publishedTso.upTo(day - 1), first, day)
    const latest = missing.at(-1)
    if (latest !== undefined) {
      const count = missing.length === 1 ? 'a day' : `${missing.length} days`
      const text = `The TSO’s ${quantity} forecast lacks ${count} of the last ${NAMED_DAYS}; the last is ${dayText(grid.firstDay + latest)}.`
      defects.push({ quantity, text })
    }
  }
  return defects
}

/** Days without any forecast, where there is one on other days. */
function missingDays(table: Float64Array, from: number, to: number): number[] {
  const missing: number[] = []
  for (let day = from; day < to; day++)
    if (table.subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY).every(Number.isNaN)) missing.push(day)
  return missing.length === to - from ? [] : missing
}
