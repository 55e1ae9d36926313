import type { ComponentType } from 'react'

import type { DayMark } from '#contract/data-days.ts'
import { isOwnBackend } from '#web/api/request.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { CsvContext } from '#web/chart/export/chart-csv.ts'
import type { ChartImage } from '#web/chart/export/chart-image.ts'
import type { ChartChoices } from '#web/chart/plot/context.ts'
import { createChartData, onShownDays } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { createErrorData, type MarkedData } from '#web/dashboard/graphs/error-columns.ts'
import type { DrawnChoices, GraphFilters, GraphView } from '#web/dashboard/graphs/graph-card.ts'
import { PanelState } from '#web/ui/panel-state.tsx'

/** The specification names no unit, so another backend's values have none. */
export const cardUnit = (): string => (isOwnBackend() ? 'MW' : '')
export const SYNC_KEY = 'dashboard'

export interface ShownCard {
  data: ChartData
  marks: readonly DayMark[]
  filters: GraphFilters
  view: GraphView
}

export interface GraphChartProps extends ShownCard {
  id: string
  label: string
}

export type CardImage = Omit<ChartImage, 'data' | 'hidden' | 'zoom' | 'hasMeans' | 'valueRange' | 'foot'>

export interface CardForm {
  Chart: ComponentType<GraphChartProps>
  read?: (card: ShownCard) => ChartData | Promise<ChartData>
  /** Default: a row per stamp, a column per curve. */
  csv?: (data: ChartData, card: ShownCard, context: CsvContext) => string
  /** Default: the curves over time. */
  image?: (data: ChartData, card: ShownCard, frame: CardImage) => Promise<Blob>
}

export function createShownData(
  { timesS, curves, marks }: Required<MarkedData>,
  filters: GraphFilters,
  view: DrawnChoices & Pick<GraphView, 'form' | 'isWorkdaysOnly'>,
): ChartData {
  const create = view.form === 'errors' ? createErrorData : createChartData
  return create({ ...onShownDays({ timesS, curves }, view), marks }, filters, view)
}

export function chartView(id: string, { hiddenCurves: hidden, zoom, hasMeans, isHalfWidth }: GraphView) {
  return {
    unit: cardUnit(),
    syncKey: SYNC_KEY,
    isCompact: isHalfWidth,
    chosen: { hidden, zoom, hasMeans },
    onChoose: ({ hidden: hiddenCurves, ...change }: Partial<ChartChoices>) =>
      graphStore.updateView(id, { ...change, ...(hiddenCurves && { hiddenCurves }) }),
  }
}

export const graphTitleId = (id: string): string => `graph-${id}`

export function focusGraphTitle(id: string): void {
  document.getElementById(graphTitleId(id))?.focus()
}

export function Placeholder(props: { state: 'empty' | 'unpublished'; title: string; text: string }) {
  return (
    <PanelState state={props.state} title={props.title} className="h-full min-h-[400px]">
      {props.text}
    </PanelState>
  )
}
