import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { CsvContext } from '#web/chart/export/chart-csv.ts'
import type { ChartImage } from '#web/chart/export/chart-image.ts'
import { createChartData } from '#web/dashboard/graphs/columns/chart-columns.ts'
import type { GraphCard, GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'

/** A card with an answer. */
export interface ShownCard extends GraphCard {
  shownFilters: GraphFilters
}

/** What every picture of a card needs, whatever its form. */
export type CardImage = Omit<ChartImage, 'data' | 'hidden' | 'zoom' | 'hasMeans' | 'valueRange' | 'foot'>

/** How a card is written to files: as it is shown. */
export interface CardExport {
  csv: (card: ShownCard, context: CsvContext) => string | Promise<string>
  image: (card: ShownCard, frame: CardImage) => Promise<Blob>
}

/** The curves that a card draws. */
export function shownCurves({ timesS, data, marks, shownFilters, view }: ShownCard): ChartData {
  return createChartData({ timesS, curves: data, marks }, shownFilters, view)
}
