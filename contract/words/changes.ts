import { areaOfCountry } from '#contract/countries.ts'
import { type ChangeRow, PARTS } from '#contract/row-tables.ts'

import { formatDifferenceMw } from './power.ts'

/** The change of an hour of a country, whole in all of its parts: what each adds to residual load, so that more wind is below zero. */
export type Change<Time = string> = {
  readonly [Key in keyof Omit<ChangeRow, 'time_utc'>]: NonNullable<ChangeRow[Key]>
} & { readonly time_utc: Time }

/** The changes of a country in order of time; hours that lack a part are left out. */
export function changesOf<Time>(
  rows: readonly (Omit<ChangeRow, 'time_utc'> & { time_utc: Time })[],
  country: string,
): Change<Time>[] {
  const area = areaOfCountry(country)
  return rows
    .filter(
      (row): row is Change<Time> => row.area === area && Object.values(row).every((value) => value !== null),
    )
    .map((row) => ({ ...row, solar_mw: 0 - row.solar_mw, wind_mw: 0 - row.wind_mw }))
}

/** `17:00 +2,166 MW = wind +1,840 + load +410 + solar −84`: the largest part comes first, and takes what rounding leaves. */
export function changeWords(change: Change<unknown>, clock: string): string {
  const totalMw = Math.round(change.residual_mw)
  const [largest, ...others] = PARTS.map((part) => ({ part, mw: Math.round(change[`${part}_mw`]) })).toSorted(
    (a, b) => Math.abs(b.mw) - Math.abs(a.mw),
  )
  const restMw = others.reduce((rest, { mw }) => rest - mw, totalMw)
  const words = [{ part: largest?.part, mw: restMw }, ...others]
    .filter(({ mw }) => mw !== 0)
    .map(({ part, mw }) => `${part} ${formatDifferenceMw(mw)}`)
    .join(' + ')
  return `${clock} ${formatDifferenceMw(totalMw)} MW${words && ` = ${words}`}`
}
