import { type KeyboardEvent, useMemo, useState } from 'react'

import { compareErrors, type CurveErrors } from '#web/chart/data/forecast-errors.ts'
import type { Cycle } from '#web/chart/data/hours-and-weekdays.ts'
import { formatAxisValues } from '#web/chart/format/value-format.ts'
import {
  barPlace,
  barsTitle,
  errorLegend,
  type ErrorScale,
  errorScale,
  errorSentences,
  slotFigures,
  slotHead,
} from '#web/chart/legend/error-legend.ts'
import { stampWord } from '#web/chart/legend/legend-notes.ts'
import { ChartLegend } from '#web/chart/legend/legend.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { classNames } from '#web/ui/class-names.ts'

import type { ChartFiguresProps } from './line-chart.tsx'

export function ErrorFigures({ data, unit, zoom, ...legend }: ChartFiguresProps) {
  const errors = useMemo(() => compareErrors(data, legend.hidden, zoom), [data, legend.hidden, zoom])
  const shown = errors.rows.filter(({ curve }) => !legend.hidden.includes(curve.name))
  return (
    <>
      <ul className="sr-only">
        {errorSentences(errors, unit).map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
      <ChartLegend
        {...legend}
        {...errorLegend(errors, stampWord(data.timesS))}
        bands={data.bands}
        unit={unit}
      />
      {errors.commonCount > 0 && <ErrorBars rows={shown} cycle={errors.cycle} unit={unit} />}
    </>
  )
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
}
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

function ErrorBars(props: { rows: readonly CurveErrors[]; cycle: Cycle; unit: string }) {
  const { rows, cycle, unit } = props
  const [read, setRead] = useState<number | null>(null)
  const scale = errorScale(rows)
  const last = cycle.slots.length - 1
  const title = barsTitle(cycle, unit)
  function move(event: KeyboardEvent) {
    const step = KEYS[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setRead(read === null && Number.isFinite(step) ? 0 : Math.max(0, Math.min(last, (read ?? 0) + step)))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys and the pointer only read
    <div
      className="tabular mt-[12px] rounded-control p-[4px] text-xs"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset groups controls, and these are figures
      role="group"
      aria-label={`${title}. The left and right arrow keys read them one by one.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read the bars
      tabIndex={0}
      onKeyDown={move}
      onBlur={() => setRead(null)}
      onPointerLeave={() => setRead(null)}
    >
      {/* Two lines are reserved, so that a reading does not shift the page. */}
      <p className="flex min-h-8 flex-wrap gap-x-[12px] text-ink-muted" aria-live="polite">
        <span className="font-medium">{title}</span>
        <span>{read !== null && slotText(rows, read, scale)}</span>
      </p>
      <table className="w-full table-fixed">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-left whitespace-nowrap text-ink-muted">
            <th scope="col" className="w-0 @min-[30rem]/figures:w-52">
              <span className="sr-only">Curve</span>
            </th>
            <td aria-hidden className="w-14" />
            {cycle.slots.map((slot, index) => (
              <th key={slot} scope="col" className="font-normal">
                {slotHead(cycle, index) || <span className="sr-only">{slot}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CurveBars key={row.curve.name} row={row} scale={scale} read={read} onRead={setRead} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const SLOT_STYLE = 'h-[96px] pt-[30px] pb-[10px] @min-[30rem]/figures:h-[76px] @min-[30rem]/figures:pt-[10px]'

function CurveBars(props: {
  row: CurveErrors
  scale: ErrorScale
  read: number | null
  onRead: (slot: number) => void
}) {
  const { row, scale, read, onRead } = props
  const { curve, bySlot } = row
  const labels = formatAxisValues(scale.ticks)
  return (
    <tr
      className="relative border-t border-line"
      style={{ color: `var(${curveVariable(curve.colourIndex)})` }}
    >
      {/* On a phone above its bars. */}
      <th
        scope="row"
        className="pr-[8px] text-left font-normal wrap-anywhere text-ink @max-[30rem]/figures:absolute @max-[30rem]/figures:top-[2px] @max-[30rem]/figures:left-0 @max-[30rem]/figures:whitespace-nowrap"
      >
        {curve.name}
      </th>
      <td aria-hidden className={SLOT_STYLE}>
        <div className="relative h-full text-ink-muted">
          {scale.ticks.map((tick, index) => (
            <span
              key={tick}
              className="absolute right-[8px] translate-y-1/2"
              style={{ bottom: percent((tick - scale.bottom) / (scale.top - scale.bottom)) }}
            >
              {labels[index]}
            </span>
          ))}
        </div>
      </td>
      {bySlot.map((error, index) => (
        <td
          key={error.slot}
          className={classNames(SLOT_STYLE, index === read && 'bg-sunken')}
          onPointerEnter={() => onRead(index)}
        >
          <div className="relative h-full *:absolute" aria-hidden>
            <span className="inset-x-0 border-t border-line-strong" style={bar(0, scale)} />
            {/* The colour carries meaning, in forced colours too. */}
            <span
              className="right-1/2 left-[1px] bg-current forced-color-adjust-none"
              style={bar(error.figures?.mae ?? 0, scale)}
            />
            <span
              className="right-[1px] left-1/2 inset-ring-1 inset-ring-current forced-color-adjust-none"
              style={bar(error.figures?.bias ?? 0, scale)}
            />
          </div>
          <span className="sr-only">{slotFigures(error.figures, scale)}</span>
        </td>
      ))}
    </tr>
  )
}

function bar(value: number, scale: ErrorScale) {
  const { from, height } = barPlace(value, scale)
  return { bottom: percent(from), height: percent(height) }
}

/** `07:00 · TSO forecast − Actual 512, bias −40` */
function slotText(rows: readonly CurveErrors[], index: number, scale: ErrorScale): string {
  const words = rows.map(
    ({ curve, bySlot }) => `${curve.name} ${slotFigures(bySlot[index]?.figures ?? null, scale)}`,
  )
  return [rows[0]?.bySlot[index]?.slot, ...words].join(' · ')
}
