import { writeCsv } from '#web/chart/export/chart-csv.ts'
import { drawHeatImage } from '#web/chart/export/heat-image.ts'
import { createHeatGrid } from '#web/chart/heat/heat-grid.ts'
import { columnDate, heatColumns, ROW_HEADS } from '#web/chart/heat/heat-table.ts'
import { pickCurve } from '#web/dashboard/graphs/columns/chart-columns.ts'

import { type CardExport, type ShownCard, shownCurves } from './shown-card.ts'

const shownCurve = (card: ShownCard) => pickCurve(shownCurves(card), card.view.curve)

/** The heat map of a card. As CSV it has a row per day and a column per hour. */
export const heatExport: CardExport = {
  csv(card, context) {
    const { timesS, curves } = shownCurve(card)
    const [curve] = curves
    const grid = createHeatGrid(timesS)
    return writeCsv(
      {
        rowHeads: [`${curve?.name ?? ''}: ${ROW_HEADS[grid.cycle.kind].toLowerCase()} (${context.timeZone})`],
        rowCount: grid.columns.length,
        rowCells: (row) => [columnDate(grid, row)],
        columns: heatColumns(grid, curve?.values ?? []),
      },
      context,
    )
  },
  image(card, frame) {
    const data = shownCurve(card)
    const name = data.curves[0]?.name ?? ''
    return drawHeatImage({ ...frame, title: `${frame.title}, ${name}` }, data, frame.unit)
  },
}
