import type { ChartFiguresProps } from '#web/chart/chart-figures.tsx'
import { curveSentence } from '#web/chart/chart-summary.ts'
import { curveStatistics } from '#web/chart/data/curve-statistics.ts'
import { toggled } from '#web/chart/data/hidden-curves.ts'
import { LineSample } from '#web/chart/legend/legend-row.tsx'
import { LineChart, type LineChartProps } from '#web/chart/line-chart.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { keyOf } from '#web/model/view/delivery-day.ts'
import { formatMw } from '#web/ui/power-format.ts'

/** A line of names, and one of the final value's figures. */
const FIGURES_PX = 56

/** The curves of a country's day over a legend of one line, which says when the final value is lowest and highest. */
export function CountryPlot(props: LineChartProps) {
  return <LineChart {...props} Figures={Figures} figuresPx={FIGURES_PX} />
}

function Figures({ data, unit, zoom, hidden, onHiddenChange, onHighlight }: ChartFiguresProps) {
  const rows = data.curves.map((curve) => ({
    curve,
    figures: curveStatistics(data.timesS, curve.values, zoom),
  }))
  const final = rows.at(-1)
  return (
    <div className="tabular text-xs text-ink-muted">
      <ul className="sr-only">
        {rows.map(({ curve, figures }) => (
          <li key={curve.name}>{curveSentence(curve, figures, unit)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-1">
        <span className="pr-1">{unit}</span>
        {rows.map(({ curve }) => (
          <button
            key={curve.name}
            type="button"
            aria-pressed={!hidden.includes(curve.name)}
            className="flex min-h-7 cursor-pointer items-center gap-1.5 rounded-control px-1.5 text-ink hover:bg-sunken aria-[pressed=false]:text-ink-muted aria-[pressed=false]:line-through"
            onClick={() => onHiddenChange(toggled(hidden, curve.name))}
            onFocus={() => onHighlight(curve.name)}
            onBlur={() => onHighlight(null)}
            onMouseEnter={() => onHighlight(curve.name)}
            onMouseLeave={() => onHighlight(null)}
          >
            <LineSample curve={curve} />
            {curve.name}
          </button>
        ))}
        {data.band !== undefined && (
          <span className="flex items-center gap-1.5 px-1.5">
            <span
              className="chart-band-sample"
              style={{ color: `var(${curveVariable(data.band.colourIndex)})` }}
            />
            {data.band.name}
          </span>
        )}
      </div>
      {final !== undefined && final.figures !== null && (
        <p>
          {final.curve.name}: lowest {formatMw(final.figures.min)} {unit} at {keyOf(final.figures.minTimeS)},
          highest {formatMw(final.figures.max)} {unit} at {keyOf(final.figures.maxTimeS)}
        </p>
      )}
    </div>
  )
}
