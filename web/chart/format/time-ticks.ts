import {
  timeDay,
  timeHour,
  timeMinute,
  timeMonday,
  timeMonth,
  timeYear,
  utcDay,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcYear,
} from 'd3-time'

import { chosenZone, dateInZone } from '#web/zone/display-zone.ts'
import { wallClock } from '#web/zone/wall-clock.ts'

const HOUR_S = 3600

/** Each unit's calendars, of the browser's zone and of UTC, and how long the unit is at its shortest. */
const UNITS = {
  minute: { local: timeMinute, utc: utcMinute, seconds: 60 },
  hour: { local: timeHour, utc: utcHour, seconds: HOUR_S },
  day: { local: timeDay, utc: utcDay, seconds: 23 * HOUR_S },
  week: { local: timeMonday, utc: utcMonday, seconds: 167 * HOUR_S },
  month: { local: timeMonth, utc: utcMonth, seconds: (28 * 24 - 1) * HOUR_S },
  year: { local: timeYear, utc: utcYear, seconds: (365 * 24 - 1) * HOUR_S },
} as const

/** A distance between ticks: `count` of a calendar unit. */
export interface TickStep {
  unit: keyof typeof UNITS
  count: number
  /** At its shortest. Only the hour that a clock change leaves out makes a step of hours shorter. */
  seconds: number
}

function steps(unit: TickStep['unit'], counts: readonly number[]): TickStep[] {
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

/** The steps that suit stamps this far apart: a tick between two daily values would mark nothing. */
export function stepsFor(timesS: ArrayLike<number>): readonly TickStep[] {
  const apartS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  // A clock change makes a day an hour longer or shorter, and months differ by days.
  const suited = TICK_STEPS.filter(({ seconds }) => seconds >= apartS * 0.9)
  return suited.length > 0 ? suited : TICK_STEPS.slice(-1)
}

/**
 * The ticks of a step inside a range, both ends included: epoch seconds, ascending. They are at whole minutes and
 * hours, midnights, Mondays, firsts of months and years of the page's zone. A tick closer than `leastS` to the one
 * before is left out.
 */
export function timeTicks(fromS: number, toS: number, step: TickStep, leastS = 1): number[] {
  const ticks: number[] = []
  for (const date of chosenZone === null ? localDates(fromS, toS, step) : zoneDates(fromS, toS, step)) {
    const tick = date.getTime() / 1000
    if (tick >= (ticks.at(-1) ?? -Infinity) + leastS) ticks.push(tick)
  }
  return ticks
}

function localDates(fromS: number, toS: number, { unit, count }: TickStep): Date[] {
  // The end of d3's range is not part of it.
  return UNITS[unit].local.every(count)?.range(new Date(fromS * 1000), new Date(toS * 1000 + 1)) ?? []
}

/** d3 knows the browser's zone and UTC only: the wall clock of the page's zone is read as if it were UTC, and written back. */
function zoneDates(fromS: number, toS: number, { unit, count }: TickStep): Date[] {
  const last = new Date(+wallClock(toS * 1000) + 1)
  const dates = UNITS[unit].utc.every(count)?.range(wallClock(fromS * 1000), last) ?? []
  return dates
    .map((date) =>
      dateInZone(
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
      ),
    )
    .filter((date) => +date >= fromS * 1000 && +date <= toS * 1000)
}
