import { useMemo } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'
import { comparedLegend, compareFigures, differenceFigures } from '#web/chart/legend/compared-legend.ts'
import { ChartLegend } from '#web/chart/legend/legend.tsx'

import { curveSentence } from './chart-summary.ts'

export interface ChartFiguresProps {
  data: ChartData
  unit: string
  zoom: TimeWindow | null
  isCompact: boolean
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  onHighlight: (name: string | null) => void
}

/** What the curves did in the time shown: as sentences for screen readers, and as a legend. */
export function ChartFigures({ data, unit, zoom, ...legend }: ChartFiguresProps) {
  const figures = useMemo(() => compareFigures(data, zoom), [data, zoom])
  const { hidden } = legend
  const differences = useMemo(() => differenceFigures(data, hidden, zoom), [data, hidden, zoom])
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
      <ChartLegend {...legend} {...comparedLegend(data, figures, differences)} band={data.band} unit={unit} />
    </>
  )
}
