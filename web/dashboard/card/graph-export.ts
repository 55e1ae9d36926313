import { drawChartImage } from '#web/chart/chart-image.ts'

import { createChartData } from '#web/dashboard/graphs/chart-columns.ts'
import { copyText } from './copy-text.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { writeDashboard } from '#web/dashboard/address/dashboard-url.ts'
import { downloadFile } from './download-file.ts'
import type { GraphCard, GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { createCsv } from './graph-csv.ts'
import { createFileName, describeRange, describeSubject } from '#web/dashboard/graphs/graph-text.ts'

/** Each action returns a sentence for the user, or an empty text if the browser itself shows the result. */

export async function downloadCsv(id: string): Promise<string> {
  const shown = findShown(id)
  if (shown === null) return ''
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const csv = createCsv({ rows: shown.card.data, curves: shown.card.curves }, timeZone)
  downloadFile(createFileName(shown.filters, 'csv'), new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  return ''
}

export async function downloadImage(id: string): Promise<string> {
  const shown = findShown(id)
  if (shown === null) return ''
  const { card, filters } = shown
  const image = await drawChartImage({
    data: createChartData({ rows: card.data, curves: card.curves }),
    hidden: card.view.hiddenCurves,
    zoom: card.view.zoom,
    unit: 'MW',
    title: describeSubject(filters),
    subtitle: describeRange(filters),
    themeFrom: document.documentElement,
    now: () => Date.now() / 1000,
  })
  downloadFile(createFileName(filters, 'png'), image)
  return ''
}

/** Copies a link to a dashboard with only this card. */
export async function copyGraphLink(id: string): Promise<string> {
  const card = findCard(id)
  if (card === undefined) return ''
  const link = `${location.origin}/dashboard${writeDashboard([card])}`
  return (await copyText(link)) ? 'Link copied' : 'The browser does not allow copying'
}

function findCard(id: string): GraphCard | undefined {
  return graphStore.state.getState().graphCards.find((card) => card.id === id)
}

function findShown(id: string): { card: GraphCard; filters: GraphFilters } | null {
  const card = findCard(id)
  return card?.shownFilters ? { card, filters: card.shownFilters } : null
}
