import { RAMP_HOURS } from '#contract/forecast.ts'
import { hourKey } from '#web/model/view/playback.ts'
import { formatDifferenceMw } from '#web/ui/power-format.ts'

import type { GlanceRow } from './glance-rows.ts'

/** `11:00 to 14:00 and 16:00`: hours in a row are joined, from the first to the last. */
function hourSpans(hours: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const hour of hours) {
    const last = spans.at(-1)
    if (last?.to === hour - 1) last.to = hour
    else spans.push({ from: hour, to: hour })
  }
  return list.format(
    spans.map(({ from, to }) => (from === to ? hourKey(from) : `${hourKey(from)} to ${hourKey(to)}`)),
  )
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** When the residual load of which country is at or below zero. */
export function negativeWords(rows: readonly GlanceRow[]): string {
  if (rows.every(({ minimum }) => minimum === null)) return 'There are no values for this day.'
  const places = rows.flatMap(({ name, cells }) => {
    const hours = cells.filter(({ isNegative }) => isNegative).map(({ hour }) => hour)
    return hours.length === 0 ? [] : [`${name} ${hourSpans(hours)}`]
  })
  return places.length === 0
    ? 'Residual load stays above zero in every country and hour.'
    : `Residual load at or below zero: ${places.join('; ')}.`
}

/** The steepest evening ramp of all countries; null if nothing rises in the evening. */
export function eveningWords(rows: readonly GlanceRow[]): string | null {
  const [steepest] = rows
    .flatMap(({ name, evening }) => (evening === null ? [] : [{ name, ...evening }]))
    .sort((a, b) => b.valueMw - a.valueMw)
  if (steepest === undefined) return null
  const { name, hour, valueMw } = steepest
  return `Steepest evening ramp: ${name}, ${formatDifferenceMw(valueMw)} MW in the ${RAMP_HOURS} hours to ${hourKey(hour)}.`
}
