import type { GraphForm } from '#contract/dashboard-address.ts'
import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { csvContext, downloadCsvText, downloadFile } from '#web/chart/export/export-choices.tsx'
import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { curvesOfShownDays, sharedRange } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { createFileName, describeRange, describeSubject } from '#web/dashboard/graphs/graph-text.ts'
import { copyText } from '#web/ui/copy-text.ts'

import { UNIT } from './chart-frame.ts'
import { type CardExport, type ShownCard, shownCurves } from './shown-card.ts'

const curveExport: CardExport = {
  csv: (card, context) => createCsv(shownCurves(card), context),
  image: (card, frame) =>
    drawChartImage({
      ...frame,
      data: shownCurves(card),
      hidden: card.view.hiddenCurves,
      zoom: card.view.zoom,
      hasMeans: card.view.hasMeans,
      valueRange: card.view.hasSharedScale ? sharedRange(graphStore.state.getState().graphCards) : null,
    }),
}

/** The script of the other forms is loaded when the first of them is exported. */
const exportOf = async (form: GraphForm): Promise<CardExport> =>
  form === 'curves' ? curveExport : (await import('./other-exports.ts')).OTHER_EXPORTS[form]

/** Each action returns a sentence for the user, or an empty text if the browser itself shows the result. */

export async function downloadCsv(id: string, origin: Origin): Promise<string> {
  const card = findShown(id)
  if (card === null) return ''
  const { csv } = await exportOf(card.view.form)
  downloadCsvText(fileName(card, 'csv'), await csv(card, csvContext(sourceName(origin))))
  return ''
}

export async function downloadImage(id: string, origin: Origin): Promise<string> {
  const card = findShown(id)
  if (card === null) return ''
  const { image } = await exportOf(card.view.form)
  const file = await image(card, {
    unit: UNIT,
    title: describeSubject(card.shownFilters, card.view),
    subtitle: describeRange(card.shownFilters, { timesS: card.timesS, curves: card.data }),
    source: sourceLine(origin),
    themeFrom: document.documentElement,
    now: () => Date.now() / 1000,
  })
  downloadFile(fileName(card, 'png'), file)
  return ''
}

/** Copies a link to a dashboard with only this card. */
export async function copyGraphLink(id: string): Promise<string> {
  const card = graphStore.find(id)
  return card === undefined
    ? ''
    : copyText(shareLink([card], { asOf: graphStore.state.getState().asOf }), 'Link copied')
}

function findShown(id: string): ShownCard | null {
  const card = graphStore.find(id)
  if (!card?.shownFilters) return null
  const { timesS, data, shownFilters, view } = card
  return { ...card, shownFilters, data: curvesOfShownDays({ timesS, curves: data }, view) }
}

function fileName({ shownFilters, view }: ShownCard, extension: string): string {
  return createFileName(shownFilters, view, extension)
}
