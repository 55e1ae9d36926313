import { type ChartData, isOwnStamp } from '#web/chart/data/chart-data.ts'
import type { ComparedErrors } from '#web/chart/data/forecast-errors.ts'
import { formatCount } from '#web/chart/format/value-format.ts'

const HOUR_S = 3600

export function stampWord(timesS: readonly number[]): string {
  const stepS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  if (stepS === HOUR_S) return 'hours'
  if (stepS === HOUR_S / 4) return 'quarter hours'
  // A clock change makes a day an hour longer or shorter.
  return stepS >= 23 * HOUR_S && stepS <= 25 * HOUR_S ? 'days' : 'values'
}

/** Further curves with gaps are only counted. */
const MAX_NAMED = 3

/** Counts only gaps inside a curve: the chart shows where it begins and ends. */
export function gapNote(
  { timesS, curves }: Pick<ChartData, 'timesS' | 'curves'>,
  stamps: readonly number[],
  moment: (timeS: number) => string,
): string | null {
  const word = stampWord(timesS)
  const gaps = curves.flatMap((curve) => {
    const has = (index: number) => (curve.values[index] ?? null) !== null
    const inside = stamps.slice(stamps.findIndex(has), stamps.findLastIndex(has) + 1)
    const missing = inside.filter((index) => isOwnStamp(curve, index) && !has(index))
    const [first, last] = [missing[0], missing.at(-1)].map((index) => moment(timesS[index ?? 0] ?? 0))
    if (missing.length === 0) return []
    if (missing.length === 1) return `${curve.name} is missing 1 ${word.slice(0, -1)}, ${first}`
    return `${curve.name} is missing ${formatCount(missing.length)} ${word} between ${first} and ${last}`
  })
  if (gaps.length === 0) return null
  const more = gaps.length - MAX_NAMED
  const others = more > 0 ? `${more} more ${more === 1 ? 'curve has' : 'curves have'} gaps` : []
  return `${[...gaps.slice(0, MAX_NAMED), ...[others].flat()].join('; ')}.`
}

export function commonNote(
  { mostCount, commonCount }: Pick<ComparedErrors, 'mostCount' | 'commonCount'>,
  word: string,
): string | null {
  if (commonCount === mostCount) return null
  return commonCount === 0
    ? `The curves shown have no ${word} in common. Hide one to see the figures of the other.`
    : `All figures are for the ${formatCount(commonCount)} ${word} that every curve has.`
}
