import type { KeyboardEvent, MouseEvent } from 'react'

import { moveLegendFocus } from './arrow-keys.ts'
import type { LegendColumn, LegendEntry } from './legend-content.ts'
import { LineSample } from './line-sample.tsx'

export interface LegendRowProps extends LegendEntry {
  columns: readonly LegendColumn[]
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

export function LegendRow(props: LegendRowProps) {
  const { curve, coverage, figures, columns, isTabStop, isShown } = props
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
          {coverage !== null && <span className="chart-legend-coverage">{coverage}</span>}
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
      {columns.map(({ head }, index) => (
        <td key={head}>{figures[index]}</td>
      ))}
    </tr>
  )
}
