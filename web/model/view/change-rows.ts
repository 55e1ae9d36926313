import { COUNTRIES } from '#contract/countries.ts'
import { type ChangeRow, type Part, PARTS } from '#contract/row-tables.ts'
import { type Change, changesOf, changeWords, contributionMw } from '#contract/words/changes.ts'
import { timeOf } from '#web/zone/wall-clock.ts'

export const clockOf = ({ time_utc }: Change) => timeOf(time_utc)

const MAX_CHANGES = 3

/** Returns at most one change per country. */
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
      words: `${change.name} ${changeWords(change, clockOf(change))}`,
    }))
}

/** Bars of an hour, MW: parts that raise it stack upwards from zero, others downwards. */
export function stackOf(change: Change): { part: Part; fromMw: number; toMw: number }[] {
  let [up, down] = [0, 0]
  return PARTS.map((part) => {
    const mw = contributionMw(change, part)
    if (mw < 0) return { part, toMw: down, fromMw: (down += mw) }
    return { part, fromMw: up, toMw: (up += mw) }
  })
}
