import { areaOfCountry, COUNTRIES } from '#contract/countries.ts'
import { formatDifferenceMw } from '#contract/power-text.ts'
import { type ChangeRow, type Part, PARTS } from '#contract/row-tables.ts'
import { timeOf } from '#web/zone/wall-clock.ts'

/** The change of an hour of a country, whole in all of its parts: what each adds to residual load, so that more wind is below zero. */
export type Change = { readonly [Key in keyof ChangeRow]: NonNullable<ChangeRow[Key]> }

export const clockOf = ({ time_utc }: Change) => timeOf(time_utc)

/** The changes of a country in order of time; hours that lack a part are left out. */
export function changesOf(rows: readonly ChangeRow[], country: string): Change[] {
  const area = areaOfCountry(country)
  return rows
    .filter((row): row is Change => row.area === area && Object.values(row).every((value) => value !== null))
    .map((row) => ({ ...row, solar_mw: 0 - row.solar_mw, wind_mw: 0 - row.wind_mw }))
}

/** `17:00 +2,166 MW = wind +1,840 + load +410 + solar −84`: the largest part comes first, and takes what rounding leaves. */
export function changeWords(change: Change): string {
  const totalMw = Math.round(change.residual_mw)
  const [largest, ...others] = PARTS.map((part) => ({ part, mw: Math.round(change[`${part}_mw`]) })).toSorted(
    (a, b) => Math.abs(b.mw) - Math.abs(a.mw),
  )
  const restMw = others.reduce((rest, { mw }) => rest - mw, totalMw)
  const words = [{ part: largest?.part, mw: restMw }, ...others]
    .filter(({ mw }) => mw !== 0)
    .map(({ part, mw }) => `${part} ${formatDifferenceMw(mw)}`)
    .join(' + ')
  return `${clockOf(change)} ${formatDifferenceMw(totalMw)} MW${words && ` = ${words}`}`
}

const MAX_CHANGES = 3

/** The hours of the largest changes, at most one of each country and none without a change; the largest first. */
export function largestChanges(rows: readonly ChangeRow[]): { code: string; key: string; words: string }[] {
  return COUNTRIES.flatMap(({ code, name }) =>
    changesOf(rows, code).map((change) => ({ ...change, code, name })),
  )
    .filter(({ residual_mw: mw }) => Math.round(mw) !== 0)
    .toSorted((a, b) => Math.abs(b.residual_mw) - Math.abs(a.residual_mw))
    .filter(({ code }, index, all) => all.findIndex((change) => change.code === code) === index)
    .slice(0, MAX_CHANGES)
    .map((change) => ({
      code: change.code,
      key: clockOf(change),
      words: `${change.name} ${changeWords(change)}`,
    }))
}

/** Where the bars of an hour stand, MW: those of parts that raise it upwards from zero, the others downwards. */
export function stackOf(change: Change): { part: Part; fromMw: number; toMw: number }[] {
  let [up, down] = [0, 0]
  return PARTS.map((part) => {
    const mw = change[`${part}_mw`]
    if (mw < 0) return { part, toMw: down, fromMw: (down += mw) }
    return { part, fromMw: up, toMw: (up += mw) }
  })
}
