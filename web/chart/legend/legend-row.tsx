import type { KeyboardEvent, MouseEvent } from 'react'

import { type Curve, isAlone, soloed, toggled } from '#web/chart/data/chart-data.ts'
import { curveWidthPx, lineAttributes, SAMPLE_LENGTH_PX } from '#web/chart/plot/palette.ts'

import type { LegendChoices, LegendColumn, LegendEntry, LegendFigure, LegendLine } from './legend-content.ts'

export interface ShownColumn extends LegendColumn {
  /** Omitted on phones. */
  isQuiet: boolean
}

interface LegendRowProps extends LegendEntry, LegendChoices {
  columns: readonly ShownColumn[]
  isTabStop: boolean
  /** Hidden on the screen, but printed. */
  isFolded: boolean
  names: readonly string[]
}

export function LegendRow(props: LegendRowProps) {
  const { curve, remark = '', figures, columns, isTabStop, isFolded } = props
  const { names, hidden, onHiddenChange, onHighlight } = props
  const { name } = curve
  const isShown = !hidden.includes(name)
  const isOnlyShown = isAlone(names, hidden, name)
  const highlight = () => onHighlight(isShown ? name : null)
  const fade = () => onHighlight(null)
  function hide(next: readonly string[]) {
    // Hiding a highlighted curve would leave all others faded.
    fade()
    onHiddenChange(next)
  }
  const solo = () => hide(soloed(names, hidden, name))
  const click = (event: MouseEvent) => (event.altKey ? solo() : hide(toggled(hidden, name)))
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !event.shiftKey) return moveLegendFocus(event)
    event.preventDefault()
    return solo()
  }
  return (
    <tr
      data-folded={isFolded ? '' : undefined}
      data-hidden={isShown ? undefined : ''}
      data-alone={isOnlyShown ? '' : undefined}
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
            <span className="chart-legend-text">{name}</span>
          </button>
          {remark !== '' && <span className="chart-legend-remark">{remark}</span>}
          {names.length > 1 && (
            <button
              type="button"
              className="chart-legend-only"
              tabIndex={-1}
              aria-label={isOnlyShown ? 'Show all curves' : `Only ${name}`}
              onClick={solo}
              onKeyDown={moveLegendFocus}
            >
              {isOnlyShown ? 'All' : 'Only'}
            </button>
          )}
        </span>
      </th>
      <FigureCells columns={columns} figures={figures} />
    </tr>
  )
}

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

export function LineSample({ curve }: { curve: Curve }) {
  const widthPx = curveWidthPx(curve)
  const middle = widthPx / 2
  return (
    <svg aria-hidden="true" width={SAMPLE_LENGTH_PX} height={widthPx} className="shrink-0">
      <line x1={0} x2={SAMPLE_LENGTH_PX} y1={middle} y2={middle} {...lineAttributes(curve)} />
    </svg>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

/** One tab stop: up and down move between curves, right to the curve's "Only" button, left back. */
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
