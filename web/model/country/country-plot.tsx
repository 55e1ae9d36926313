import { type Origin, sourceLine, basisOfFile } from '#web/api/status.ts'
import { curveSentence } from '#web/chart/chart-summary.ts'
import { type ChartData, toggled } from '#web/chart/data/chart-data.ts'
import { curveStatistics } from '#web/chart/data/time-window.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { downloadChart, downloadFile } from '#web/chart/export/export-choices.tsx'
import { LineSample } from '#web/chart/legend/legend-row.tsx'
import { type ChartFiguresProps, LineChart, type LineChartProps } from '#web/chart/line-chart.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { dayZone, formatDay } from '#web/model/view/delivery-day.ts'

export function CountryPlot(props: LineChartProps) {
  return <LineChart {...props} Figures={Figures} />
}

function Figures({ data, unit, zoom, hidden, onHiddenChange, onHighlight }: ChartFiguresProps) {
  return (
    <div className="text-xs">
      <ul className="sr-only">
        {data.curves.map((curve) => (
          <li key={curve.name}>
            {curveSentence(curve, curveStatistics(data.timesS, curve.values, zoom), unit)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-1">
        <span className="pr-1 text-ink-muted">{unit}</span>
        {data.curves.map((curve) => (
          <button
            key={curve.name}
            type="button"
            aria-pressed={!hidden.includes(curve.name)}
            className="flex min-h-7 cursor-pointer items-center gap-1.5 rounded-control px-1.5 hover:bg-sunken aria-[pressed=false]:text-ink-muted aria-[pressed=false]:line-through"
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
        {data.bands?.map(({ name, colourIndex }) => (
          <span key={name} className="flex min-h-7 items-center gap-1.5 px-1.5">
            <span className="chart-band-sample" style={{ color: `var(${curveVariable(colourIndex)})` }} />
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

const UNIT = 'MW'

export interface ShownDay {
  country: string
  name: string
  day: string
  chart: ChartData
}

export function downloadCsv(shown: ShownDay, origin: Origin): void {
  downloadChart(fileName(shown, 'csv'), shown.chart, basisOfFile(origin))
}

export async function downloadImage(shown: ShownDay, origin: Origin): Promise<void> {
  const image = await drawChartImage({
    data: shown.chart,
    hidden: [],
    zoom: null,
    hasMeans: false,
    unit: UNIT,
    title: `Forecast for ${shown.name}`,
    subtitle: `${formatDay(shown.day)} (${dayZone(shown.day)})`,
    source: sourceLine(origin),
  })
  downloadFile(fileName(shown, 'png'), image)
}

/** `forecast_de_2026-11-22.csv` */
function fileName({ country, day }: ShownDay, extension: string): string {
  return `forecast_${country.replaceAll(/[^a-z]/g, '')}_${day}.${extension}`
}
