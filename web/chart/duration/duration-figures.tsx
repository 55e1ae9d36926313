import { useMemo } from 'react'

import type { ChartFiguresProps } from '#web/chart/chart-figures.tsx'
import { ChartLegend } from '#web/chart/legend/legend.tsx'

import { durationLegend } from './duration-legend.ts'

/** What the sorted curves reach for which part of the time. */
export function DurationFigures({ data, unit, zoom: _zoom, ...legend }: ChartFiguresProps) {
  const content = useMemo(() => durationLegend(data), [data])
  return <ChartLegend {...legend} {...content} band={undefined} unit={unit} />
}
