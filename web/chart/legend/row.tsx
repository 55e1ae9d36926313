import type { KeyboardEvent, MouseEvent } from 'react'
import type { Curve } from '#web/chart/data/chart-data.ts'
import type { CurveStatistics } from '#web/chart/data/curve-statistics.ts'
import { moveLegendFocus } from './arrow-keys.ts'
import { LineSample } from './line-sample.tsx'
import { formatFigure } from '#web/chart/format/value-format.ts'

export interface LegendRowProps {
  curve: Curve
  statistics: CurveStatistics | null
  /** Of the whole legend: all figures share their decimals. */
  largest: number
  /** The legend is one tab stop, its first curve. */
  isTabStop: boolean
  isShown: boolean
  /** Shown, and no other curve is. */
  isAlone: boolean
  /** The chart has no other curve. */
  isOnly: boolean
  onToggle: () => void
  onSolo: () => void
  onHighlight: (name: string | null) => void
}

export function LegendRow({ curve, statistics, largest, isTabStop, isShown, ...rest }: LegendRowProps) {
  const { isAlone, isOnly, onToggle, onSolo, onHighlight } = rest
  const highlight = () => onHighlight(isShown ? curve.name : null)
  const fade = () => onHighlight(null)
  const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
  function click(event: MouseEvent) {
    if (event.altKey) onSolo()
    else onToggle()
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !event.shiftKey) return moveLegendFocus(event)
    event.preventDefault()
    return onSolo()
  }
  return (
    <tr
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
          {!isOnly && (
            <button
              type="button"
              className="chart-legend-only"
              tabIndex={-1}
              aria-label={isAlone ? 'Show all curves' : `Only ${curve.name}`}
              onClick={onSolo}
              onKeyDown={moveLegendFocus}
            >
              {isAlone ? 'All' : 'Only'}
            </button>
          )}
        </span>
      </th>
      <td>{figure(statistics?.min)}</td>
      <td>{figure(statistics?.mean)}</td>
      <td>{figure(statistics?.max)}</td>
      <td>{figure(statistics?.last)}</td>
    </tr>
  )
}
