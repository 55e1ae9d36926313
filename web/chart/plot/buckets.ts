import { momentOf, wallClock } from '#web/zone/wall-clock.ts'

const HOUR_S = 3600
/** Possible lengths of a bucket. Days and weeks even out the swing of a day, which would fill the chart otherwise. */
const LENGTHS_S = [HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 24 * HOUR_S, 7 * 24 * HOUR_S, 28 * 24 * HOUR_S] as const
/** A bucket is at least this wide. */
const MIN_PX = 2

/** How long the buckets of a window drawn `widthPx` wide are, in seconds. */
export function bucketLength(windowS: number, widthPx: number): number {
  return LENGTHS_S.find((lengthS) => (lengthS / windowS) * widthPx >= MIN_PX) ?? LENGTHS_S[5]
}

/** What a chart of buckets shows: `Daily mean and range`. */
export function bucketLabel(lengthS: number): string {
  return `${bucketName(lengthS / HOUR_S)} mean and range`
}

function bucketName(hours: number): string {
  if (hours === 24) return 'Daily'
  if (hours === 7 * 24) return 'Weekly'
  if (hours === 28 * 24) return '4-week'
  return hours === 1 ? 'Hourly' : `${hours}-hour`
}

/** Mean, lowest and highest value of a stretch of time that holds values. */
export interface Bucket {
  /** Middle of the stretch. */
  timeS: number
  mean: number
  low: number
  high: number
  /** How many values it holds. */
  count: number
  /** Whether no bucket without values lies before it. */
  isJoined: boolean
}

/** The buckets of the values from one index to another, both included; those without values are left out. */
export function bucketValues(
  timesS: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  [from, to]: readonly [from: number, to: number],
  lengthS: number,
): Bucket[] {
  const originS = localMidnight(timesS[from] ?? 0)
  const buckets: Bucket[] = []
  let key = Number.NaN
  let lastKey = Number.NaN
  let sum = 0
  let count = 0
  /** Whether the line goes on over the bucket although nothing in it is the curve's own. */
  let isCrossed = false
  let low = Infinity
  let high = -Infinity
  function close() {
    if (count > 0) {
      const timeS = originS + (key + 0.5) * lengthS
      buckets.push({ timeS, mean: sum / count, low, high, count, isJoined: key === lastKey + 1 })
      lastKey = key
    } else if (isCrossed && key === lastKey + 1) lastKey = key
    sum = count = 0
    isCrossed = true
    low = Infinity
    high = -Infinity
  }
  for (let index = from; index <= to; index++) {
    const own = Math.floor(((timesS[index] ?? 0) - originS) / lengthS)
    if (own !== key) {
      close()
      key = own
    }
    const value = values[index]
    if (value === null) isCrossed = false
    if (value === null || value === undefined) continue
    sum += value
    count++
    if (value < low) low = value
    if (value > high) high = value
  }
  close()
  return buckets
}

function localMidnight(timeS: number): number {
  return momentOf(wallClock(timeS * 1000).setUTCHours(0, 0, 0, 0)) / 1000
}
