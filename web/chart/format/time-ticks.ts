const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A distance between ticks: `count` of a calendar unit. */
export interface TickStep {
  unit: CalendarUnit
  count: number
  /** The shortest that it can be (of hours: but for the one that a clock change leaves out). */
  seconds: number
}

function steps(unit: CalendarUnit, unitSeconds: number, counts: readonly number[]): TickStep[] {
  const lostS = unit === 'minute' || unit === 'hour' ? 0 : HOUR_S
  return counts.map((count) => ({ unit, count, seconds: count * unitSeconds - lostS }))
}

export const TICK_STEPS: readonly TickStep[] = [
  ...steps('minute', MINUTE_S, [1, 5, 10, 15, 30, 60]),
  ...steps('hour', HOUR_S, [2, 3, 6, 12]),
  ...steps('day', DAY_S, [1, 2, 3, 4]),
  ...steps('week', 7 * DAY_S, [1, 2]),
  ...steps('month', 28 * DAY_S, [1, 2, 3, 6]),
  ...steps('year', 365 * DAY_S, [1, 2, 5, 10, 20, 50]),
]

/** The steps that suit stamps this far apart: between two days' values there is nothing that a tick could mark. */
export function stepsFor(timesS: ArrayLike<number>): readonly TickStep[] {
  const apartS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  // A day may be an hour longer or shorter where clocks change, a month by its days.
  const suited = TICK_STEPS.filter(({ seconds }) => seconds >= apartS * 0.9)
  return suited.length > 0 ? suited : TICK_STEPS.slice(-1)
}

/**
 * The stamps (epoch seconds, ascending) inside a range at which ticks of this step stand: whole minutes and
 * hours, midnights, Mondays, firsts of months and years of the browser's zone. Days of 23 and 25 hours keep
 * their midnights. A tick closer than `leastS` to the one before is left out.
 */
export function timeTicks(fromS: number, toS: number, step: TickStep, leastS = 1): number[] {
  const ticks: number[] = []
  let last = Number.NEGATIVE_INFINITY
  const start = calendarDate(START[step.unit](calendarDate(new Date(fromS * 1000)), step.count))
  for (let index = 0; ; index++) {
    const tick = ADVANCE[step.unit](start, index * step.count).getTime() / 1000
    if (tick > toS) return ticks
    // The hour that a clock change leaves out maps onto the next one.
    if (tick >= fromS && tick >= last + leastS) ticks.push((last = tick))
  }
}

/** The first tick of a step, at or before the date's own calendar unit. */
const START: Readonly<Record<CalendarUnit, (date: CalendarDate, count: number) => Date>> = {
  minute: ({ year, month, day, hour }) => new Date(year, month, day, hour),
  hour: ({ year, month, day }) => new Date(year, month, day),
  day: ({ year, month, day }, count) => new Date(year, month, day - ((day - 1) % count)),
  week: ({ year, month, day, weekday }) => new Date(year, month, day - ((weekday + 6) % 7)),
  month: ({ year, month }, count) => new Date(year, month - (month % count), 1),
  year: ({ year }, count) => new Date(year - (year % count), 0, 1),
}

/** A calendar date moved on by a count of the unit. */
const ADVANCE: Readonly<Record<CalendarUnit, (date: CalendarDate, count: number) => Date>> = {
  // Elapsed, not wall-clock, time: both occurrences of a doubled hour get their ticks.
  minute: ({ timeMs }, count) => new Date(timeMs + count * 60_000),
  hour: ({ year, month, day, hour }, count) => new Date(year, month, day, hour + count),
  day: ({ year, month, day }, count) => new Date(year, month, day + count),
  week: ({ year, month, day }, count) => new Date(year, month, day + 7 * count),
  month: ({ year, month }, count) => new Date(year, month + count, 1),
  year: ({ year }, count) => new Date(year + count, 0, 1),
}

interface CalendarDate {
  timeMs: number
  year: number
  month: number
  day: number
  weekday: number
  hour: number
}

function calendarDate(date: Date): CalendarDate {
  return {
    timeMs: date.getTime(),
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
  }
}
