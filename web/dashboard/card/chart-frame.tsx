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

/** The specification names no unit, so the values of another backend have none. */
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
  /** The data of files, by default those of the card. */
  read?: (card: ShownCard) => ChartData | Promise<ChartData>
  /** By default a row per stamp and a column per curve. */
  csv?: (data: ChartData, card: ShownCard, context: CsvContext) => string
  /** By default the curves over time, as they are shown. */
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

/** The id of a card's heading. It takes the focus when the card is added, or when the focused control disappears. */
export const graphTitleId = (id: string): string => `graph-${id}`

export function focusGraphTitle(id: string): void {
  document.getElementById(graphTitleId(id))?.focus()
}

/** Stands where a chart would, and says why there is none. */
export function Placeholder(props: { state: 'empty' | 'unpublished'; title: string; text: string }) {
  return (
    <PanelState state={props.state} title={props.title} className="h-full min-h-[400px]">
      {props.text}
    </PanelState>
  )
}
