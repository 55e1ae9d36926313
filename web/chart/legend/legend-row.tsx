import type { KeyboardEvent, MouseEvent } from 'react'

import type { Curve } from '#web/chart/data/chart-data.ts'
import { curveWidthPx, lineAttributes, SAMPLE_LENGTH_PX } from '#web/chart/plot/line-style.ts'

import type { LegendColumn, LegendEntry, LegendFigure, LegendLine } from './legend-content.ts'

export interface ShownColumn extends LegendColumn {
  /** On a phone it is left out. */
  isQuiet: boolean
}

export interface LegendRowProps extends LegendEntry {
  columns: readonly ShownColumn[]
  /** The legend is one tab stop, its first curve. */
  isTabStop: boolean
  /** On the screen it is left out. */
  isFolded: boolean
  isShown: boolean
  /** Shown, and no other curve is. */
  isAlone: boolean
  /** The chart has no other curve. */
  isOnly: boolean
  onToggle: () => void
  onSolo: () => void
  onHighlight: (name: string | null) => void
}

export function LegendRow(props: LegendRowProps) {
  const { curve, remark = '', figures, columns, isTabStop, isFolded, isShown } = props
  const { isAlone, isOnly, onToggle, onSolo, onHighlight } = props
  const highlight = () => onHighlight(isShown ? curve.name : null)
  const fade = () => onHighlight(null)
  function click(event: MouseEvent) {
    // A hidden curve that stays highlighted would leave all others faded.
    fade()
    if (event.altKey) onSolo()
    else onToggle()
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !event.shiftKey) return moveLegendFocus(event)
    event.preventDefault()
    fade()
    return onSolo()
  }
  return (
    <tr
      data-folded={isFolded ? '' : undefined}
      data-hidden={isShown ? undefined : ''}
      data-alone={isAlone ? '' : undefined}
      onMouseEnter={highlight}
      onMouseLeave={fade}
    >
      <th scope="row">
        <span className="chart-legend-name">
          <button
            type="button"
            className="chart-legend-curve"
            title="Alt-click or Shift+Enter: show only this curve"
            aria-pressed={isShown}
            tabIndex={isTabStop ? 0 : -1}
            onClick={click}
            onKeyDown={press}
            onFocus={highlight}
            onBlur={fade}
          >
            <LineSample curve={curve} />
            <span className="chart-legend-text">{curve.name}</span>
          </button>
          {remark !== '' && <span className="chart-legend-remark">{remark}</span>}
          {!isOnly && (
            <button
              type="button"
              className="chart-legend-only"
              tabIndex={-1}
              aria-label={isAlone ? 'Show all curves' : `Only ${curve.name}`}
              onClick={() => {
                fade()
                onSolo()
              }}
              onKeyDown={moveLegendFocus}
            >
              {isAlone ? 'All' : 'Only'}
            </button>
          )}
        </span>
      </th>
      <FigureCells columns={columns} figures={figures} />
    </tr>
  )
}

/** A row of something that is not drawn. */
export function LegendLineRow(props: LegendLine & { columns: readonly ShownColumn[] }) {
  const { name, figures, columns } = props
  return (
    <tr>
      <th scope="row">
        <span className="chart-legend-line">{name}</span>
      </th>
      <FigureCells columns={columns} figures={figures} />
    </tr>
  )
}

function FigureCells(props: { columns: readonly ShownColumn[]; figures: readonly LegendFigure[] }) {
  return props.columns.map(({ head, isQuiet }, index) => {
    const figure = props.figures[index] ?? ''
    return (
      <td key={head} data-quiet={isQuiet}>
        {typeof figure === 'string' ? (
          figure
        ) : (
          <>
            {figure.figure} <span className="chart-legend-moment">{figure.moment}</span>
          </>
        )}
      </td>
    )
  })
}

/** A short piece of a curve's line as the chart draws it. */
export function LineSample({ curve }: { curve: Curve }) {
  const widthPx = curveWidthPx(curve)
  const middle = widthPx / 2
  return (
    <svg aria-hidden="true" width={SAMPLE_LENGTH_PX} height={widthPx} className="shrink-0">
      <line x1={0} x2={SAMPLE_LENGTH_PX} y1={middle} y2={middle} {...lineAttributes(curve)} />
    </svg>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

/** The legend is one tab stop. Up and down move between curves, right moves to the curve's "Only" button and left back. */
function moveLegendFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const row = event.currentTarget.closest('tr')
  const step = STEPS[event.key]
  if (step !== undefined) moveBy(event.currentTarget, step)
  else if (event.key === 'ArrowRight') row?.querySelector<HTMLElement>('.chart-legend-only')?.focus()
  else if (event.key === 'ArrowLeft') row?.querySelector<HTMLElement>('.chart-legend-curve')?.focus()
  else return
  event.preventDefault()
}

function moveBy(element: HTMLElement, step: number) {
  const legend = element.closest('.chart-legend')
  const curves = [
    ...(legend?.querySelectorAll<HTMLElement>('tr:not([data-folded]) .chart-legend-curve') ?? []),
  ]
  const here = curves.findIndex((curve) => curve.closest('tr') === element.closest('tr'))
  const there = Math.max(0, Math.min(curves.length - 1, here + step))
  curves.forEach((curve, position) => {
    curve.tabIndex = position === there ? 0 : -1
  })
  curves[there]?.focus()
}
