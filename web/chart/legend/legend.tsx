import type { Band } from '#web/chart/data/chart-data.ts'
import type { ComparedFigures } from '#web/chart/data/compared-figures.ts'
import { isAlone, soloed, toggled } from '#web/chart/data/hidden-curves.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'

import { commonNote, coverageText } from './common-note.ts'
import { LegendHead } from './legend-head.tsx'
import { LegendRow } from './legend-row.tsx'

export interface ChartLegendProps {
  figures: ComparedFigures
  /** Name of the curve that forecasts are compared with; without one there are no errors. */
  reference: string | undefined
  /** What one stamp stands for: hours, days. */
  stampWord: string
  band: Band | undefined
  unit: string
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  /** The curve under pointer or focus. */
  onHighlight: (name: string | null) => void
}

/** Every curve with its figures. A click shows or hides it; Alt-click, Shift+Enter and "Only" show only that curve. */
export function ChartLegend(props: ChartLegendProps) {
  const { figures, reference, stampWord, band, unit, hidden, onHiddenChange, onHighlight } = props
  const names = figures.rows.map(({ curve }) => curve.name)
  const largest = largestFigure(figures)
  const hasErrors = reference !== undefined
  const note = commonNote(figures, stampWord, hasErrors)
  return (
    <div className="chart-legend tabular">
      <table aria-label={`Curves, figures in ${unit}`} data-errors={hasErrors ? '' : undefined}>
        <LegendHead unit={unit} reference={reference} />
        <tbody>
          {figures.rows.map((row, index) => (
            <LegendRow
              key={row.curve.name}
              {...row}
              coverage={coverageText(row, figures, stampWord)}
              hasErrors={hasErrors}
              largest={largest}
              isTabStop={index === 0}
              isShown={!hidden.includes(row.curve.name)}
              isAlone={isAlone(names, hidden, row.curve.name)}
              isOnly={names.length === 1}
              onToggle={() => onHiddenChange(toggled(hidden, row.curve.name))}
              onSolo={() => onHiddenChange(soloed(names, hidden, row.curve.name))}
              onHighlight={onHighlight}
            />
          ))}
        </tbody>
      </table>
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

function largestFigure({ rows }: ComparedFigures): number {
  return rows.reduce(
    (largest, { statistics }) =>
      statistics === null ? largest : Math.max(largest, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
}
