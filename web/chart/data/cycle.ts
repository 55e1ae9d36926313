import { wallClock } from '#web/zone/wall-clock.ts'

import { type Curve, ownTimes } from './chart-data.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const MONDAY_MS = Date.UTC(2024, 0, 1)

/** The part of a day or week at which a value stands: its hour of the day, or its day of the week. */
export interface Cycle {
  kind: 'day' | 'week'
  /** Names of the slots: `00:00`, `Mon`. */
  slots: readonly string[]
  /** The slot of a moment (epoch seconds), in the page's zone. */
  slotOf: (timeS: number) => number
}

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

const partsOfDay = (minutes: number): Cycle => ({
  kind: 'day',
  slots: Array.from({ length: (24 * 60) / minutes }, (_, slot) =>
    new Date(slot * minutes * 60_000).toISOString().slice(11, 16),
  ),
  slotOf(timeS) {
    const clock = wallClock(timeS * 1000)
    return Math.floor((clock.getUTCHours() * 60 + clock.getUTCMinutes()) / minutes)
  },
})

const HOURS_OF_DAY = partsOfDay(60)
const QUARTERS_OF_DAY = partsOfDay(15)

const DAYS_OF_WEEK: Cycle = {
  kind: 'week',
  slots: Array.from({ length: 7 }, (_, day) => weekdays.format(MONDAY_MS + day * DAY_S * 1000)),
  slotOf: (timeS) => (wallClock(timeS * 1000).getUTCDay() + 6) % 7,
}

/** The cycle that suits stamps this close: hours of the day, or days of the week where stamps are days apart. */
export function cycleOf(timesS: readonly number[]): Cycle {
  const apartS = distanceOf(timesS)
  // A clock change makes a day an hour shorter.
  return Number.isFinite(apartS) && apartS >= DAY_S - HOUR_S ? DAYS_OF_WEEK : HOURS_OF_DAY
}

/** Finds the cycle of a chart, with quarter hours of the day where stamps are so close. */
export function finestCycleOf(timesS: readonly number[]): Cycle {
  return areQuarters(timesS, []) ? QUARTERS_OF_DAY : cycleOf(timesS)
}

export function areQuarters(timesS: readonly number[], curves: readonly Curve[]): boolean {
  return [{}, ...curves].every((curve) => distanceOf(ownTimes(timesS, curve)) === HOUR_S / 4)
}

function distanceOf(timesS: readonly number[]): number {
  return timesS
    .slice(0, 50)
    .reduce((least, timeS, index) => Math.min(least, (timesS[index + 1] ?? Infinity) - timeS), Infinity)
}
