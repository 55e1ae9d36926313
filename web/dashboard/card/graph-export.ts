import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { csvContext, downloadCsvText, downloadFile } from '#web/chart/export/export-choices.tsx'
import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { sharedRange } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { createFileName, describeRange, describeSubject } from '#web/dashboard/graphs/graph-text.ts'
import type { GraphData } from '#web/dashboard/graphs/store/graph-card.ts'
import { copyText } from '#web/ui/copy-text.ts'

import { type CardImage, createShownData, type ShownCard, UNIT } from './chart-frame.ts'
import { FORMS } from './graph-chart.tsx'

/** Each action returns a sentence for the user, or an empty text if the browser itself shows the result. */

export async function downloadCsv(id: string, origin: Origin): Promise<string> {
  const card = findShown(id)
  if (card === null) return ''
  const { read, csv } = await FORMS[card.view.form]()
  const data = (await read?.(card)) ?? card.data
  const context = csvContext(sourceName(origin))
  downloadCsvText(
    createFileName(card.filters, card.view, 'csv'),
    csv?.(data, card, context) ?? createCsv(data, context),
  )
  return ''
}

export async function downloadImage(id: string, origin: Origin): Promise<string> {
  const card = findShown(id)
  if (card === null) return ''
  const { read, image = drawCurves } = await FORMS[card.view.form]()
  const file = await image((await read?.(card)) ?? card.data, card, {
    unit: UNIT,
    title: describeSubject(card.filters, card.view),
    subtitle: describeRange(card.filters, card.answer),
    source: sourceLine(origin),
  })
  downloadFile(createFileName(card.filters, card.view, 'png'), file)
  return ''
}

function drawCurves(data: ChartData, { view }: ShownCard, frame: CardImage): Promise<Blob> {
  const { form, hiddenCurves: hidden, zoom, hasMeans, hasSharedScale } = view
  const cards = graphStore.state.getState().graphCards
  const valueRange = form === 'curves' && hasSharedScale ? sharedRange(cards) : null
  return drawChartImage({ ...frame, data, hidden, zoom, hasMeans, valueRange })
}

/** Copies a link to a dashboard with only this card. */
export async function copyGraphLink(id: string): Promise<string> {
  const card = graphStore.find(id)
  return card === undefined
    ? ''
    : copyText(shareLink([card], { asOf: graphStore.state.getState().asOf }), 'Link copied')
}

function findShown(id: string): (ShownCard & { answer: GraphData }) | null {
  const card = graphStore.find(id)
  if (!card?.shownFilters) return null
  const { timesS, data: curves, marks, shownFilters: filters, view } = card
  const data = createShownData({ timesS, curves, marks }, filters, view)
  return { data, marks, filters, view, answer: { timesS, curves } }
}
