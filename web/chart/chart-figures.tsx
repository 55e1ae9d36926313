import { useMemo } from 'react'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { ChartLegend } from '#web/chart/legend/legend.tsx'
import { curveSentence } from './chart-summary.ts'
import { curveStatistics } from '#web/chart/data/curve-statistics.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'

export interface ChartFiguresProps {
  data: ChartData
  unit: string
  zoom: TimeWindow | null
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  onHighlight: (name: string | null) => void
}

/** What the curves did in the time shown: as sentences for screen readers, and as a legend. */
export function ChartFigures({ data, unit, zoom, ...legend }: ChartFiguresProps) {
  const { timesS, curves, band } = data
  const entries = useMemo(
    () => curves.map((curve) => ({ curve, statistics: curveStatistics(timesS, curve.values, zoom) })),
    [timesS, curves, zoom],
  )
  return (
    <>
      <ul className="sr-only">
        {entries.map(({ curve, statistics }) => (
          <li key={curve.name}>{curveSentence(curve.name, statistics, unit)}</li>
        ))}
      </ul>
      <ChartLegend {...legend} entries={entries} band={band} unit={unit} />
    </>
  )
}
