import type { ComparedFigures, CurveFigures } from '#web/chart/data/compared-figures.ts'

const HOUR_S = 3600
const number = new Intl.NumberFormat('en-US')

/** What one stamp stands for, by the distance of the first two. */
export function stampWord(timesS: readonly number[]): string {
  const stepS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  if (stepS === HOUR_S) return 'hours'
  // A clock change makes a day an hour longer or shorter.
  return stepS >= 23 * HOUR_S && stepS <= 25 * HOUR_S ? 'days' : 'values'
}

/** What part of the time shown a curve covers: `153 of 192 hours`; `null` if it covers all of it or nothing. */
export function coverageText(
  { count }: CurveFigures,
  { total }: ComparedFigures,
  word: string,
): string | null {
  return count === 0 || count === total ? null : `${number.format(count)} of ${number.format(total)} ${word}`
}

/** Says which stamps means and errors cover; `null` if these are all stamps, or each curve's own. */
export function commonNote(figures: ComparedFigures, word: string, hasErrors: boolean): string | null {
  const { commonCount, total } = figures
  const isComparison = figures.rows.filter(({ count }) => count > 0).length > 1
  if (!isComparison || commonCount === total) return null
  if (commonCount === 0) return `The curves shown have no ${word} in common: each mean covers its own.`
  const what = hasErrors ? 'Mean, Bias and MAE cover' : 'Means cover'
  return `${what} the ${number.format(commonCount)} of ${number.format(total)} ${word} that all curves shown have.`
}
