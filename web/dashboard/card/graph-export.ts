import { type Origin, sourceLine, sourceName } from '#web/api/origin.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { csvFormat } from '#web/chart/export/csv-choice.ts'
import { downloadFile } from '#web/chart/export/download-file.ts'
import { writeDashboard } from '#web/dashboard/address/dashboard-url.ts'
import { createChartData } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphCard, GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { createFileName, describeRange, describeSubject } from '#web/dashboard/graphs/graph-text.ts'
import { copyLink } from '#web/ui/copy-link.ts'

const UNIT = 'MW'

/** Each action returns a sentence for the user, or an empty text if the browser itself shows the result. */

export async function downloadCsv(id: string, origin: Origin): Promise<string> {
  const shown = findShown(id)
  if (shown === null) return ''
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const csv = createCsv(createChartData({ rows: shown.card.data, curves: shown.card.curves }), {
    unit: UNIT,
    source: sourceName(origin),
    timeZone,
    format: csvFormat(),
  })
  downloadFile(createFileName(shown.filters, 'csv'), new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  return ''
}

export async function downloadImage(id: string, origin: Origin): Promise<string> {
  const shown = findShown(id)
  if (shown === null) return ''
  const { card, filters } = shown
  const image = await drawChartImage({
    data: createChartData({ rows: card.data, curves: card.curves }),
    hidden: card.view.hiddenCurves,
    zoom: card.view.zoom,
    unit: UNIT,
    title: describeSubject(filters),
    subtitle: describeRange(filters),
    source: sourceLine(origin),
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
  return copyLink(`${location.origin}/dashboard${writeDashboard([card])}`)
}

function findCard(id: string): GraphCard | undefined {
  return graphStore.state.getState().graphCards.find((card) => card.id === id)
}

function findShown(id: string): { card: GraphCard; filters: GraphFilters } | null {
  const card = findCard(id)
  return card?.shownFilters ? { card, filters: card.shownFilters } : null
}
