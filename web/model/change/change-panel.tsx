import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { countryName } from '#contract/countries.ts'
import {
  type ChangeBase,
  type Part,
  PARTS,
  PARTS_AND_RESIDUAL,
  QUANTITY_WORDS,
} from '#contract/row-tables.ts'
import { changesQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { sourceName } from '#web/api/status.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import { scaleEnd } from '#web/model/view/metric.ts'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDifferenceMw } from '#web/ui/power-format.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

import { type Change, changesOf, changeWords, raisedBy } from './changes.tsx'

const TITLES: Readonly<Record<ChangeBase, string>> = {
  previous: 'What changed since the previous run',
  early: 'What changed since the run before the auction',
  tso: 'Where we differ from the TSO',
  actual: 'Where the forecast missed',
}

/** The change of a country's residual load, hour by hour, as bars of its parts that add up to it. */
export function ChangePanel(props: {
  country: string
  day: string
  base: ChangeBase
  asOf: string | null
  /** Key of the selected hour, which is read where the pointer is elsewhere. */
  currentKey: string
}) {
  const { country, day, base, asOf, currentKey } = props
  const query = useQuery(changesQuery({ day, against: base, as_of: asOf }))
  const changes = changesOf(query.data ?? [], country)
  const name = countryName(country)
  return (
    <Panel aria-labelledby="change-heading" className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <header className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h3 id="change-heading" className="text-base font-semibold">
            {TITLES[base]}: {name}
          </h3>
          <p className="text-sm text-ink-muted">
            By part, MW. A bar points up where the part raises residual load: more load, less solar or less
            wind.
          </p>
        </div>
        {changes.length > 0 && (
          <ExportMenu
            label={`Options for the changes of ${name}`}
            day={day}
            onDownloadCsv={(origin) =>
              downloadCells(`changes_${base}_${country}_${day}.csv`, changeLines(changes, sourceName(origin)))
            }
          />
        )}
      </header>
      <Loaded subject="What changed" {...loadingOf(query)} className="h-64">
        {changes.length === 0 ? (
          <PanelState state="unpublished" className="h-64">
            There is nothing to compare for {name} on this day.
          </PanelState>
        ) : (
          <ChangeBars changes={changes} name={name} currentKey={currentKey} />
        )}
      </Loaded>
    </Panel>
  )
}

function changeLines(changes: readonly Change[], source: string | null) {
  const unit = source === null ? 'MW' : `MW, ${source}`
  return [
    ['time', ...PARTS_AND_RESIDUAL.map((name) => `${name} (${unit})`)],
    ...changes.map((change) => [change.startsAt, ...PARTS_AND_RESIDUAL.map((name) => change[name])]),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`
const colourOf = (part: Part) => `var(${curveVariable(QUANTITY_COLOURS[part])})`

/** Where the bars of an hour stand: those that raise it upwards from zero, the others downwards. */
export function stackOf(change: Change): { part: Part; fromMw: number; toMw: number }[] {
  let [up, down] = [0, 0]
  return PARTS.map((part) => {
    const mw = raisedBy(change, part)
    if (mw < 0) return { part, toMw: down, fromMw: (down += mw) }
    return { part, fromMw: up, toMw: (up += mw) }
  })
}

function ChangeBars({
  changes,
  name,
  currentKey,
}: {
  changes: readonly Change[]
  name: string
  currentKey: string
}) {
  const [pointed, setPointed] = useState<string | null>(null)
  const stacks = changes.map((change) => ({ change, bars: stackOf(change) }))
  // Zero is in the middle, and all hours have one scale.
  const endMw = scaleEnd(stacks.flatMap(({ bars }) => bars.flatMap(({ fromMw, toMw }) => [fromMw, toMw])))
  const shareOf = (mw: number) => (mw + endMw) / (2 * endMw)
  const read =
    changes.find(({ startsAt }) => startsAt === pointed) ?? changes.find(({ key }) => key === currentKey)
  return (
    <div className="tabular flex flex-col gap-2 text-xs" onPointerLeave={() => setPointed(null)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-h-5 text-sm font-medium max-sm:min-h-10">
          {read === undefined ? '' : changeWords(read)}
        </p>
        <ul aria-hidden className="flex flex-wrap gap-x-4 text-ink-muted">
          {PARTS.map((part) => (
            <li key={part} className="flex items-center gap-1.5">
              <span
                className="size-2.5 rounded-xs forced-color-adjust-none"
                style={{ background: colourOf(part) }}
              />
              {QUANTITY_WORDS[part]}
            </li>
          ))}
          <li className="flex items-center gap-1.5">
            <span className="h-[3px] w-3.5 rounded-full bg-ink forced-colors:bg-[CanvasText]" />
            {QUANTITY_WORDS.residual}
          </li>
        </ul>
      </div>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-muted">
        <div className="flex h-52 flex-col justify-between text-right leading-none">
          {[endMw, 0, -endMw].map((mw) => (
            <span key={mw} className="-my-1.5">
              {formatDifferenceMw(mw)}
            </span>
          ))}
        </div>
        <div className="relative flex h-52 border-y border-line">
          <span className="absolute inset-x-0 top-1/2 border-t border-line-strong" />
          {stacks.map(({ change, bars }) => (
            <div
              key={change.startsAt}
              className={`relative min-w-0 flex-1 ${change === read ? 'bg-accent-soft' : ''}`}
              onPointerEnter={() => setPointed(change.startsAt)}
            >
              {bars.map(({ part, fromMw, toMw }) => (
                <span
                  key={part}
                  className="absolute inset-x-[14%] forced-color-adjust-none"
                  style={{
                    bottom: percent(shareOf(fromMw)),
                    height: percent(shareOf(toMw) - shareOf(fromMw)),
                    background: colourOf(part),
                  }}
                />
              ))}
              <span
                className="absolute inset-x-[4%] -mb-px h-[3px] rounded-full bg-ink ring-1 ring-surface forced-colors:bg-[CanvasText]"
                style={{ bottom: percent(shareOf(change.residual)) }}
              />
            </div>
          ))}
        </div>
        <span />
        <div className="flex pt-1">
          {changes.map(({ key, startsAt }, index) => (
            <span key={startsAt} className="min-w-0 flex-1 text-center">
              {index % 3 === 0 ? key.slice(0, 2) : ''}
            </span>
          ))}
        </div>
      </div>
      <ul className="sr-only" aria-label={`Changes of ${name} by hour`}>
        {changes.map((change) => (
          <li key={change.startsAt}>{changeWords(change)}</li>
        ))}
      </ul>
    </div>
  )
}
