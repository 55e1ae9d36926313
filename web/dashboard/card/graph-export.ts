import type { GraphForm } from '#contract/dashboard-address.ts'
import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { csvContext, downloadCsvText, downloadFile } from '#web/chart/export/export-choices.tsx'
import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { sharedRange } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { createFileName, describeRange, describeSubject } from '#web/dashboard/graphs/graph-text.ts'
import type { GraphData } from '#web/dashboard/graphs/store/graph-card.ts'
import { copyText } from '#web/ui/copy-text.ts'

import { type CardExport, createShownData, type ShownCard, UNIT } from './chart-frame.ts'

const curveExport: CardExport = {
  csv: ({ data }, context) => createCsv(data, context),
  image: ({ data, view }, frame) =>
    drawChartImage({
      ...frame,
      data,
      hidden: view.hiddenCurves,
      zoom: view.zoom,
      hasMeans: view.hasMeans,
      valueRange:
        view.hasSharedScale && view.form === 'curves'
          ? sharedRange(graphStore.state.getState().graphCards)
          : null,
    }),
}

/** The script of a form is there once its chart is. */
const EXPORTS: Readonly<Record<GraphForm, () => Promise<CardExport>>> = {
  curves: async () => curveExport,
  duration: async () => (await import('./duration-chart.tsx')).durationExport,
  heat: async () => (await import('./heat-chart.tsx')).heatExport,
  parts: async () => curveExport,
  errors: async () => (await import('./error-chart.tsx')).errorExport,
}

/** Each action returns a sentence for the user, or an empty text if the browser itself shows the result. */

export async function downloadCsv(id: string, origin: Origin): Promise<string> {
  const card = await findShown(id)
  if (card === null) return ''
  const { csv } = await EXPORTS[card.view.form]()
  downloadCsvText(
    createFileName(card.filters, card.view, 'csv'),
    await csv(card, csvContext(sourceName(origin))),
  )
  return ''
}

export async function downloadImage(id: string, origin: Origin): Promise<string> {
  const card = await findShown(id)
  if (card === null) return ''
  const { image } = await EXPORTS[card.view.form]()
  const file = await image(card, {
    unit: UNIT,
    title: describeSubject(card.filters, card.view),
    subtitle: describeRange(card.filters, card.answer),
    source: sourceLine(origin),
    themeFrom: document.documentElement,
    now: () => Date.now() / 1000,
  })
  downloadFile(createFileName(card.filters, card.view, 'png'), file)
  return ''
}

/** Copies a link to a dashboard with only this card. */
export async function copyGraphLink(id: string): Promise<string> {
  const card = graphStore.find(id)
  return card === undefined
    ? ''
    : copyText(shareLink([card], { asOf: graphStore.state.getState().asOf }), 'Link copied')
}

async function findShown(id: string): Promise<(ShownCard & { answer: GraphData }) | null> {
  const card = graphStore.find(id)
  if (!card?.shownFilters) return null
  const { timesS, data: curves, marks, shownFilters: filters, view } = card
  const data =
    view.form === 'parts'
      ? await (await import('./parts-chart.tsx')).storedParts({ filters, view })
      : createShownData({ timesS, curves, marks }, filters, view)
  return { data, marks, filters, view, answer: { timesS, curves } }
}
