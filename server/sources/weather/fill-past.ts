import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span, toDate } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { deliveryDays } from '#server/series/forecast-days.ts'
import { isComplete, MARGIN_HOURS } from '#server/series/store/area-weather.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { newestFirst } from '#server/sources/source.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'

import { areaMeans, pointsOf } from './area-points.ts'

/** Three months of 30 points count 60 calls, in about 1 MB. */
const MAX_DAYS = 92
/** Until then an incomplete day is requested daily, later as a hole: services fill gaps days or weeks later. */
const FINAL_AFTER_MS = 35 * DAY_MS

interface FillDaysParts {
  source: WeatherSource
  database: Database
  store: WeatherStore
  areas: readonly MemberCode[]
  clock: Clock
  /** Inclusive, `yyyy-MM-dd`. */
  fromDay: string
  toDay: string
}

export function readStateName({ name, model }: Pick<WeatherSource, 'name' | 'model'>): string {
  return `weather ${name} ${model}`
}

/** A delivery day is stored as the UTC day of its date. */
function spanOfDates(fromDay: string, toDay: string): Span {
  return { fromUtc: Date.parse(fromDay), toUtc: Date.parse(toDay) + DAY_MS }
}

/** Yields progress in days of areas. Days that were read are kept if it throws. */
export async function* fillDays(
  { source, database, store, areas, clock, fromDay, toDay }: FillDaysParts,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; found: number; total: number }> {
  const { model } = source
  const state = createReadState(database, readStateName(source), (area: MemberCode) => area)

  async function fillPiece(area: MemberCode, span: Span): Promise<number> {
    const days = deliveryDays(toDate(span.fromUtc), toDate(span.toUtc - DAY_MS))
    const [first, last] = [days[0], days.at(-1)]
    if (source.fetchPast === null || first === undefined || last === undefined) return 0
    const hours = { fromUtc: first.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: last.toUtc }
    const points = pointsOf(area)
    const weather = areaMeans(points, await source.fetchPast(points, hours, signal), hours.fromUtc)
    const fetchedAtUtc = clock()
    const origin = { model, runUtc: null, fetchedAtUtc, knownAtUtc: null }
    const written = await store.append([{ area, weather, ...origin }], 'gaps')
    const incomplete = (isRecent: boolean) =>
      days
        .filter((day) => day.toUtc >= fetchedAtUtc - FINAL_AFTER_MS === isRecent && !isComplete(weather, day))
        .map(({ date }) => spanOfDates(date, date))
    await state.markRead(area, span, fetchedAtUtc, { unread: incomplete(true), holes: incomplete(false) })
    return written
  }

  const lacking = await store.lacking(areas, { fromDay, toDay }, model)
  const wanted = lacking.map(({ area, ...days }) => ({
    feed: area,
    span: spanOfDates(days.fromDay, days.toDay),
  }))
  const missing = await state.missingOnDay(wanted, clock())
  const daysIn = ({ fromUtc, toUtc }: Span) => (toUtc - fromUtc) / DAY_MS
  const total = missing.reduce((sum, { span }) => sum + daysIn(span), 0)
  let [done, found] = [0, 0]
  for (const { feed: area, span } of newestFirst({ maxSpanDays: () => MAX_DAYS }, missing)) {
    signal.throwIfAborted()
    found += await fillPiece(area, span)
    done += daysIn(span)
    yield { done, found, total }
  }
}
