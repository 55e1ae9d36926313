import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import {
  byQuantity,
  type ByQuantity,
  countValues,
  type Kind,
  QUANTITIES,
  type Quantity,
  type SeriesKey,
} from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { inTurn } from '#server/series/turns.ts'

import { type DayFeatures, describeDay } from './day-features.ts'
import {
  createDayJudge,
  isCopyOfDay,
  JUDGED_BY_DAYS,
  scaledCopies,
  type Side,
  suspiciousSides,
} from './day-judge.ts'
import { COPY } from './thresholds.ts'

/** A day as stored, with its verdicts. */
export interface JudgedDay extends DayFeatures {
  day: LocalDay
  side: Side
  /** Repeated; or times a constant, or late by an hour or a day. */
  copy: 'copied' | 'scaled-copy' | null
  /** Some hours of the forecast are known only as last published, maybe after the day. */
  isLastPublished: boolean
}

export type JudgedDays = ReadonlyMap<MemberCode, ByQuantity<readonly JudgedDay[]>>

/** Judges values as stored, or as ended by `endedByUtc`. Later days influence what is suspicious or copied. */
export async function readJudgedDays(
  series: Pick<SeriesStore, 'read'>,
  areas: readonly MemberCode[],
  { fromUtc, toUtc }: Span,
  endedByUtc = Infinity,
) {
  // The first of two days is suspicious because of the second, and a scaled copy lasts two weeks.
  const judged = { fromUtc: fromUtc - (JUDGED_BY_DAYS + 1) * DAY_MS, toUtc: toUtc + COPY.scaledDays * DAY_MS }
  const days = daysTouching(judged, MARKET_ZONE)
  const span = { fromUtc: days[0]?.fromUtc ?? fromUtc, toUtc: days.at(-1)?.toUtc ?? toUtc }
  const isWanted = (day: LocalDay) => day.toUtc > fromUtc && day.fromUtc < toUtc
  const firstWanted = days.findIndex(isWanted)
  const keysOf = (kind: Kind) =>
    areas.flatMap((area) => QUANTITIES.map((quantity): SeriesKey => ({ area, quantity, kind })))
  const read = await series.read([...keysOf('actual'), ...keysOf('tso')], span, endedByUtc)
  const judgedDays = new Map<MemberCode, ByQuantity<readonly JudgedDay[]>>()
  for (const area of areas) {
    const ofArea = await inTurn(() =>
      byQuantity((quantity) => {
        const actual = hourlyMeans(read({ area, quantity, kind: 'actual' }))
        const published = read({ area, quantity, kind: 'tso' })
        const publishedInTime = read({ area, quantity, kind: 'tso' }, true)
        const tso = hourlyMeans(published)
        const cellOf = (utc: number) => (utc - span.fromUtc) / HOUR_MS
        const cells = days.map((day) => [cellOf(day.fromUtc), cellOf(day.toUtc)] as const)
        const judge = createDayJudge(quantity, (day) => describeDay(actual, tso, ...(cells[day] ?? [0, 0])))
        const sides = suspiciousSides(judge, days.length, firstWanted)
        const scaled = scaledCopies(judge, days.length, firstWanted)
        const inTime = publishedInTime === published ? null : hourlyMeans(publishedInTime)
        return days.flatMap((day, index) => {
          if (!isWanted(day)) return []
          const ofDay = judge.featuresOf(index)
          const hoursInTime = inTime?.subarray(...(cells[index] ?? []))
          const isLastPublished = hoursInTime !== undefined && countValues(hoursInTime) < ofDay.forecastHours
          const scaledCopy = scaled[index] === true ? ('scaled-copy' as const) : null
          const copy = isCopyOfDay(ofDay) ? ('copied' as const) : scaledCopy
          return [{ ...ofDay, day, side: sides[index] ?? 0, copy, isLastPublished }]
        })
      }),
    )
    judgedDays.set(area, ofArea)
  }
  // `read` covers the longer span.
  return { judgedDays, read }
}

export function suspiciousParts(
  judgedDays: JudgedDays,
  area: MemberCode,
  date: string,
): { quantity: Quantity; side: Side }[] {
  return QUANTITIES.flatMap((quantity) =>
    (judgedDays.get(area)?.[quantity] ?? [])
      .filter(({ day, side }) => side !== 0 && day.date === date)
      .map(({ side }) => ({ quantity, side })),
  )
}
