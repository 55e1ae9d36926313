import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { GLANCE_VIEWS, type GlanceView } from '#web/model/view/glance-view.ts'
import { metricValue } from '#web/model/view/metric.ts'
import { hourKey } from '#web/model/view/playback.ts'

import { formatCell, VIEW_WORDS } from './glance-format.ts'
import { rampOf, type RampStarts } from './glance-rows.ts'
import type { GlancePlace } from './glance-table.tsx'

/** The figures of one country and hour in every view, `Germany, 12:00` first. */
export interface Readout {
  place: string
  figures: readonly { view: GlanceView; label: string; text: string }[]
}

export function readoutOf(answer: ForecastAnswer, { code, hour }: GlancePlace, starts: RampStarts): Readout {
  const entryAt = (at: number | null | undefined) =>
    at === null || at === undefined ? null : (answer[code]?.[hourKey(at)] ?? null)
  const entry = entryAt(hour)
  const valueOf = (view: GlanceView): number | null => {
    if (view === 'ramp') return rampOf(entryAt(starts.get(hour)), entry)
    return entry === null ? null : metricValue(view, entry)
  }
  return {
    place: `${countryName(code)}, ${hourKey(hour)}`,
    figures: GLANCE_VIEWS.map((view) => ({
      view,
      label: VIEW_WORDS[view].label,
      text: formatCell(view, valueOf(view)),
    })),
  }
}
