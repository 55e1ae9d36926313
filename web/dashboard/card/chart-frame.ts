import type { DayMark } from '#contract/data-days.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphData, GraphFilters, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

export const UNIT = 'MW'
/** Hovering one card shows the same moment on all others. */
export const SYNC_KEY = 'dashboard'

/** What the chart of a card gets, whatever its form. */
export interface GraphChartProps extends GraphData {
  marks: readonly DayMark[]
  id: string
  label: string
  /** The filters that the curves answer. */
  filters: GraphFilters
  view: GraphView
}

/** What a card's chart over time shows of its curves, kept in the store. */
export function chartView(id: string, { hiddenCurves, zoom, hasMeans, width }: GraphView) {
  return {
    unit: UNIT,
    syncKey: SYNC_KEY,
    isCompact: width === 'half',
    hidden: hiddenCurves,
    onHiddenChange: (hidden: readonly string[]) => graphStore.updateView(id, { hiddenCurves: hidden }),
    zoom,
    onZoomChange: (next: GraphView['zoom']) => graphStore.updateView(id, { zoom: next }),
    hasMeans,
    onMeansChange: (next: boolean) => graphStore.updateView(id, { hasMeans: next }),
  }
}

/** The id of a card's heading. It takes the focus when the card is added, or when the focused control disappears. */
export const graphTitleId = (id: string): string => `graph-${id}`

export function focusGraphTitle(id: string): void {
  document.getElementById(graphTitleId(id))?.focus()
}
