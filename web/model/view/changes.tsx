import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { COUNTRIES, countryName } from '#contract/countries.ts'
import {
  type ChangeBase,
  type ChangeRow,
  type Part,
  PARTS,
  PARTS_AND_RESIDUAL,
  QUANTITY_WORDS,
} from '#contract/row-tables.ts'
import { type Change, changesOf, changeWords, contributionMw } from '#contract/words/changes.ts'
import { formatDifferenceMw } from '#contract/words/power.ts'
import { changesQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { QUANTITY_COLOURS, QuantityMark } from '#web/market/looks.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { timeOf } from '#web/zone/wall-clock.ts'

import { scaleEnd } from './colour-scale.ts'
import { csvUnit, ExportMenu } from './export-menu.tsx'
import type { ModelState } from './use-forecast.ts'

export function LargestChanges(props: {
  state: ModelState
  base: ChangeBase
  onChoose: (code: string, key: string) => void
}) {
  const { state, base } = props
  const query = useQuery(changesQuery({ day: state.day, against: base, as_of: state.address[0].as_of }))
  const largest = largestChanges(query.data ?? [])
  return (
    <div className="flex flex-col gap-1">
      {/* Reserved, so that the table below does not move. */}
      {base !== 'tso' && <p className="min-h-[1.125rem] text-sm text-ink-muted">{state.againstWords}</p>}
      <Loaded subject="What changed" {...loadingOf(query)} className="h-18">
        {largest.length === 0 ? (
          <p className="min-h-18">Nothing differs.</p>
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

const TITLES: Readonly<Record<ChangeBase, string>> = {
  previous: 'What changed since the previous run',
  early: 'What changed since the run before the auction',
  tso: 'Where we differ from the TSO',
  actual: 'Where the forecast missed',
}

const CHANGE_HEADING_ID = 'change-heading'

/** Links can target this heading. */
function showLinked(heading: HTMLElement | null): void {
  if (location.hash === `#${CHANGE_HEADING_ID}`) heading?.scrollIntoView()
}

export function ChangePanel(props: {
  country: string
  state: ModelState
  base: ChangeBase
  /** The hour read without a pointer. */
  currentKey: string
}) {
  const { country, base } = props
  const { day, address } = props.state
  const query = useQuery(changesQuery({ day, against: base, as_of: address[0].as_of }))
  const changes = changesOf(query.data ?? [], country)
  const name = countryName(country)
  return (
    <Panel aria-labelledby={CHANGE_HEADING_ID} className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <header className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h3 id={CHANGE_HEADING_ID} ref={showLinked} className="text-base font-semibold">
            {TITLES[base]}: {name}
          </h3>
          <p className="text-sm text-ink-muted">
            What each part adds to residual load, MW: more load, less solar or less wind point up.
            {base === 'actual' && ' Above zero the forecast was too high.'}
          </p>
        </div>
        {/* Reserved until there is something to save. */}
        <div className="min-w-10">
          {changes.length > 0 && (
            <ExportMenu
              label={`Options for the changes of ${name}`}
              day={day}
              onDownloadCsv={(origin) =>
                downloadCells(`changes_${base}_${country}_${day}.csv`, [
                  [
                    'time',
                    ...PARTS.map((part) => `added by ${part} (${csvUnit(origin)})`),
                    `residual load (${csvUnit(origin)})`,
                  ],
                  ...changes.map((change) => [
                    change.time_utc,
                    ...PARTS.map((part) => contributionMw(change, part)),
                    change.residual_mw,
                  ]),
                ])
              }
            />
          )}
        </div>
      </header>
      <Loaded subject="What changed" {...loadingOf(query)} className={SPACE}>
        {changes.length === 0 ? (
          <p className={SPACE}>There is nothing to compare for {name} on this day.</p>
        ) : (
          <ChangeBars changes={changes} name={name} currentKey={props.currentKey} />
        )}
      </Loaded>
    </Panel>
  )
}

/** Height that is reserved with or without bars. */
const SPACE = 'h-[276px] max-sm:h-[296px] print:h-auto'

const colourOf = (quantity: Part | 'residual') => `var(${curveVariable(QUANTITY_COLOURS[quantity])})`

const markOf = (change: Change, x: number) => `M${x + 0.04} ${-change.residual_mw}h.92`

const CHANGE_KEY = (
  <ul aria-hidden className="flex flex-wrap gap-x-4">
    {PARTS_AND_RESIDUAL.map((quantity) => (
      <li key={quantity} className="flex items-center gap-1.5">
        <QuantityMark quantity={quantity} />
        {QUANTITY_WORDS[quantity]}
      </li>
    ))}
  </ul>
)

function ChangeBars(props: { changes: readonly Change[]; name: string; currentKey: string }) {
  const { changes } = props
  const [pointedUtc, setPointedUtc] = useState<string | null>(null)
  const read =
    changes.find(({ time_utc }) => time_utc === pointedUtc) ??
    changes.find((change) => clockOf(change) === props.currentKey)
  // Zero is in the middle; all hours share one scale.
  const endMw = scaleEnd(changes.flatMap(stackOf).flatMap(({ fromMw, toMw }) => [fromMw, toMw]))
  return (
    <div
      className="tabular flex flex-col gap-2 text-xs text-ink-muted"
      onPointerLeave={() => setPointedUtc(null)}
    >
      <div className="flex flex-col gap-1">
        <p className="min-h-5 text-sm font-medium text-ink max-sm:min-h-10">
          {read && changeWords(read, clockOf(read))}
        </p>
        {CHANGE_KEY}
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="flex h-52 flex-col print:h-36 justify-between text-right leading-none">
          {[endMw, 0, -endMw].map((mw) => (
            <span key={mw} className="-my-1.5">
              {formatDifferenceMw(mw)}
            </span>
          ))}
        </div>
        <svg
          aria-hidden
          viewBox={`0 ${-endMw} ${changes.length} ${2 * endMw}`}
          preserveAspectRatio="none"
          className="h-52 w-full print:h-36 border-y border-line [&_path]:[vector-effect:non-scaling-stroke]"
        >
          {changes.map((change, x) => (
            <ChangeBar
              key={change.time_utc}
              change={change}
              x={x}
              endMw={endMw}
              isRead={change === read}
              onPoint={() => setPointedUtc(change.time_utc)}
            />
          ))}
        </svg>
        <ul className="col-start-2 flex pt-1" aria-label={`Changes of ${props.name} by hour`}>
          {changes.map((change, index) => (
            <li key={change.time_utc} className="min-w-0 flex-1 text-center">
              <span className="sr-only">{changeWords(change, clockOf(change))}</span>
              {index % 3 === 0 && <span aria-hidden>{clockOf(change).slice(0, 2)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function ChangeBar(props: {
  change: Change
  x: number
  endMw: number
  isRead: boolean
  onPoint: () => void
}) {
  const { change, x, endMw } = props
  return (
    <g onPointerEnter={props.onPoint}>
      <rect
        x={x}
        y={-endMw}
        width={1}
        height={2 * endMw}
        className={props.isRead ? 'fill-accent-soft' : 'fill-transparent'}
      />
      <path d={`M${x} 0h1`} className="stroke-line-strong" />
      {stackOf(change).map(({ part, fromMw, toMw }) => (
        <rect key={part} x={x + 0.14} y={-toMw} width={0.72} height={toMw - fromMw} fill={colourOf(part)} />
      ))}
      {/* An edge that separates the mark from the bars. */}
      <path d={markOf(change, x)} className="stroke-surface" strokeWidth={5} />
      <path d={markOf(change, x)} stroke={colourOf('residual')} strokeWidth={3} />
    </g>
  )
}

const clockOf = ({ time_utc }: Change) => timeOf(time_utc)

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
