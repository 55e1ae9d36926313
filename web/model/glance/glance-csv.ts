import { type Origin, sourceName } from '#web/api/status.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { csvContext, downloadCsvText } from '#web/chart/export/export-choices.tsx'
import { stampOf } from '#web/model/view/delivery-day.ts'
import { hourKey } from '#web/model/view/playback.ts'
import type { GlanceView } from '#web/model/view/view.ts'

import type { ColourScale } from './colour-scale.ts'
import type { GlanceRow } from './glance-rows.ts'

/** The table as it is on the screen. */
export interface ShownGlance {
  day: string
  view: GlanceView
  rows: readonly GlanceRow[]
  hours: readonly number[]
  /** Null where each row has a scale of its own. */
  common: ColourScale | null
}

/** One line per hour, one column per country, in the order on the screen. */
export function downloadCsv({ day, view, rows, hours }: ShownGlance, origin: Origin): void {
  const chart = {
    timesS: hours.map((hour) => stampOf(day, hourKey(hour)) ?? 0),
    curves: rows.map(({ name, cells }) => ({
      name,
      style: 'solid' as const,
      colourIndex: 0,
      values: cells.map(({ valueMw }) => valueMw),
    })),
  }
  downloadCsvText(`glance_${view}_${day}.csv`, createCsv(chart, csvContext(sourceName(origin))))
}
