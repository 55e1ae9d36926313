import { HOUR_MS, MINUTE_MS, type StepMinutes } from '#server/series/series.ts'

/** Which quarter hours of which series a file has values for; a bit a quarter, a byte an hour. */
export interface QuarterMarks {
  /** Marks a value; says whether there was none before. */
  mark(series: number, stampUtc: number): boolean
  /** The step of a marked value. */
  stepOf(series: number, stampUtc: number): StepMinutes
}

const QUARTER_MS = 15 * MINUTE_MS
const HOURS_PER_PAGE = 1024
/** More than the hours from 1970 to 2100 fill. */
const PAGES_PER_SERIES = 2048
const HALF_HOUR_BIT = 0b0100
const QUARTER_BITS = 0b1010

export function createQuarterMarks(): QuarterMarks {
  const pages = new Map<number, Uint8Array>()
  const pageOf = (series: number, hour: number) =>
    series * PAGES_PER_SERIES + Math.floor(hour / HOURS_PER_PAGE)

  /** The finest step that the marks of an hour show, null where it has none. */
  function shownStep(series: number, hour: number): StepMinutes | null {
    const marks = pages.get(pageOf(series, hour))?.[hour % HOURS_PER_PAGE] ?? 0
    if (marks === 0) return null
    if ((marks & QUARTER_BITS) !== 0) return 15
    return (marks & HALF_HOUR_BIT) === 0 ? 60 : 30
  }

  return {
    mark(series, stampUtc) {
      const hour = Math.floor(stampUtc / HOUR_MS)
      const page = pages.get(pageOf(series, hour)) ?? new Uint8Array(HOURS_PER_PAGE)
      pages.set(pageOf(series, hour), page)
      const slot = hour % HOURS_PER_PAGE
      const bit = 1 << ((stampUtc % HOUR_MS) / QUARTER_MS)
      const marks = page[slot] ?? 0
      page[slot] = marks | bit
      return (marks & bit) === 0
    },

    stepOf(series, stampUtc) {
      const hour = Math.floor(stampUtc / HOUR_MS)
      const shown = shownStep(series, hour) ?? 60
      const neighbours = [shownStep(series, hour - 1), shownStep(series, hour + 1)].filter(
        (step) => step !== null,
      )
      // A value alone at the full hour stands for the hour, unless the hours around it show it to be the only quarter left.
      const isFinerAround = neighbours.length > 0 && neighbours.every((step) => step < shown)
      return isFinerAround && neighbours.includes(15) ? 15 : isFinerAround ? 30 : shown
    },
  }
}
