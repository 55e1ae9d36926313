import type { GraphForm } from '#contract/dashboard-address.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { compareErrors } from '#web/chart/data/forecast-errors.ts'
import { shownZoom } from '#web/chart/data/time-window.ts'
import { createDurationData } from '#web/chart/duration/duration-figures.tsx'
import { errorSentences } from '#web/chart/errors/error-legend.ts'
import { createCsv, writeCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { errorBarsPart } from '#web/chart/export/error-bars-image.ts'
import { drawHeatImage } from '#web/chart/export/heat-image.ts'
import { columnDate, createHeatGrid, heatColumns, ROW_HEADS } from '#web/chart/heat/heat-grid.ts'
import { tableColumns } from '#web/chart/table-columns.ts'
import { curvesOfShownDays, pickCurve } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { createErrorData } from '#web/dashboard/graphs/columns/error-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { stampWord } from '#web/dashboard/graphs/graph-text.ts'
import { readParts } from '#web/dashboard/graphs/query/query-body.ts'

import { type CardExport, type ShownCard, shownCurves } from './shown-card.ts'

const wordOf = ({ shownFilters, timesS, data }: ShownCard) =>
  stampWord(shownFilters.timerange, { timesS, curves: data })
const sorted = (card: ShownCard) => createDurationData(shownCurves(card), wordOf(card))

/** The sorted curves of a card. As CSV they have a row per rank. */
const durationExport: CardExport = {
  csv(card, context) {
    const data = sorted(card)
    return writeCsv(
      {
        rowHeads: [`reached or exceeded (${wordOf(card)})`],
        rows: data.timesS.map((rank) => [String(rank)]),
        columns: tableColumns(data),
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

const errorsOf = ({ timesS, data, marks, shownFilters, view }: ShownCard) =>
  createErrorData({ timesS, curves: data, marks }, shownFilters, view)

/** The errors of a card's forecasts. In the picture each curve has its figures beside its name, and the bars stand below. */
const errorExport: CardExport = {
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

const shownCurve = (card: ShownCard) => pickCurve(shownCurves(card), card.view.curve)

/** The heat map of a card. As CSV it has a row per day and a column per hour. */
const heatExport: CardExport = {
  csv(card, context) {
    const { timesS, curves } = shownCurve(card)
    const [curve] = curves
    const grid = createHeatGrid(timesS)
    return writeCsv(
      {
        rowHeads: [`${curve?.name ?? ''}: ${ROW_HEADS[grid.cycle.kind].toLowerCase()} (${context.timeZone})`],
        rows: grid.columns.map((_, column) => [columnDate(grid, column)]),
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

async function partsOf({ shownFilters, view }: ShownCard): Promise<ChartData> {
  const parts = await readParts(shownFilters, graphStore.state.getState().asOf)
  return parts === null
    ? { timesS: [], curves: [] }
    : { timesS: parts.timesS, curves: curvesOfShownDays(parts, view) }
}

/** The parts of residual load. They are requested again, so that the file has what is stored. */
const partsExport: CardExport = {
  csv: async (card, context) => createCsv(await partsOf(card), context),
  async image(card, frame) {
    const { hiddenCurves: hidden, zoom, hasMeans } = card.view
    return drawChartImage({ ...frame, data: await partsOf(card), hidden, zoom, hasMeans })
  },
}

/** The exports of the forms that are not the curves themselves. */
export const OTHER_EXPORTS: Readonly<Record<Exclude<GraphForm, 'curves'>, CardExport>> = {
  duration: durationExport,
  heat: heatExport,
  errors: errorExport,
  parts: partsExport,
}
