import { memo } from 'react'

import { countryName } from '#contract/countries.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import { reachZeroWords } from '#contract/words/day-sheet.ts'
import { hourSpans } from '#contract/words/days.ts'
import { formatDifferenceMw, formatMw, formatRange } from '#contract/words/power.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import {
  comparedRun,
  entryAt,
  GLANCE_VIEWS,
  type GlanceView,
  MEASURES,
  type ShownForecast,
} from '#web/model/view/metric.ts'

import {
  formatCell,
  type GlancePlace,
  type GlanceRow,
  glanceValue,
  hasValues,
  mayReachZero,
  rampStart,
  SCALE_TONES,
  toneVariable,
} from './glance-rows.ts'

/** `none`: another backend. */
export type GlanceBands = 'none' | 'failed' | 'known'

export function Findings({ rows, bands }: { rows: readonly GlanceRow[]; bands: GlanceBands }) {
  const evening = eveningWords(rows)
  const isBelow = rows.some(({ cells }) => cells.some(({ isNegative }) => isNegative))
  return (
    <ul className="text-sm max-xl:order-1 max-xl:basis-full xl:max-w-xl">
      <li>
        {bands === 'known' ? lowBandWords(rows) : bands === 'failed' && 'P10 could not be loaded.'}{' '}
        {/* P10 above zero implies a final forecast above zero. */}
        {(isBelow || bands !== 'known') && negativeWords(rows)}
      </li>
      {evening !== null && <li>{evening}</li>}
    </ul>
  )
}

const keysOf = (cells: GlanceRow['cells']) => cells.map(({ hour }) => hourKey(hour))

export function lowBandWords(rows: readonly GlanceRow[]): string {
  return reachZeroWords(
    rows.map(({ code, cells }) => ({
      code,
      mayReachZero: cells.some(({ p10Mw }) => p10Mw !== null) ? keysOf(cells.filter(mayReachZero)) : null,
    })),
  )
}

export function negativeWords(rows: readonly GlanceRow[]): string {
  const places = rows.flatMap(({ name, cells }) => {
    const keys = keysOf(cells.filter(({ isNegative }) => isNegative))
    return keys.length === 0 ? [] : [`${name} ${hourSpans(keys)}`]
  })
  return places.length === 0
    ? 'The final forecast stays above zero in every country and hour.'
    : `Final forecast at or below zero: ${places.join('; ')}.`
}

export function eveningWords(rows: readonly GlanceRow[]): string | null {
  const [steepest] = rows
    .flatMap(({ name, evening }) => (evening === null ? [] : [{ name, ...evening }]))
    .sort((a, b) => b.valueMw - a.valueMw)
  if (steepest === undefined) return null
  const { name, hour, valueMw } = steepest
  return `Steepest evening ramp: ${name}, ${formatDifferenceMw(valueMw)} MW in the ${RAMP_HOURS} hours to ${hourKey(hour)}.`
}

export function readoutOf(
  answer: ShownForecast,
  place: GlancePlace,
  day: string,
  shown: GlanceView = 'final',
) {
  return {
    place: `${countryName(place.code)}, ${hourKey(place.hour)}`,
    // Comparisons with another run are requested only for the shown view.
    figures: GLANCE_VIEWS.filter((view) => view === shown || comparedRun(view) === null).map((view) => ({
      view,
      label: MEASURES[view].label,
      text: formatCell(view, glanceValue(answer, place, view, rampStart(day, place.hour))),
    })),
    band: entryAt(answer, place.code, place.hour)?.band,
  }
}

/** The height is reserved, so that the page does not shift. */
export function GlanceReadout(props: { readout: ReturnType<typeof readoutOf> | null; view: GlanceView }) {
  const { readout, view } = props
  return (
    <div className="tabular min-h-15 min-w-0 grow text-sm sm:min-h-10">
      {readout === null ? (
        <p className="text-ink-muted print:hidden">
          Point at a cell or touch it to read it. Click it or press Enter to choose its hour and country.
        </p>
      ) : (
        <>
          <p className="font-medium">{readout.place}</p>
          <p className="flex flex-wrap gap-x-4 text-ink-muted">
            {readout.figures.map((figure) => (
              <span key={figure.view} className={figure.view === view ? 'font-medium text-ink' : undefined}>
                {figure.label} {figure.text === '–' ? '–' : `${figure.text} MW`}
              </span>
            ))}
            {readout.band && <span>P10–P90 {formatRange(readout.band.p10_mw, readout.band.p90_mw)} MW</span>}
          </p>
        </>
      )}
    </div>
  )
}

/** `endMw` `null`: each row has its own scale. */
export const GlanceLegend = memo(function GlanceLegend(props: {
  rows: readonly GlanceRow[]
  endMw: number | null
}) {
  const { endMw } = props
  const cells = props.rows.filter(hasValues).flatMap((row) => row.cells)
  if (cells.length === 0) return null
  const isBelow = cells.some(({ valueMw }) => valueMw !== null && valueMw <= 0)
  const tones = SCALE_TONES.filter((tone) => isBelow || tone.startsWith('p'))
  return (
    <div className="tabular flex max-w-full flex-wrap items-start gap-x-6 gap-y-2 text-xs text-ink-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="cornered h-3 w-4 rounded-[2px] border border-line text-ink" />
        lowest final forecast
      </span>
      {cells.some(({ isNegative }) => isNegative) && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="h-[3px] w-4 rounded-full bg-ink forced-colors:bg-[CanvasText]" />
          final forecast at or below zero
        </span>
      )}
      {cells.some(mayReachZero) && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="hatched h-3 w-4 rounded-[2px] border border-line text-ink" />
          may reach zero (P10 ≤ 0)
        </span>
      )}
      <div className="w-64 max-w-full">
        <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full forced-color-adjust-none">
          {tones.map((tone) => (
            <span key={tone} className="grow" style={{ background: `var(${toneVariable(tone)})` }} />
          ))}
        </div>
        <div className="flex justify-between pt-0.5">
          {isBelow && <span>{endMw === null ? 'below 0' : formatMw(-endMw)}</span>}
          <span>{endMw === null ? (isBelow ? 'by row' : 'lowest of the row') : 0}</span>
          <span>{endMw === null ? (isBelow ? 'above 0' : 'highest') : `${formatMw(endMw)} MW`}</span>
        </div>
      </div>
    </div>
  )
})
