import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { downloadCsvText, downloadFile } from '#web/chart/export/download-file.ts'
import { csvContext } from '#web/chart/export/export-choices.tsx'
import { dayZone, formatDay } from '#web/model/view/delivery-day.ts'

const UNIT = 'MW'

/** A country's delivery day as it is on the screen. */
export interface ShownDay {
  country: string
  name: string
  day: string
  chart: ChartData
}

export function downloadCsv(shown: ShownDay, origin: Origin): void {
  downloadCsvText(fileName(shown, 'csv'), createCsv(shown.chart, csvContext(sourceName(origin))))
}

export async function downloadImage(shown: ShownDay, origin: Origin): Promise<void> {
  const image = await drawChartImage({
    data: shown.chart,
    hidden: [],
    zoom: null,
    hasMeans: false,
    unit: UNIT,
    title: `Residual load forecast for ${shown.name}`,
    subtitle: `${formatDay(shown.day)} (${dayZone(shown.day)})`,
    source: sourceLine(origin),
    themeFrom: document.documentElement,
    now: () => Date.now() / 1000,
  })
  downloadFile(fileName(shown, 'png'), image)
}

/** `forecast_de_2026-11-22.csv` */
function fileName({ country, day }: ShownDay, extension: string): string {
  return `forecast_${country.replaceAll(/[^a-z]/g, '')}_${day}.${extension}`
}
