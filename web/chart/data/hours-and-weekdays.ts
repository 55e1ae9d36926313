import { wallClock } from '#web/zone/wall-clock.ts'

import { type Curve, ownTimes } from './chart-data.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const MONDAY_MS = Date.UTC(2024, 0, 1)

/** Hour of the day or day of the week, in the page's time zone. */
export interface Cycle {
  kind: 'day' | 'week'
  /** `00:00`, `Mon`. */
  slots: readonly string[]
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

export function cycleOf(timesS: readonly number[]): Cycle {
  const apartS = distanceOf(timesS)
  // A clock change can make a day an hour shorter.
  return Number.isFinite(apartS) && apartS >= DAY_S - HOUR_S ? DAYS_OF_WEEK : HOURS_OF_DAY
}

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
