import { createDurationData } from '#web/chart/duration/duration-data.ts'
import { writeCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { stampWord } from '#web/dashboard/graphs/graph-text.ts'

import { type CardExport, type ShownCard, shownCurves } from './shown-card.ts'

const wordOf = ({ shownFilters, timesS }: ShownCard) => stampWord(shownFilters.timerange, timesS)
const sorted = (card: ShownCard) => createDurationData(shownCurves(card), wordOf(card))

/** The sorted curves of a card. As CSV they have a row per rank. */
export const durationExport: CardExport = {
  csv(card, context) {
    const { timesS, curves } = sorted(card)
    return writeCsv(
      {
        rowHeads: [`reached or exceeded (${wordOf(card)})`],
        rowCount: timesS.length,
        rowCells: (row) => [String(row + 1)],
        columns: curves,
      },
      context,
    )
  },
  image: (card, frame) =>
    drawChartImage({
      ...frame,
      data: sorted(card),
      hidden: card.view.hiddenCurves,
      zoom: null,
      hasMeans: false,
    }),
}
