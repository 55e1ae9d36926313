import { useQuery } from '@tanstack/react-query'

import { areaOfCountry, COUNTRIES } from '#contract/countries.ts'
import { type ChangeBase, type ChangeRow, type Part, PARTS } from '#contract/row-tables.ts'
import { changesQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { keyOf } from '#web/model/view/delivery-day.ts'
import { COMPARED_RUNS, type Metric } from '#web/model/view/metric.ts'
import type { GlanceView } from '#web/model/view/view.ts'
import { Loaded } from '#web/ui/panel-state.tsx'
import { formatDifferenceMw } from '#web/ui/power-format.ts'

/** What a view compares the final value with, where its parts can explain that. */
export const CHANGE_BASE_OF: Readonly<Partial<Record<Metric | GlanceView, ChangeBase>>> = {
  ...COMPARED_RUNS,
  'against-tso': 'tso',
}

/** The change of one hour of a country, MW, whole in all of its parts. */
export interface Change extends Readonly<Record<Part | 'residual', number>> {
  /** `HH:00`, as clocks of the page show it. */
  key: string
  startsAt: string
}

/** The changes of a country in order of time; hours that lack a part are left out. */
export function changesOf(rows: readonly ChangeRow[], country: string): Change[] {
  const area = areaOfCountry(country)
  return rows.flatMap((row) => {
    const { load_mw: load, solar_mw: solar, wind_mw: wind, residual_mw: residual, time_utc: startsAt } = row
    if (row.area !== area || load === null || solar === null || wind === null || residual === null) return []
    return [{ key: keyOf(Date.parse(startsAt) / 1000), startsAt, load, solar, wind, residual }]
  })
}

/** By how much a part raises the residual load: more load does, and less sun or wind. */
export function raisedBy(change: Readonly<Record<Part, number>>, part: Part): number {
  return part === 'load' ? change.load : -change[part] + 0
}

/** `wind −1,840, load +410, solar +84`: the part that weighs most comes first. */
export function partWords(change: Readonly<Record<Part, number>>): string {
  return PARTS.toSorted((a, b) => Math.abs(change[b]) - Math.abs(change[a]))
    .map((part) => `${part} ${formatDifferenceMw(change[part])}`)
    .join(', ')
}

/** `17:00 +2,166 MW: wind −1,840, load +410, solar +84`. */
export function changeWords(change: Change): string {
  return `${change.key} ${formatDifferenceMw(change.residual)} MW: ${partWords(change)}`
}

/** The hour of the largest change in each country, the largest first; no country that did not change. */
export function largestChanges(
  rows: readonly ChangeRow[],
  count: number,
): { code: string; key: string; words: string }[] {
  const size = ({ residual }: Change) => Math.abs(residual)
  const bySize = (a: Change, b: Change) => size(b) - size(a)
  return COUNTRIES.flatMap(({ code, name }) =>
    changesOf(rows, code)
      .toSorted(bySize)
      .slice(0, 1)
      .map((change) => ({ ...change, code, words: `${name} ${changeWords(change)}` })),
  )
    .filter((change) => Math.round(size(change)) > 0)
    .toSorted(bySize)
    .slice(0, count)
}

const SHOWN = 3

/** Where the forecast changed most, and in which part, in words. A press chooses country and hour. */
export function LargestChanges(props: {
  day: string
  base: ChangeBase
  asOf: string | null
  /** Names the run that is compared with; null where there is none to name. */
  againstWords: string | null
  onChoose: (code: string, key: string) => void
}) {
  const query = useQuery(changesQuery({ day: props.day, against: props.base, as_of: props.asOf }))
  const largest = largestChanges(query.data ?? [], SHOWN)
  return (
    <div className="flex flex-col gap-1">
      {/* Its place is kept, so that the table below does not move. */}
      {props.base !== 'tso' && (
        <p className="min-h-[1.125rem] text-sm text-ink-muted">{props.againstWords}</p>
      )}
      <Loaded subject="What changed" {...loadingOf(query)} className="h-18">
        {query.data?.length === 0 ? (
          // The line above says so of runs.
          props.base === 'tso' && <p>The TSO has published nothing to compare with on this day.</p>
        ) : largest.length === 0 ? (
          <p>Nothing differs.</p>
        ) : (
          <ol aria-label="Largest changes" className="tabular flex flex-col max-sm:gap-1.5">
            {largest.map(({ code, key, words }) => (
              <li key={code}>
                <button
                  type="button"
                  className="min-h-6 cursor-pointer rounded-control text-left hover:underline"
                  onClick={() => props.onChoose(code, key)}
                >
                  {words}
                </button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  )
}
