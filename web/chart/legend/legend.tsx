import { useState } from 'react'

import type { Band } from '#web/chart/data/chart-data.ts'
import { isAlone, soloed, toggled } from '#web/chart/data/hidden-curves.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'

import type { LegendColumn, LegendContent } from './legend-content.ts'
import { LegendLineRow, LegendRow } from './legend-row.tsx'
import { FIRST_ROWS, MOST_ROWS } from './reserved-space.ts'

export interface ChartLegendProps extends LegendContent {
  band: Band | undefined
  unit: string
  isCompact: boolean
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  /** The curve under pointer or focus. */
  onHighlight: (name: string | null) => void
}

/** Every curve with its figures. A click shows or hides it; Alt-click, Shift+Enter and "Only" show only that curve. */
export function ChartLegend(props: ChartLegendProps) {
  const {
    columns,
    rows,
    lines = [],
    note,
    band,
    unit,
    isCompact,
    hidden,
    onHiddenChange,
    onHighlight,
  } = props
  const [isUnfolded, setUnfolded] = useState(false)
  const canFold = isCompact && rows.length > MOST_ROWS
  const names = rows.map(({ curve }) => curve.name)
  return (
    <div className="chart-legend tabular" style={{ '--legend-columns': columns.length }}>
      <table aria-label={`Curves, figures in ${unit}`}>
        <LegendHead unit={unit} columns={columns} />
        <tbody>
          {rows.map((row, index) => (
            <LegendRow
              key={row.curve.name}
              {...row}
              columns={columns}
              isTabStop={index === 0}
              isFolded={canFold && !isUnfolded && index >= FIRST_ROWS}
              isShown={!hidden.includes(row.curve.name)}
              isAlone={isAlone(names, hidden, row.curve.name)}
              isOnly={names.length === 1}
              onToggle={() => onHiddenChange(toggled(hidden, row.curve.name))}
              onSolo={() => onHiddenChange(soloed(names, hidden, row.curve.name))}
              onHighlight={onHighlight}
            />
          ))}
          {lines.map((line) => (
            <LegendLineRow key={line.name} {...line} columns={columns} />
          ))}
        </tbody>
      </table>
      {canFold && (
        <button
          type="button"
          className="chart-legend-fold"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Fewer curves' : `${rows.length - FIRST_ROWS} more curves`}
        </button>
      )}
      {band !== undefined && (
        <p className="chart-legend-band">
          <span className="chart-band-sample" style={{ color: `var(${curveVariable(band.colourIndex)})` }} />
          {band.name}
        </p>
      )}
      {note !== null && <p className="chart-legend-note">{note}</p>}
    </div>
  )
}

function LegendHead({ unit, columns }: { unit: string; columns: readonly LegendColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">Curve, figures in </span>
          {unit}
        </th>
        {columns.map(({ head, title, hasMoments }) => (
          <th key={head} scope="col" title={title} data-moments={hasMoments}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}
