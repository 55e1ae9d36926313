import { areaOfCountry } from '#contract/countries.ts'
import { type ChangeRow, type Part, PARTS } from '#contract/row-tables.ts'

import { formatDifferenceMw } from './power.ts'

/** Without missing parts. */
export type Change<Time = string> = {
  readonly [Key in keyof Omit<ChangeRow, 'time_utc'>]: NonNullable<ChangeRow[Key]>
} & { readonly time_utc: Time }

/** Changes in order, without hours that lack a part. */
export function changesOf<Time>(
  rows: readonly (Omit<ChangeRow, 'time_utc'> & { time_utc: Time })[],
  country: string,
): Change<Time>[] {
  const area = areaOfCountry(country)
  return rows.filter(
    (row): row is Change<Time> => row.area === area && Object.values(row).every((value) => value !== null),
  )
}

/** MW of residual load: negative for more wind. */
export const contributionMw = (change: Change<unknown>, part: Part): number =>
  part === 'load' ? change.load_mw : 0 - change[`${part}_mw`]

/** `17:00 +2,166 MW = less wind +1,840 + more load +410 + more solar −84`. The largest is first and absorbs the rounding. */
export function changeWords(change: Change<unknown>, clock: string): string {
  const totalMw = Math.round(change.residual_mw)
  const [largest, ...others] = PARTS.map((part) => ({
    part,
    mw: Math.round(contributionMw(change, part)),
  })).toSorted((a, b) => Math.abs(b.mw) - Math.abs(a.mw))
  const restMw = others.reduce((rest, { mw }) => rest - mw, totalMw)
  const words = [...(largest ? [{ ...largest, mw: restMw }] : []), ...others]
    .filter(({ mw }) => mw !== 0)
    .map(({ part, mw }) => {
      const isMore = part === 'load' ? mw > 0 : mw < 0
      return `${isMore ? 'more' : 'less'} ${part} ${formatDifferenceMw(mw)}`
    })
    .join(' + ')
  return `${clock} ${formatDifferenceMw(totalMw)} MW${words && ` = ${words}`}`
}
