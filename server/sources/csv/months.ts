import { MINUTE_MS, type SeriesBlock, type SeriesKey, type StepMinutes } from '#server/series/series.ts'

/** Collects values of a file by series, step and month until they are written. */
export interface MonthBuffer {
  add(series: SeriesKey, seriesNumber: number, stampUtc: number, step: StepMinutes, powerMw: number): void
  /** Memory that the values take. */
  bytes(): number
  /** Hands over the values as blocks, and is empty afterwards. */
  take(): SeriesBlock[]
}

export function createMonthBuffer(): MonthBuffer {
  let blocks = new Map<string, SeriesBlock>()
  let bytes = 0
  return {
    add(series, seriesNumber, stampUtc, step, powerMw) {
      const date = new Date(stampUtc)
      const name = `${seriesNumber} ${step} ${date.getUTCFullYear()} ${date.getUTCMonth()}`
      let block = blocks.get(name)
      if (block === undefined) {
        const startsAtUtc = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
        const endsAtUtc = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
        const slots = (endsAtUtc - startsAtUtc) / (step * MINUTE_MS)
        block = {
          ...series,
          startsAtUtc,
          stepMinutes: step,
          powerMw: new Float64Array(slots).fill(Number.NaN),
        }
        blocks.set(name, block)
        bytes += block.powerMw.byteLength
      }
      block.powerMw[(stampUtc - block.startsAtUtc) / (step * MINUTE_MS)] = powerMw
    },
    bytes: () => bytes,
    take() {
      const taken = [...blocks.values()]
      blocks = new Map()
      bytes = 0
      return taken
    },
  }
}
