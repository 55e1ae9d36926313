import { compareErrors } from '#web/chart/data/forecast-errors.ts'
import { shownZoom } from '#web/chart/data/time-window.ts'
import { errorSentences } from '#web/chart/errors/error-legend.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { errorBarsPart } from '#web/chart/export/error-bars-image.ts'
import { createErrorData } from '#web/dashboard/graphs/columns/error-columns.ts'

import type { CardExport, ShownCard } from './shown-card.ts'

const errorsOf = ({ timesS, data, marks, shownFilters, view }: ShownCard) =>
  createErrorData({ timesS, curves: data, marks }, shownFilters, view)

/** The errors of a card's forecasts. In the picture each curve has its figures beside its name, and the bars stand below. */
export const errorExport: CardExport = {
  csv: (card, context) => createCsv(errorsOf(card), context),
  image(card, frame) {
    const data = errorsOf(card)
    const { hiddenCurves: hidden, zoom, hasMeans } = card.view
    const errors = compareErrors(data, hidden, shownZoom(data.timesS, zoom))
    const names = errorSentences(errors, frame.unit)
    const named = data.curves
      .map((curve, index) => ({ ...curve, name: names[index] ?? curve.name }))
      .filter((_, index) => !hidden.includes(data.curves[index]?.name ?? ''))
    const rows = errors.rows.filter(({ curve }) => !hidden.includes(curve.name))
    return drawChartImage({
      ...frame,
      data: {
        timesS: data.timesS,
        curves: named,
        ...(data.remarks !== undefined && { remarks: data.remarks }),
      },
      hidden: [],
      zoom,
      hasMeans,
      ...(errors.commonCount > 0 && { foot: errorBarsPart({ ...errors, rows }, frame.unit) }),
    })
  },
}
