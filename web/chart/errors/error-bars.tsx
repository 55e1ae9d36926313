import { type KeyboardEvent, useState } from 'react'

import './error-bars.css'
import type { Cycle } from '#web/chart/data/cycle.ts'
import type { CurveErrors } from '#web/chart/data/forecast-errors.ts'
import { formatFigure, formatSigned } from '#web/chart/format/value-format.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'

import { barsTitle, largestBar, slotHead } from './error-bar-words.ts'

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: -Infinity,
  End: Infinity,
}
/** The bar of the largest error; a cell has a little more room. */
const HIGHEST_PX = 40

/** The mean absolute error in each hour of the day (or day of the week): a row of bars per curve, all on one scale. */
export function ErrorBars(props: { rows: readonly CurveErrors[]; cycle: Cycle; unit: string }) {
  const { rows, cycle, unit } = props
  const [read, setRead] = useState<number | null>(null)
  const largest = largestBar(rows)
  const last = cycle.slots.length - 1
  const title = barsTitle(cycle, largest, unit)
  function move(event: KeyboardEvent) {
    const step = KEYS[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setRead(read === null && Number.isFinite(step) ? 0 : Math.max(0, Math.min(last, (read ?? 0) + step)))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys and the pointer only read
    <div
      className="error-bars tabular"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset groups controls, and these are figures
      role="group"
      aria-label={`${title}. Left and right arrow keys read one after the other.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read the bars
      tabIndex={0}
      onKeyDown={move}
      onBlur={() => setRead(null)}
      onPointerLeave={() => setRead(null)}
    >
      <p className="error-bars-head" aria-live="polite">
        <span>{title}</span>
        <span>{read !== null && slotText(rows, read, largest)}</span>
      </p>
      <table>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Curve</span>
            </th>
            {cycle.slots.map((slot, index) => (
              <th key={slot} scope="col">
                {slotHead(cycle, index) || <span className="sr-only">{slot}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ curve, bySlot }) => (
            <tr key={curve.name} style={{ color: `var(${curveVariable(curve.colourIndex)})` }}>
              <th scope="row">{curve.name}</th>
              {bySlot.map(({ slot, figures }, index) => (
                <td
                  key={slot}
                  data-read={index === read ? '' : undefined}
                  onPointerEnter={() => setRead(index)}
                >
                  <span className="error-bar" style={{ height: barHeight(figures?.mae ?? 0, largest) }} />
                  <span className="sr-only">{formatFigure(figures?.mae ?? null, largest)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function barHeight(mae: number, largest: number): string {
  return largest === 0 ? '0' : `${((mae / largest) * HIGHEST_PX).toFixed(1)}px`
}

/** `07:00 · TSO forecast − Actual 512, bias −40`. */
function slotText(rows: readonly CurveErrors[], index: number, largest: number): string {
  const slot = rows[0]?.bySlot[index]?.slot ?? ''
  const words = rows.map(({ curve, bySlot }) => {
    const figures = bySlot[index]?.figures ?? null
    if (figures === null) return `${curve.name} –`
    return `${curve.name} ${formatFigure(figures.mae, largest)}, bias ${formatSigned(figures.bias, largest)}`
  })
  return [slot, ...words].join(' · ')
}
