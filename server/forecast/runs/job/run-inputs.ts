import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { AWAITED_DAYS } from '#server/forecast/model/forecaster.ts'
import { BRIDGED_HOURS } from '#server/forecast/model/history/prepared-history.ts'
import { isHalfMissing, KNOWN_HOURS } from '#server/forecast/runs/run-kind.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { byQuantity } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

import { readHourlyHistory } from './hourly-history.ts'
import type { RunWeather } from './run-weather.ts'

export type Inputs = NonNullable<Awaited<ReturnType<typeof readInputs>>> & { weather: RunWeather | null }

/** Null if the area has had no load for weeks. */
export async function readInputs(series: SeriesStore, area: MemberCode, day: string) {
  const fromUtc = timeOfDay(addDays(day, -AWAITED_DAYS))
  const dayUtc = timeOfDay(day)
  const span = { fromUtc, toUtc: timeOfDay(addDays(day, 1)) }
  const { quantities } = await readHourlyHistory(series, area, span, hourlyMeans)
  const slotOf = (utc: number) => (utc - fromUtc) / HOUR_MS
  if (quantities.load.actual.every(Number.isNaN)) return null
  const of = (check: (tso: Float64Array) => boolean) =>
    byQuantity((quantity) => check(quantities[quantity].tso))
  const dayBefore = addDays(day, -1)
  const known = Array.from({ length: KNOWN_HOURS.complete }, (_, hour) =>
    quantities.load.actual.subarray(
      slotOf(timeOfDay(dayBefore, hour)),
      slotOf(timeOfDay(dayBefore, hour + 1)),
    ),
  ).map((hour) => hour.length > 0 && !hour.some(Number.isNaN))
  const knownHours = known.lastIndexOf(true) + 1
  return {
    /** Published within the last weeks. */
    isAwaited: of((tso) => !tso.subarray(0, slotOf(dayUtc)).every(Number.isNaN)),
    /** The whole delivery day, except gaps short enough to bridge. */
    isPublished: of((tso) => tso.subarray(slotOf(dayUtc)).filter(Number.isNaN).length <= BRIDGED_HOURS),
    /** Up to the last complete hour of the day before. */
    knownHours,
    isHalfMissing: isHalfMissing(known.slice(0, knownHours)),
  }
}
