import {
  type ComponentType,
  memo,
  type RefObject,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'

import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'

import './chart.css'
import '#web/chart/legend/legend.css'
import {
  curveStatistics,
  fullWindow,
  scaledWindow,
  shownZoom,
  type TimeWindow,
  ZOOM_STEP,
} from '#web/chart/data/time-window.ts'
import { comparedLegend, compareFigures, differenceFigures } from '#web/chart/legend/compared-legend.ts'
import type { LegendChoices } from '#web/chart/legend/legend-content.ts'
import { ChartLegend, differenceRows, legendSpace } from '#web/chart/legend/legend.tsx'
import { bucketLabel } from '#web/chart/plot/buckets.ts'
import { CHART_HEIGHT_PX, type ChartChoices, type PlotView } from '#web/chart/plot/context.ts'
import { PlotHost, plotKey } from '#web/chart/plot/plot-host.tsx'
import type { Plot } from '#web/chart/plot/plot.ts'
import { useIsPainted } from '#web/ui/use-is-painted.ts'

import { KEYBOARD_HELP, useChartKeyboard } from './chart-keys.ts'
import { curveSentence, summarySentence } from './chart-summary.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { useCrosshair } from './crosshair.ts'

export interface ChartFiguresProps extends LegendChoices {
  data: ChartData
  unit: string
  zoom: TimeWindow | null
  isCompact: boolean
}

export interface LineChartProps {
  data: ChartData
  label: string
  unit: string
  isCompact?: boolean
  /** The chart itself keeps the omitted choices. */
  chosen?: Partial<ChartChoices>
  onChoose?: (change: Partial<ChartChoices>) => void
  valueRange?: ValueRange | null
  /** Charts with the same key show the moment that one of them reads. */
  syncKey?: string
  /** Epoch seconds of a vertical line. */
  markS?: number | null
  /** Replaces the legend. */
  Figures?: ComponentType<ChartFiguresProps>
  /** CSS class that reserves the space of `Figures`. */
  figuresSpace?: string
}

const NOTHING_CHOSEN: ChartChoices = { hidden: [], zoom: null, hasMeans: false }

export function LineChart(props: LineChartProps) {
  const { data, unit, isCompact = false } = props
  const { Figures = ChartFigures, figuresSpace = 'chart-figures-space' } = props
  const [own, setOwn] = useState(NOTHING_CHOSEN)
  const { hidden, zoom: chosenZoom, hasMeans } = { ...own, ...props.chosen }
  const choose = (change: Partial<ChartChoices>) => {
    setOwn({ ...own, ...change })
    props.onChoose?.(change)
  }
  const { timesS, curves, bands = [], comparison } = data
  const zoom = useMemo(() => shownZoom(timesS, chosenZoom), [timesS, chosenZoom])
  const isPainted = useIsPainted()
  const plotRef = useRef<Plot | null>(null)
  // A pressed button shows at once, curves and figures a frame later: a year of a group keeps a slow processor busy for half a second.
  const drawn = useDeferredValue(useMemo(() => ({ data, hidden, zoom }), [data, hidden, zoom]))
  return (
    <figure
      className="chart"
      style={legendSpace({
        curveCount: curves.length,
        bandCount: bands.length,
        differenceCount: comparison === undefined ? 0 : differenceRows(comparison.pairs.length),
        isCompact,
      })}
    >
      <ChartPlot {...props} {...{ hidden, zoom, hasMeans, drawn, choose, plotRef, isPainted }} />
      <div className="chart-figures">
        <div className={figuresSpace}>
          {isPainted && curves.length > 0 && (
            <Figures
              data={drawn.data}
              unit={unit}
              zoom={drawn.zoom}
              isCompact={isCompact}
              hidden={hidden}
              onHiddenChange={(next) => choose({ hidden: next })}
              onHighlight={(name) => plotRef.current?.highlight(name)}
            />
          )}
        </div>
      </div>
    </figure>
  )
}

interface ChartPlotProps extends ChartChoices, Pick<LineChartProps, 'data' | 'label' | 'unit'> {
  valueRange?: LineChartProps['valueRange']
  syncKey?: string
  markS?: number | null
  /** Drawn one frame behind the props. */
  drawn: Pick<PlotView, 'data' | 'hidden' | 'zoom'>
  choose: (change: Partial<ChartChoices>) => void
  plotRef: RefObject<Plot | null>
  isPainted: boolean
}

function ChartPlot(props: ChartPlotProps) {
  const { data, label, unit, hidden, zoom, hasMeans, drawn, choose, plotRef, isPainted } = props
  const { valueRange = null, markS = null, syncKey } = props
  const { timesS } = data
  const window = zoom ?? fullWindow(timesS)
  const setZoom = (next: TimeWindow | null) => choose({ zoom: next })
  const [bucketS, setBucketS] = useState<number | null>(null)
  const readingRef = useRef<number | null>(null)
  const publishMoment = useCrosshair(syncKey, (timeS) => plotRef.current?.follow(timeS))
  const onReading = (index: number | null) => {
    readingRef.current = index
    publishMoment(timesS[index ?? -1] ?? null)
  }
  const view = { data, unit, hidden, zoom, hasMeans, valueRange, onZoom: setZoom, plotRef }
  const { onKeyDown, regionRef } = useChartKeyboard({ ...view, readingRef })
  const zoomBy = (factor: number) => {
    if (window !== null) setZoom(scaledWindow(timesS, window, factor, (window.fromS + window.toS) / 2))
  }
  const id = useId()
  const focusRef = useRef<HTMLDivElement>(null)
  function resetZoom(): void {
    // The pressed button goes away. Removing it with the focus costs a slow processor another layout.
    focusRef.current?.focus({ preventScroll: true })
    setZoom(null)
  }
  return (
    <>
      <div className="chart-plot group relative" style={{ height: CHART_HEIGHT_PX }}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=application handles its own keys */}
        <div
          ref={focusRef}
          className="chart-focus"
          role="application"
          aria-roledescription="line chart"
          aria-label={label}
          aria-describedby={`${id}summary ${id}keys`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- and is a tab stop
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => plotRef.current?.read(null)}
        >
          <PlotHost
            key={plotKey(drawn.data, unit)}
            {...view}
            {...drawn}
            markS={markS}
            onReading={onReading}
            onDensity={setBucketS}
          />
        </div>
        {isPainted && (
          <ChartToolbar
            means={bucketS === null ? null : bucketLabel(bucketS)}
            hasMeans={hasMeans}
            onMeansChange={(next) => choose({ hasMeans: next })}
            isZoomed={zoom !== null}
            onZoomIn={() => zoomBy(ZOOM_STEP)}
            onZoomOut={() => zoomBy(1 / ZOOM_STEP)}
            onZoomReset={resetZoom}
          />
        )}
        <EmptyNote data={data} zoom={zoom} hidden={hidden} />
      </div>
      <div ref={regionRef} className="sr-only" aria-live="polite" />
      {isPainted && <ChartWords id={id} data={drawn.data} zoom={drawn.zoom} />}
    </>
  )
}

/** Only rendered for what is drawn: the sentence of a year keeps a slow processor busy for a frame. */
const ChartWords = memo(function ChartWords(props: { id: string } & Pick<PlotView, 'data' | 'zoom'>) {
  const { id, data, zoom } = props
  return (
    <div className="sr-only">
      <p id={`${id}summary`}>{summarySentence(data, zoom ?? fullWindow(data.timesS))}</p>
      <p id={`${id}keys`}>{KEYBOARD_HELP}</p>
    </div>
  )
})

function ChartFigures({ data, unit, zoom, ...legend }: ChartFiguresProps) {
  const figures = useMemo(() => compareFigures(data, zoom), [data, zoom])
  const { hidden } = legend
  const differences = useMemo(() => differenceFigures(data, hidden, zoom), [data, hidden, zoom])
  const content = useMemo(() => comparedLegend(data, figures, differences), [data, figures, differences])
  return (
    <>
      <ul className="sr-only">
        {figures.rows.map(({ curve, statistics }) => (
          <li key={curve.name}>{curveSentence(curve, statistics, unit, data.comparison)}</li>
        ))}
        {differences.map(({ name, statistics }) => (
          <li key={name}>{curveSentence({ name, style: 'solid' }, statistics, unit)}</li>
        ))}
      </ul>
      <ChartLegend {...legend} {...content} bands={data.bands} unit={unit} />
    </>
  )
}

function EmptyNote({ data, zoom, hidden }: Pick<PlotView, 'data' | 'zoom' | 'hidden'>) {
  const isAllHidden = data.curves.every(({ name }) => hidden.includes(name))
  const hasValues = data.curves.some(({ values }) => curveStatistics(data.timesS, values, zoom) !== null)
  if (hasValues && !isAllHidden) return null
  return (
    <p className="pointer-events-none absolute inset-0 grid place-items-center text-ink-muted">
      {hasValues ? 'All curves are hidden' : 'No values in this period'}
    </p>
  )
}
