import type { GraphForm } from '#contract/dashboard-address.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'

import { type CardExport, shownCurves } from './shown-card.ts'

const curveExport: CardExport = {
  csv: (card, context) => createCsv(shownCurves(card), context),
  image: (card, frame) =>
    drawChartImage({
      ...frame,
      data: shownCurves(card),
      hidden: card.view.hiddenCurves,
      zoom: card.view.zoom,
      hasMeans: card.view.hasMeans,
    }),
}

const EXPORTS: Readonly<Record<GraphForm, () => Promise<CardExport>>> = {
  curves: () => Promise.resolve(curveExport),
  duration: async () => (await import('./duration-export.ts')).durationExport,
  heat: async () => (await import('./heat-export.ts')).heatExport,
  errors: async () => (await import('./error-export.ts')).errorExport,
}

export function loadExport(form: GraphForm): Promise<CardExport> {
  return EXPORTS[form]()
}
