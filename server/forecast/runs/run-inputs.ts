import type { MemberCode } from '#contract/areas.ts'
import { AWAITED_DAYS } from '#server/forecast/model/forecaster.ts'
import { BRIDGED_HOURS } from '#server/forecast/model/history/prepared-history.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { HOUR_MS, type SeriesStore } from '#server/series/series.ts'

import { readHourlyHistory } from './hourly-history.ts'
import { addDays, timeOfDay } from './market-day.ts'
import { KNOWN_HOURS } from './run-kind.ts'
import type { Inputs } from './run-plan.ts'

/** What is stored for the forecast of a day; null where the area has had no load for weeks. */
export async function readInputs(
  series: SeriesStore,
  area: MemberCode,
  day: string,
): Promise<Omit<Inputs, 'weather'> | null> {
  const fromUtc = timeOfDay(addDays(day, -AWAITED_DAYS))
  const dayUtc = timeOfDay(day)
  const span = { fromUtc, toUtc: timeOfDay(addDays(day, 1)) }
  const { quantities } = await readHourlyHistory(series, area, span, hourlyMeans)
  const slotOf = (utc: number) => (utc - fromUtc) / HOUR_MS
  if (quantities.load.actual.every(Number.isNaN)) return null
  const of = (look: (tso: Float64Array) => boolean) =>
    byQuantity((quantity) => look(quantities[quantity].tso))
  const dayBefore = addDays(day, -1)
  const isKnownUntil = (hour: number) =>
    !quantities.load.actual
      .subarray(slotOf(timeOfDay(dayBefore)), slotOf(timeOfDay(dayBefore, hour)))
      .some(Number.isNaN)
  let knownHours = 0
  while (knownHours < KNOWN_HOURS.complete && isKnownUntil(knownHours + 1)) knownHours++
  return {
    isAwaited: of((tso) => !tso.subarray(0, slotOf(dayUtc)).every(Number.isNaN)),
    isPublished: of((tso) => tso.subarray(slotOf(dayUtc)).filter(Number.isNaN).length <= BRIDGED_HOURS),
    knownHours,
  }
}
