import { hash } from 'node:crypto'

import { byQuantity, type ByQuantity, QUANTITIES } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { type DayModel, type DayTable, rowOf, tabulate } from './history/day-table.ts'
import type { PreparedHistory } from './history/prepared-history.ts'

/** State for the area's next forecaster. Plain data, so that it can be posted. */
export interface PlainPast {
  settings: string
  firstDay: number
  /** By row: what became known for the day's forecast. */
  digests: readonly string[]
  /** First forecast row; `powerMw` starts there, row × 24 + hour. */
  from: number
  powerMw: ByQuantity<Float64Array>
}

/** Rows until verdicts match a longer history's, and rows that a forecast looks back. */
const SETTLED_DAYS = 93
const REACH_DAYS = 770

/** Back to `backDays` before the first requested day; reuses `kept` while its inputs are unchanged. */
export function tabulatePast(
  models: ByQuantity<DayModel>,
  history: PreparedHistory,
  backDays: number,
  kept: PlainPast | null,
) {
  const { firstDay, days } = history.grid
  const digests = digestDays(history)
  const settings = JSON.stringify([history.place, history.knownHours, history.unpublished])
  const keptRow = kept?.settings === settings ? findKept(kept, firstDay, digests) : () => null
  const tables = byQuantity((quantity): DayTable => {
    const model = models[quantity]
    return tabulate({ predict: (day) => keptRow(day)?.[quantity] ?? model.predict(day) }, days, backDays)
  })
  let [from, to] = [Infinity, 0]
  return {
    tables,
    advanceTo(day: number): void {
      from = Math.min(from, Math.max(0, day - backDays))
      to = day + 1
      for (const quantity of QUANTITIES) tables[quantity].upTo(day)
    },
    keep: (): PlainPast => ({
      settings,
      firstDay,
      digests: Array.from({ length: to }, (_, day) => digests(day)),
      from,
      powerMw: byQuantity((quantity) =>
        tables[quantity].upTo(to - 1).slice(from * HOURS_PER_DAY, to * HOURS_PER_DAY),
      ),
    }),
  }
}

function findKept(
  { digests, from, powerMw, ...kept }: PlainPast,
  firstDay: number,
  digestOf: (day: number) => string,
): (day: number) => ByQuantity<Float64Array> | null {
  const earlier = firstDay - kept.firstDay
  // A full history loses its oldest day daily; no reused forecast looks back that far.
  let next = earlier === 0 ? 0 : SETTLED_DAYS
  const usableFrom = earlier === 0 ? 0 : SETTLED_DAYS + REACH_DAYS
  let isSame = true
  return (day) => {
    for (; isSame && next <= day; next++) isSame = digestOf(next) === digests[next + earlier]
    const row = day + earlier - from
    if (!isSame || day < usableFrom || row < 0) return null
    return byQuantity((quantity) =>
      powerMw[quantity].subarray(row * HOURS_PER_DAY, (row + 1) * HOURS_PER_DAY),
    )
  }
}

function digestDays({ quantities, weather, unpublished }: PreparedHistory): (day: number) => string {
  const known: [DayTable, number][] = [
    ...QUANTITIES.flatMap((quantity): [DayTable, number][] => {
      const { actual, error, firstHoursActual, firstHoursError, tso } = quantities[quantity]
      return [
        [actual, 2],
        [error, 2],
        [firstHoursActual, 1],
        [firstHoursError, 1],
        [tso, unpublished.includes(quantity) ? 1 : 0],
      ]
    }),
    ...Object.values(weather ?? {}).map((table): [DayTable, number] => [table, 0]),
  ]
  const values = new Float64Array(known.length * HOURS_PER_DAY)
  const digests: string[] = []
  return (day) =>
    (digests[day] ??= (() => {
      values.fill(NaN)
      for (const [index, [table, back]] of known.entries())
        values.set(rowOf(table, day - back), index * HOURS_PER_DAY)
      // Unifies the bit patterns of NaN.
      for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) values[i] = NaN
      return hash('sha1', values, 'base64')
    })())
}
