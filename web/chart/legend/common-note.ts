import type { Curve } from '#web/chart/data/chart-data.ts'

const HOUR_S = 3600
export const number = new Intl.NumberFormat('en-US')

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

/** One sentence on what curves cover; `null` if each covers everything or nothing. */
export function coverageNote(
  rows: readonly { curve: Pick<Curve, 'name' | 'style'>; count: number }[],
  total: number,
  word: string,
): string | null {
  const shown = rows.filter(({ count }) => count > 0)
  const partial = shown.filter(({ count }) => count < total)
  const counts = partial.map(({ count }) => count)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const part = coverageText(most, total, word)
  if (partial.length === 0 || part === null) return null
  if (partial.length === 1) return `${partial[0]?.curve.name} covers ${part}.`
  if (least !== most) return `Some curves cover ${number.format(least)} to ${part}.`
  const measured = shown.filter(({ curve }) => curve.style === 'solid')
  const areMeasured = measured.length === partial.length && measured.every((row) => partial.includes(row))
  const which = partial.length === shown.length ? 'All' : areMeasured ? 'Measured' : 'Some'
  return `${which} curves cover ${part}.`
}

/** Says which stamps the errors of several curves cover; `null` if these are all stamps, or there is one curve. */
export function commonNote(
  { rows, total, commonCount }: { rows: readonly { count: number }[]; total: number; commonCount: number },
  word: string,
): string | null {
  if (rows.filter(({ count }) => count > 0).length < 2 || commonCount === total) return null
  return commonCount === 0
    ? `The curves shown have no ${word} in common: hide one of them to see the figures of the other.`
    : `All figures cover the ${coverageText(commonCount, total, word)} that all curves shown have.`
}
