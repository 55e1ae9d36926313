import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { metricValue } from '#web/model/view/metric.ts'
import { hourKey } from '#web/model/view/playback.ts'
import { GLANCE_VIEWS, type GlanceView } from '#web/model/view/view.ts'

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

/** The figures of the cell under the pointer or the focus, or of the chosen one. Its height is reserved, so that nothing moves. */
export function GlanceReadout({ readout, view }: { readout: Readout | null; view: GlanceView }) {
  return (
    <div className="tabular min-h-15 min-w-0 grow text-sm sm:min-h-10">
      {readout === null ? (
        <p className="text-ink-muted print:hidden">
          Point at a cell or touch it to read it. A click or Enter chooses its hour and country.
        </p>
      ) : (
        <>
          <p className="font-medium">{readout.place}</p>
          <p className="flex flex-wrap gap-x-4 text-ink-muted">
            {readout.figures.map((figure) => (
              <span key={figure.view} className={figure.view === view ? 'font-medium text-ink' : undefined}>
                {figure.label} {figure.text === '–' ? '–' : `${figure.text} MW`}
              </span>
            ))}
          </p>
        </>
      )}
    </div>
  )
}
