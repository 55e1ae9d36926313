import { HOUR_MS, QUARTER_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, type LocalDay } from '#server/calendar/local-calendar.ts'
import type { StepMinutes } from '#server/series/series.ts'

import { CsvError } from './format.ts'

/** What the values of an hour stand for, as those around it on the same local day show. */
export interface HourStep {
  stepMinutes: StepMinutes
  /** The values allow another step as well. */
  isGuessed: boolean
  /** It lacks a part of the values that its step needs. */
  isPartial: boolean
  /** Its values fit neither an hour nor a part of one: no hour beside it has all values of their step. */
  isStray: boolean
}

/** Hours of the day on which clocks are set back. */
export const MAX_HOURS = 25
const HALF_HOUR_BIT = 0b0100
const QUARTER_BITS = 0b1010
const BITS_OF_STEP = { 15: 0b1111, 30: 0b0101, 60: 0b0001 } as const

/** The bit of a quarter hour in the marks of its hour. */
export const bitOf = (stampUtc: number) => 1 << ((stampUtc % HOUR_MS) / QUARTER_MS)

/** The steps of the hours of a local day, null without values. `marks` has a bit for each quarter hour with a value. */
export function stepsOfDay(marks: Uint8Array): (HourStep | null)[] {
  const shown = Array.from(marks, finestStep)
  const steps = shown.map((step, hour) => (step === null ? null : stepOfHour(shown, hour, step)))
  const isWhole = (hour: number) => {
    const bits = BITS_OF_STEP[steps[hour]?.stepMinutes ?? 15]
    return ((marks[hour] ?? 0) & bits) === bits
  }
  const held = [...steps.keys()].filter((hour) => steps[hour] !== null)
  const [first = 0] = held
  // Such as a value at half past each hour.
  const areShifted =
    held.length > 1 && !held.some(isWhole) && held.every((hour) => marks[hour] === marks[first])

  /** True if all hours next to this one, past those that lack values too, have a coarser step. */
  function isBetweenCoarser(hour: number, step: StepMinutes): boolean {
    const next = (from: number, by: -1 | 1): StepMinutes | null => {
      const other = steps[from]?.stepMinutes ?? null
      return other === null || other > step || isWhole(from) ? other : next(from + by, by)
    }
    const around = [next(hour - 1, -1), next(hour + 1, 1)].filter((other) => other !== null)
    return around.length > 0 && around.every((other) => other > step)
  }

  return steps.map((step, hour) => {
    if (step === null) return null
    const isPartial = !isWhole(hour)
    return {
      ...step,
      isPartial,
      isStray: isPartial && (areShifted || isBetweenCoarser(hour, step.stepMinutes)),
    }
  })
}

/** The finest step that the marks of an hour show, null without any. */
function finestStep(marks: number): StepMinutes | null {
  if (marks === 0) return null
  if ((marks & QUARTER_BITS) !== 0) return 15
  return (marks & HALF_HOUR_BIT) === 0 ? 60 : 30
}

/** The step of an hour, whose values could also be the rest of a finer step. */
function stepOfHour(
  shown: readonly (StepMinutes | null)[],
  hour: number,
  step: StepMinutes,
): Pick<HourStep, 'stepMinutes' | 'isGuessed'> {
  let [first, last] = [hour, hour]
  while (shown[first - 1] === step) first -= 1
  while (shown[last + 1] === step) last += 1
  const around = [shown[first - 1] ?? null, shown[last + 1] ?? null].filter((other) => other !== null)
  if (around.length === 0 || around.some((other) => other > step))
    return { stepMinutes: step, isGuessed: false }
  const isEnclosed = around.length === 2 || first === last
  return { stepMinutes: isEnclosed ? (around.includes(15) ? 15 : 30) : step, isGuessed: true }
}

const HOURS_PER_PAGE = 1024
/** More than the hours from 1970 to 2100 fill. */
const PAGES_PER_SERIES = 2048
/** One value within so many hours is less than hourly values. */
const MIN_SPACING_HOURS = 2

/** Which quarter hours of each series a file has values for: a bit for a quarter, a byte for an hour. */
export function createQuarterMarks() {
  const pages = new Map<number, Uint8Array>()
  const pageOf = (series: number, hour: number) =>
    pages.get(series * PAGES_PER_SERIES + Math.floor(hour / HOURS_PER_PAGE))
  return {
    /** Marks a value. False if the quarter hour has one already. */
    mark(series: number, stampUtc: number): boolean {
      const hour = Math.floor(stampUtc / HOUR_MS)
      const page = pageOf(series, hour) ?? new Uint8Array(HOURS_PER_PAGE)
      pages.set(series * PAGES_PER_SERIES + Math.floor(hour / HOURS_PER_PAGE), page)
      const slot = hour % HOURS_PER_PAGE
      const marks = page[slot] ?? 0
      page[slot] = marks | bitOf(stampUtc)
      return page[slot] !== marks
    },
    marksOf: (series: number, hour: number): number => pageOf(series, hour)?.[hour % HOURS_PER_PAGE] ?? 0,
    /** The marked hours of a series since 1970, in order. */
    hoursOf: (series: number): number[] =>
      [...pages]
        .filter(([page]) => Math.floor(page / PAGES_PER_SERIES) === series)
        .toSorted(([a], [b]) => a - b)
        .flatMap(([page, marks]) =>
          [...marks.keys()]
            .filter((slot) => marks[slot])
            .map((slot) => (page % PAGES_PER_SERIES) * HOURS_PER_PAGE + slot),
        ),
  }
}

export type QuarterMarks = ReturnType<typeof createQuarterMarks>

/** The steps of marked values, read in any order: those of a series one day after the other are quick. */
export function createMarkedSteps(marks: QuarterMarks) {
  const days = new Map<number, { day: LocalDay; steps: (HourStep | null)[] }>()
  return (series: number, stampUtc: number): HourStep | null => {
    let known = days.get(series)
    if (known === undefined || stampUtc < known.day.fromUtc || stampUtc >= known.day.toUtc) {
      const day = dayAt(stampUtc, MARKET_ZONE)
      const first = day.fromUtc / HOUR_MS
      const hours = day.toUtc / HOUR_MS - first
      known = {
        day,
        steps: stepsOfDay(
          Uint8Array.from({ length: hours }, (_, hour) => marks.marksOf(series, first + hour)),
        ),
      }
      days.set(series, known)
    }
    return known.steps[Math.floor((stampUtc - known.day.fromUtc) / HOUR_MS)] ?? null
  }
}

/** The hours between the values of a series where they come evenly and less often than every hour, else null. */
function spacingOf(hours: readonly number[]): number | null {
  const gaps = hours.slice(1).map((hour, index) => hour - (hours[index] ?? 0))
  const least = Math.min(...gaps)
  // A local day has 23 to 25 hours.
  const usual = gaps.filter((gap) => gap <= least + (least < 23 ? 0 : 2))
  return gaps.length >= 2 && least >= MIN_SPACING_HOURS && usual.length >= gaps.length / 2 ? least : null
}

/** Throws a `CsvError` for a series whose values come evenly and less often than every hour. */
export function refuseSparse(name: string, hours: readonly number[], more = ''): void {
  const spacing = spacingOf(hours)
  if (spacing === null) return
  const isDaily = spacing >= 23 && spacing <= 25
  const every = isDaily ? 'one value a day' : `one value every ${spacing} hours`
  const means = isDaily ? 'the mean of the day' : 'their mean'
  throw new CsvError(
    null,
    `${name} has ${every}. Write a line for each hour, with ${means} if that is all you have.${more}`,
  )
}

export const strayWords = (name: string) =>
  `${name} has values of whole hours around this one, which is only a part of an hour.`

const count = (hours: number) => `${hours.toLocaleString('en')} hour${hours === 1 ? '' : 's'}`

/** What a file leaves open about the steps of its values, in sentences. */
export function stepWords(guessedHours: number, partialHours: number): string[] {
  return [
    ...(guessedHours === 0 ? [] : [`The step of ${count(guessedHours)} had to be guessed.`]),
    ...(partialHours === 0
      ? []
      : [
          `Hours of a series that lack a part of their values, and are missing where hours are shown: ${partialHours.toLocaleString('en')}.`,
        ]),
  ]
}
