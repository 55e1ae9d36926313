import { RAMP_HOURS } from '#contract/forecast.ts'
import { METRIC_WORDS } from '#web/model/view/metric.ts'
import type { GlanceView } from '#web/model/view/view.ts'
import { formatDifferenceMw, formatMw } from '#web/ui/power-format.ts'

/** The figure of a cell: a change or a difference shows its sign. */
export function formatCell(view: GlanceView, valueMw: number | null): string {
  return view === 'final' ? formatMw(valueMw) : formatDifferenceMw(valueMw)
}

const gigawatts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The figure of a narrow cell in GW: `45.1`, of a change or a difference `+1.2`. */
export function formatGigawatts(view: GlanceView, valueMw: number | null): string {
  if (valueMw === null) return formatMw(null)
  const text = gigawatts.format(Math.abs(valueMw) / 1000)
  const sign = text === '0.0' ? '' : valueMw < 0 ? '−' : view === 'final' ? '' : '+'
  return sign + text
}

/** How the views are called, and what their figures are. */
export const VIEW_WORDS: Readonly<Record<GlanceView, { label: string; formula: string }>> = {
  final: METRIC_WORDS.final,
  ramp: {
    label: `Ramp over ${RAMP_HOURS} hours`,
    formula: `Final forecast − that of ${RAMP_HOURS} hours earlier`,
  },
  'against-tso': METRIC_WORDS['against-tso'],
  'against-previous': METRIC_WORDS['against-previous'],
  'against-auction': METRIC_WORDS['against-auction'],
  'against-today': METRIC_WORDS['against-today'],
}
