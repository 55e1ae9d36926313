import type { ForecastFigures } from '#contract/briefing.ts'
import { USUAL_WINDOW_DAYS, type UsualRow } from '#contract/row-tables.ts'

import { hourSpans, monthDay } from './days.ts'

/** Clocks of the hours outside the usual range; null without any usual range. */
export function outsideUsual(
  hours: readonly { clock: string; mw: number | null; lowMw: number | null; highMw: number | null }[],
): Pick<ForecastFigures, 'below_usual' | 'above_usual'> {
  if (hours.every(({ lowMw }) => lowMw === null)) return { below_usual: null, above_usual: null }
  const clocksOf = (those: typeof hours) => those.map(({ clock }) => clock)
  return {
    below_usual: clocksOf(hours.filter(({ mw, lowMw }) => mw !== null && lowMw !== null && mw < lowMw)),
    above_usual: clocksOf(hours.filter(({ mw, highMw }) => mw !== null && highMw !== null && mw > highMw)),
  }
}

/** `below usual 01:00–07:00, above usual 17:00–18:00`, or `every hour within its usual range`. */
export function outsideUsualWords(of: Pick<ForecastFigures, 'below_usual' | 'above_usual'>): string | null {
  const { below_usual: below, above_usual: above } = of
  if (below === null || above === null) return null
  const words = [
    below.length > 0 && `below usual ${hourSpans(below)}`,
    above.length > 0 && `above usual ${hourSpans(above)}`,
  ].filter((part) => part !== false)
  return words.length === 0 ? 'every hour within its usual range' : words.join(', ')
}

export function usualDaysWords(rows: readonly UsualRow[], day: string | null): string {
  const sampleDays = rows.map(({ sample_days }) => sample_days)
  const [least, most] = [Math.min(...sampleDays), Math.max(...sampleDays)]
  const first = Math.min(...rows.map(({ first_year }) => first_year))
  const last = Math.max(...rows.map(({ last_year }) => last_year))
  const count = least === most ? String(least) : `${least} to ${most}`
  const date = day === null ? 'the date' : monthDay(day)
  return `${count} days within ${USUAL_WINDOW_DAYS} days of ${date} in ${first}–${String(last).slice(2)}, working days and weekends separately`
}
