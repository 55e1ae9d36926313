import type { Band, Curve } from '#web/chart/data/chart-data.ts'
import type { CurveStatistics } from '#web/chart/data/curve-statistics.ts'
import { isAlone, soloed, toggled } from '#web/chart/data/hidden-curves.ts'
import { ONE_COLUMN } from './reserved-space.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { LegendRow } from './row.tsx'

export interface LegendEntry {
  curve: Curve
  /** Of what is shown; `null` where nothing is. */
  statistics: CurveStatistics | null
}

export interface ChartLegendProps {
  entries: readonly LegendEntry[]
  band: Band | undefined
  unit: string
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  /** The curve under pointer or focus. */
  onHighlight: (name: string | null) => void
}

/** Every curve with its figures. A click shows or hides it; Alt-click, Shift+Enter and "Only" show only that curve. */
export function ChartLegend({ entries, band, unit, hidden, onHiddenChange, onHighlight }: ChartLegendProps) {
  const names = entries.map(({ curve }) => curve.name)
  const largest = largestFigure(entries)
  const half = Math.ceil(entries.length / 2)
  const columns = entries.length > ONE_COLUMN ? [entries.slice(0, half), entries.slice(half)] : [entries]
  return (
    <div className="chart-legend tabular">
      <div className="chart-legend-columns">
        {columns.map((column) => (
          <table key={column[0]?.curve.name} aria-label={`Curves, figures in ${unit}`}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">Curve, figures in </span>
                  {unit}
                </th>
                <th scope="col">Min</th>
                <th scope="col">Mean</th>
                <th scope="col">Max</th>
                <th scope="col">Last</th>
              </tr>
            </thead>
            <tbody>
              {column.map((entry) => (
                <LegendRow
                  key={entry.curve.name}
                  {...entry}
                  largest={largest}
                  isTabStop={entry === entries[0]}
                  isShown={!hidden.includes(entry.curve.name)}
                  isAlone={isAlone(names, hidden, entry.curve.name)}
                  isOnly={names.length === 1}
                  onToggle={() => onHiddenChange(toggled(hidden, entry.curve.name))}
                  onSolo={() => onHiddenChange(soloed(names, hidden, entry.curve.name))}
                  onHighlight={onHighlight}
                />
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {band !== undefined && (
        <p className="chart-legend-band">
          <span className="chart-band-sample" style={{ color: `var(${curveVariable(band.colourIndex)})` }} />
          {band.name}
        </p>
      )}
    </div>
  )
}

function largestFigure(entries: readonly LegendEntry[]): number {
  return entries.reduce(
    (largest, { statistics }) =>
      statistics === null ? largest : Math.max(largest, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
}
