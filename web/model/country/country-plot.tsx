import { formatMw, formatRange } from '#contract/power-text.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { type Origin, sourceLine, sourceAndLicence } from '#web/api/status.ts'
import { curveSentence } from '#web/chart/chart-summary.ts'
import { type Band, type ChartData, toggled } from '#web/chart/data/chart-data.ts'
import { curveStatistics } from '#web/chart/data/time-window.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { csvContext, downloadCsvText, downloadFile } from '#web/chart/export/export-choices.tsx'
import { LineSample } from '#web/chart/legend/legend-row.tsx'
import { type ChartFiguresProps, LineChart, type LineChartProps } from '#web/chart/line-chart.tsx'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { dayZone, formatDay, keyOf } from '#web/model/view/delivery-day.ts'

/** Where each curve has room for its figures: beside three others, or beside more. */
const ROOM = {
  few: { each: 'hidden @[51rem]:block', final: '@[51rem]:hidden' },
  many: { each: 'hidden @[72rem]:block', final: '@[72rem]:hidden' },
}

/** `24,100–26,000`; empty where it has no limits. */
function limitsAt({ timesS }: LineChartProps['data'], { low, high }: Band, timeS: number): string {
  const index = timesS.indexOf(timeS)
  const [from = null, to = null] = [low[index], high[index]]
  return from === null || to === null ? '' : formatRange(from, to)
}

/** The curves of a country's day over a legend of one line, which says when they are lowest and highest. */
export function CountryPlot(props: LineChartProps) {
  return <LineChart {...props} Figures={Figures} figuresSpace="chart-figures-line" />
}

function Figures({ data, unit, zoom, hidden, onHiddenChange, onHighlight }: ChartFiguresProps) {
  const isOwn = isOwnBackend()
  const rows = data.curves.map((curve) => ({
    curve,
    figures: curveStatistics(data.timesS, curve.values, zoom),
  }))
  const final = rows.at(-1)
  const maxTimeS = final?.figures?.maxTimeS
  const bands = (data.bands ?? []).map((band) => ({
    ...band,
    limits: maxTimeS === undefined ? '' : limitsAt(data, band, maxTimeS),
  }))
  // Each is named: `P10–P90 15,915–17,384; usual range 16,793–20,545`.
  const bandWords = bands
    .filter(({ limits }) => limits !== '')
    .map(({ name, limits }) => `${name.replace('Usual', 'usual')} ${limits}`)
    .join('; ')
  const room = rows.length > 4 ? ROOM.many : ROOM.few
  return (
    <div className="tabular text-xs text-ink-muted">
      <ul className="sr-only">
        {rows.map(({ curve, figures }) => (
          <li key={curve.name}>{curveSentence(curve, figures, unit)}</li>
        ))}
      </ul>
      {final !== undefined && final.figures !== null && (
        <p className={room.final}>
          {isOwn ? 'Final forecast' : final.curve.name}: lowest {formatMw(final.figures.min)} {unit} at{' '}
          {keyOf(final.figures.minTimeS)}, highest {formatMw(final.figures.max)} {unit} at{' '}
          {keyOf(final.figures.maxTimeS)}
          {bandWords !== '' && ` (${bandWords})`}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-x-1 leading-4">
        <span className="py-1.5 pr-1">{unit}</span>
        {rows.map(({ curve, figures }) => (
          <button
            key={curve.name}
            type="button"
            aria-pressed={!hidden.includes(curve.name)}
            className="flex cursor-pointer items-start gap-1.5 rounded-control px-1.5 py-1.5 text-left text-ink hover:bg-sunken aria-[pressed=false]:text-ink-muted aria-[pressed=false]:line-through"
            onClick={() => onHiddenChange(toggled(hidden, curve.name))}
            onFocus={() => onHighlight(curve.name)}
            onBlur={() => onHighlight(null)}
            onMouseEnter={() => onHighlight(curve.name)}
            onMouseLeave={() => onHighlight(null)}
          >
            <span className="flex h-4 items-center">
              <LineSample curve={curve} />
            </span>
            <span>
              {curve.name}
              {figures !== null && (
                <span aria-hidden className={`text-ink-muted ${room.each}`}>
                  Min {formatMw(figures.min)} at {keyOf(figures.minTimeS)}
                  <br />
                  Max {formatMw(figures.max)} at {keyOf(figures.maxTimeS)}
                </span>
              )}
            </span>
          </button>
        ))}
        {bands.map(({ name, colourIndex, limits }) => (
          <span key={name} className="flex items-start gap-1.5 p-1.5">
            <span className="flex h-4 items-center">
              <span className="chart-band-sample" style={{ color: `var(${curveVariable(colourIndex)})` }} />
            </span>
            <span>
              <span className="text-ink">{name}</span>
              <span aria-hidden className={room.each}>
                {limits}
                <br />
                at the maximum
              </span>
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

const UNIT = 'MW'

/** A country's delivery day as it is on the screen. */
export interface ShownDay {
  country: string
  name: string
  day: string
  chart: ChartData
}

export function downloadCsv(shown: ShownDay, origin: Origin): void {
  downloadCsvText(fileName(shown, 'csv'), createCsv(shown.chart, csvContext(sourceAndLicence(origin))))
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
