import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { downloadCsvText, downloadFile } from '#web/chart/export/download-file.ts'
import { csvContext } from '#web/chart/export/export-choices.tsx'
import { dayZone, formatDay, stampOf } from '#web/model/view/delivery-day.ts'
import { hourKey } from '#web/model/view/playback.ts'
import type { GlanceView } from '#web/model/view/view.ts'

import type { ColourScale } from './colour-scale.ts'
import { VIEW_WORDS } from './glance-format.ts'
import { drawGlanceImage } from './glance-image.ts'
import type { GlanceRow } from './glance-rows.ts'

/** The table as it is on the screen. */
export interface ShownGlance {
  day: string
  view: GlanceView
  rows: readonly GlanceRow[]
  hours: readonly number[]
  common: ColourScale | null
}

/** One line per hour, one column per country, in the order on the screen. */
export function downloadCsv(shown: ShownGlance, origin: Origin): void {
  const { day, rows, hours } = shown
  const chart = {
    timesS: hours.map((hour) => stampOf(day, hourKey(hour)) ?? 0),
    curves: rows.map(({ name, cells }) => ({
      name,
      style: 'solid' as const,
      colourIndex: 0,
      values: cells.map(({ valueMw }) => valueMw),
    })),
  }
  downloadCsvText(fileName(shown, 'csv'), createCsv(chart, csvContext(sourceName(origin))))
}

export async function downloadImage(shown: ShownGlance, origin: Origin): Promise<void> {
  const image = await drawGlanceImage({
    ...shown,
    title: `Residual load by hour and country: ${VIEW_WORDS[shown.view].formula}, MW`,
    subtitle: `${formatDay(shown.day)} (${dayZone(shown.day)})`,
    source: sourceLine(origin),
  })
  downloadFile(fileName(shown, 'png'), image)
}

/** `glance_ramp_2026-11-22.csv` */
function fileName({ day, view }: ShownGlance, extension: string): string {
  return `glance_${view}_${day}.${extension}`
}
