import { HOUR_MS, QUARTER_MS } from '#contract/time.ts'
import type { StepMinutes } from '#server/series/series.ts'

export interface ShownStep {
  stepMinutes: StepMinutes
  /** The marks allow another step as well. */
  isGuessed: boolean
}
const HOURS_PER_PAGE = 1024
/** More than the hours from 1970 to 2100 fill. */
const PAGES_PER_SERIES = 2048
const HALF_HOUR_BIT = 0b0100
const QUARTER_BITS = 0b1010
const BITS_OF_STEP = { 15: 0b1111, 30: 0b0101, 60: 0b0001 } as const
/** This many hours in a row with the same coarse step really have it: values do not get lost that regularly. */
const HOURS_THAT_SHOW_A_STEP = 24

/** Which quarter hours of each series a file has values for: a bit for a quarter, a byte for an hour. */
export function createQuarterMarks() {
  const pages = new Map<number, Uint8Array>()
  const seriesWithFinerSteps = new Set<number>()
  const pageOf = (series: number, hour: number) =>
    series * PAGES_PER_SERIES + Math.floor(hour / HOURS_PER_PAGE)

  /** The finest step that the marks of an hour show, null if it has none. */
  function shownStep(series: number, hour: number): StepMinutes | null {
    const marks = pages.get(pageOf(series, hour))?.[hour % HOURS_PER_PAGE] ?? 0
    if (marks === 0) return null
    if ((marks & QUARTER_BITS) !== 0) return 15
    return (marks & HALF_HOUR_BIT) === 0 ? 60 : 30
  }

  /** The step of an hour whose marks could also be the rest of a finer step: those with only a value at :00, or without quarters. */
  function stepOfCoarseHour(series: number, hour: number, shown: StepMinutes): ShownStep {
    let first = hour
    let last = hour
    const isLong = () => last - first + 1 >= HOURS_THAT_SHOW_A_STEP
    while (!isLong() && shownStep(series, first - 1) === shown) first -= 1
    while (!isLong() && shownStep(series, last + 1) === shown) last += 1
    const around = [shownStep(series, first - 1), shownStep(series, last + 1)].filter((step) => step !== null)
    const isFinerAround = around.length > 0 && around.every((step) => step < shown)
    if (isLong() || !isFinerAround) return { stepMinutes: shown, isGuessed: false }
    const isEnclosed = around.length === 2 || first === last
    return { stepMinutes: isEnclosed ? (around.includes(15) ? 15 : 30) : shown, isGuessed: true }
  }

  function stepOf(series: number, hour: number): ShownStep {
    if (!seriesWithFinerSteps.has(series)) return { stepMinutes: 60, isGuessed: false }
    const shown = shownStep(series, hour)
    return shown === 60 || shown === 30
      ? stepOfCoarseHour(series, hour, shown)
      : { stepMinutes: 15, isGuessed: false }
  }

  return {
    /** Marks a value. False if the quarter hour has one already. */
    mark(series: number, stampUtc: number): boolean {
      const hour = Math.floor(stampUtc / HOUR_MS)
      const page = pages.get(pageOf(series, hour)) ?? new Uint8Array(HOURS_PER_PAGE)
      pages.set(pageOf(series, hour), page)
      const slot = hour % HOURS_PER_PAGE
      const bit = 1 << ((stampUtc % HOUR_MS) / QUARTER_MS)
      if (bit !== 1) seriesWithFinerSteps.add(series)
      const marks = page[slot] ?? 0
      page[slot] = marks | bit
      return (marks & bit) === 0
    },

    stepOf: (series: number, stampUtc: number): ShownStep => stepOf(series, Math.floor(stampUtc / HOUR_MS)),

    /** True if a series has three values or more, none within 23 hours of another, and half of them or more a day apart. */
    isDaily(series: number): boolean {
      const hours = [...pages]
        .filter(([page]) => Math.floor(page / PAGES_PER_SERIES) === series)
        .toSorted(([a], [b]) => a - b)
        .flatMap(([page, marks]) =>
          [...marks.keys()].filter((slot) => marks[slot]).map((slot) => page * HOURS_PER_PAGE + slot),
        )
      const gaps = hours.slice(1).map((hour, index) => hour - (hours[index] ?? 0))
      const days = gaps.filter((gap) => gap <= 25)
      return gaps.length >= 2 && gaps.every((gap) => gap >= 23) && days.length >= gaps.length / 2
    },

    /** How many hours of a series lack a part of the values that their step needs. */
    partialHours(): number {
      let count = 0
      for (const [page, hours] of pages) {
        const series = Math.floor(page / PAGES_PER_SERIES)
        const firstHour = (page % PAGES_PER_SERIES) * HOURS_PER_PAGE
        for (const [slot, marks] of hours.entries()) {
          if (marks === 0) continue
          const bits = BITS_OF_STEP[stepOf(series, firstHour + slot).stepMinutes]
          if ((marks & bits) !== bits) count += 1
        }
      }
      return count
    },
  }
}
