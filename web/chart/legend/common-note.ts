import type { Curve } from '#web/chart/data/chart-data.ts'

const HOUR_S = 3600
const number = new Intl.NumberFormat('en-US')

/** What one stamp stands for, by the distance of the first two. */
export function stampWord(timesS: readonly number[]): string {
  const stepS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  if (stepS === HOUR_S) return 'hours'
  if (stepS === HOUR_S / 4) return 'quarter hours'
  // A clock change makes a day an hour longer or shorter.
  return stepS >= 23 * HOUR_S && stepS <= 25 * HOUR_S ? 'days' : 'values'
}

/** What part of the time shown a curve covers: `153 of 192 hours`; `null` if it covers all of it or nothing. */
export function coverageText(count: number, total: number, word: string): string | null {
  return count === 0 || count === total ? null : `${number.format(count)} of ${number.format(total)} ${word}`
}

/** What each of some curves covers, by position, and one sentence where all of them, or all that are measured, cover the same part. */
export function coverage(
  rows: readonly { curve: Pick<Curve, 'style'>; count: number }[],
  total: number,
  word: string,
): { coverages: readonly (string | null)[]; note: string | null } {
  const shown = rows.filter(({ count }) => count > 0)
  const measured = shown.filter(({ curve }) => curve.style === 'solid')
  const same = [shown, measured].find(
    ([first, ...others]) => others.length > 0 && others.every(({ count }) => count === first?.count),
  )
  const text = coverageText(same?.[0]?.count ?? 0, total, word)
  return {
    coverages: rows.map((row) =>
      text !== null && same?.includes(row) ? null : coverageText(row.count, total, word),
    ),
    note: text === null ? null : `${same === shown ? 'All' : 'Measured'} curves cover ${text}.`,
  }
}

/** What figures of several curves cover. */
export interface Coverage {
  /** How many stamps have a value, by curve. */
  counts: readonly number[]
  /** Stamps in the window. */
  total: number
  /** Stamps at which all curves shown have a value. */
  commonCount: number
}

/**
 * Says which stamps the figures cover; `null` if these are all stamps, or each curve's own.
 * @param cover the figures and their verb: `Means cover`
 * @param otherwise what the figures are without common stamps: `each mean covers its own`
 */
export function commonNote(
  coverage: Coverage,
  word: string,
  cover: string,
  otherwise: string,
): string | null {
  const { counts, commonCount, total } = coverage
  const isComparison = counts.filter((count) => count > 0).length > 1
  if (!isComparison || commonCount === total) return null
  if (commonCount === 0) return `The curves shown have no ${word} in common: ${otherwise}.`
  return `${cover} the ${number.format(commonCount)} of ${number.format(total)} ${word} that all curves shown have.`
}
