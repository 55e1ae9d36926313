import { HOUR_MS, QUARTER_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, type LocalDay } from '#server/calendar/local-calendar.ts'
import type { StepMinutes } from '#server/series/series.ts'

/** Inferred from the hours around it on the same local day. */
export interface HourStep {
  stepMinutes: StepMinutes
  /** The values also fit another step. */
  isGuessed: boolean
  /** Lacks values of its step. */
  isPartial: boolean
  /** No step fits: partial beside hours of a coarser step, or all hours shifted alike. */
  isStray: boolean
}

/** Reached on the day when clocks go back. */
export const MAX_HOURS = 25
const HALF_HOUR_BIT = 0b0100
const QUARTER_BITS = 0b1010
const BITS_OF_STEP = { 15: 0b1111, 30: 0b0101, 60: 0b0001 } as const

export const bitOf = (stampUtc: number) => 1 << ((stampUtc % HOUR_MS) / QUARTER_MS)

/** Null for an hour without values. `marks`: a byte per hour, a bit per quarter hour with a value. */
export function stepsOfDay(marks: Uint8Array): (HourStep | null)[] {
  const shown = Array.from(marks, finestStep)
  const steps = shown.map((step, hour) => (step === null ? null : stepOfHour(shown, hour, step)))
  const isWhole = (hour: number) => {
    const bits = BITS_OF_STEP[steps[hour]?.stepMinutes ?? 15]
    return ((marks[hour] ?? 0) & bits) === bits
  }
  const held = [...steps.keys()].filter((hour) => steps[hour] !== null)
  const [first = 0] = held
  // For example a value at half past each hour.
  const areShifted =
    held.length > 1 && !held.some(isWhole) && held.every((hour) => marks[hour] === marks[first])

  /** Skips neighbours that lack values. */
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

function finestStep(marks: number): StepMinutes | null {
  if (marks === 0) return null
  if ((marks & QUARTER_BITS) !== 0) return 15
  return (marks & HALF_HOUR_BIT) === 0 ? 60 : 30
}

/** A coarse hour beside finer ones can be a finer hour that lacks values. */
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
/** Enough for the hours from 1970 to 2100. */
const PAGES_PER_SERIES = 2048
const MIN_SPACING_HOURS = 2

/** A bit per quarter hour, a byte per hour. */
export function createQuarterMarks() {
  const pages = new Map<number, Uint8Array>()
  const pageOf = (series: number, hour: number) =>
    pages.get(series * PAGES_PER_SERIES + Math.floor(hour / HOURS_PER_PAGE))
  return {
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
    /** Hours since 1970, ascending. */
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

/** Caches one day per series: reading in order is fast. */
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

const isDaily = (gap: number) => gap >= 23 && gap <= 25
/** Sparser than hourly, and the same hours each day. */
const isStep = (gap: number) => gap >= MIN_SPACING_HOURS && (24 % gap === 0 || isDaily(gap))
/** A day of which values cover less may be hourly, with hours missing. */
const MIN_COVERED_HOURS = 18

const gapsOf = (hours: readonly number[]) => hours.slice(1).map((hour, index) => hour - (hours[index] ?? 0))

/** Null unless evenly spaced and sparser than hourly. */
function spacingOf(hours: readonly number[]): number | null {
  const gaps = gapsOf(hours)
  const least = Math.min(...gaps)
  if (gaps.length === 0 || least < MIN_SPACING_HOURS) return null
  // A local day has 23 to 25 hours.
  const usual = gaps.filter((gap) => gap <= least + (least < 23 ? 0 : 2))
  return usual.length >= gaps.length / 2 ? least : null
}

const coversDay = (spacing: number, values: number) =>
  isStep(spacing) && spacing * values >= MIN_COVERED_HOURS

/** Of the whole series, of a day, or of a few values in a row: where it begins and its spacing. */
function findSparse(hours: readonly number[]): { hour: number; spacing: number } | null {
  const [first = 0] = hours
  const ofAll = spacingOf(hours)
  if (ofAll !== null && (hours.length > 2 || coversDay(ofAll, hours.length)))
    return { hour: first, spacing: ofAll }
  const gaps = gapsOf(hours)
  let day: LocalDay | null = null
  for (const [index, hour] of hours.entries()) {
    const gap = gaps[index] ?? 0
    if (gap < MIN_SPACING_HOURS) continue
    const isRun = isDaily(gap)
      ? isDaily(gaps[index + 1] ?? 0)
      : isStep(gap) && gaps[index + 1] === gap && gaps[index + 2] === gap
    if (isRun) return { hour, spacing: gap }
    if (day !== null && hour * HOUR_MS < day.toUtc) continue
    day = dayAt(hour * HOUR_MS, MARKET_ZONE)
    const { fromUtc, toUtc } = day
    const ofDay = hours
      .slice(Math.max(0, index - MAX_HOURS), index + MAX_HOURS)
      .filter((other) => other * HOUR_MS >= fromUtc && other * HOUR_MS < toUtc)
    const spacing = spacingOf(ofDay)
    if (spacing !== null && coversDay(spacing, ofDay.length)) return { hour: ofDay[0] ?? hour, spacing }
  }
  return null
}

/** The hour from which on values are sparser than hourly, and what to write instead. Hours since 1970, ascending. */
export function sparseFrom(hours: readonly number[]): { hour: number; words: string } | null {
  const sparse = findSparse(hours)
  if (sparse === null) return null
  const { hour, spacing } = sparse
  const every = isDaily(spacing) ? 'one value a day' : `one value every ${spacing} hours`
  const means = isDaily(spacing) ? 'the mean of the day' : 'their mean'
  return { hour, words: ` has ${every}. Write a line for each hour, with ${means} if that is all you have.` }
}

export const strayWords = (name: string) =>
  `${name} has values of whole hours around this one, which is only a part of an hour.`

const count = (hours: number) => `${hours.toLocaleString('en')} hour${hours === 1 ? '' : 's'}`

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
