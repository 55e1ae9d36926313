import { utcDay, utcHour, utcMinute, utcMonday, utcMonth, utcYear } from 'd3-time'

import { momentsOf, wallClock } from '#web/zone/wall-clock.ts'

const HOUR_S = 3600

/** `seconds`: the unit at its shortest. */
const UNITS = {
  minute: { calendar: utcMinute, seconds: 60 },
  hour: { calendar: utcHour, seconds: HOUR_S },
  day: { calendar: utcDay, seconds: 23 * HOUR_S },
  week: { calendar: utcMonday, seconds: 167 * HOUR_S },
  month: { calendar: utcMonth, seconds: (28 * 24 - 1) * HOUR_S },
  year: { calendar: utcYear, seconds: (365 * 24 - 1) * HOUR_S },
} as const

export type TickStep = ReturnType<typeof steps>[number]

/** `seconds` is the shortest distance, except for hours across a clock change. */
function steps(unit: keyof typeof UNITS, counts: readonly number[]) {
  return counts.map((count) => ({ unit, count, seconds: count * UNITS[unit].seconds }))
}

export const TICK_STEPS: readonly TickStep[] = [
  ...steps('minute', [1, 5, 10, 15, 30]),
  ...steps('hour', [1, 2, 3, 6, 12]),
  ...steps('day', [1, 2, 3, 4]),
  ...steps('week', [1, 2]),
  ...steps('month', [1, 2, 3, 6]),
  ...steps('year', [1, 2, 5, 10, 20, 50]),
]

/** A tick between two daily values would mark no value. */
export function stepsFor(timesS: ArrayLike<number>): readonly TickStep[] {
  const apartS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  // Clock changes and months make distances vary.
  const suited = TICK_STEPS.filter(({ seconds }) => seconds >= apartS * 0.9)
  return suited.length > 0 ? suited : TICK_STEPS.slice(-1)
}

/** Ticks at whole units of the page's time zone, both ends included (epoch seconds), at least `leastS` apart. */
export function timeTicks(fromS: number, toS: number, step: TickStep, leastS = 1): number[] {
  const { calendar, seconds } = UNITS[step.unit]
  // d3 knows only the browser's zone and UTC, so it gets wall-clock times as UTC. Wall-clock times can go back an hour.
  const [from, to] = [wallClock((fromS - HOUR_S) * 1000), wallClock((toS + HOUR_S) * 1000)]
  const moments = (calendar.every(step.count)?.range(from, to) ?? []).flatMap((date) => {
    const found = momentsOf(+date)
    // Where the clock skips midnight, the day begins an hour later.
    return found.length === 0 && seconds > HOUR_S ? momentsOf(+date + HOUR_S * 1000) : found
  })
  const ticks: number[] = []
  for (const moment of moments.toSorted((one, other) => one - other)) {
    const tick = moment / 1000
    if (tick >= fromS && tick <= toS && tick >= (ticks.at(-1) ?? -Infinity) + leastS) ticks.push(tick)
  }
  return ticks
}
