import { z } from 'zod'

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import type { SourceAnswer } from '#server/sources/source-request.ts'

/** Free service, per address (open-meteo.com/en/terms, August 2026). */
export const LIMITS = [
  { weight: 600, perMs: MINUTE_MS },
  { weight: 5000, perMs: HOUR_MS },
  { weight: 10_000, perMs: DAY_MS },
] as const
const VARIABLES_PER_CALL = 10
const DAYS_PER_CALL = 14

/** At least 1 per point. */
export function requestWeight(points: number, variables: number, days: number): number {
  const share = variables / VARIABLES_PER_CALL
  return points * Math.max(1, share, (share * days) / DAYS_PER_CALL)
}

const RefusalSchema = z.object({ error: z.literal(true), reason: z.string() })

/** The service's clock may be behind. */
const CLOCK_TOLERANCE_MS = 5000
const AFTER_TOO_MANY_AT_ONCE_MS = 10_000

/** Statuses whose body gives the reason. */
export const REFUSALS: ReadonlySet<number> = new Set([429, 503])

/** Servers before September 2026 refuse a whole request for one point outside the model; later ones send it without values. */
const OUTSIDE_MODEL = /no data is available for this location/i
const ALLOWED_RANGE = /out of allowed range from (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)/

export function refusalOf({ status, text }: SourceAnswer, nowUtc: number) {
  if (status === 200) return null
  const reason = reasonOf(text)
  const [, from = '', to = ''] = ALLOWED_RANGE.exec(reason) ?? []
  return {
    // A wrong key or parameter stays wrong, and every refused request counts as a call.
    error: new SourceError(`Open-Meteo answered ${status}: ${reason}`, {
      isTransient: status === 429 || status === 503,
      retryAfterS: status === 429 ? Math.ceil(holdOf(reason, nowUtc) / 1000) : null,
    }),
    isOutsideModel: status === 400 && OUTSIDE_MODEL.test(reason),
    /** Null if not named. */
    allowed: from === '' ? null : { fromUtc: Date.parse(from), toUtc: Date.parse(to) + DAY_MS - HOUR_MS },
  }
}

function holdOf(reason: string, nowUtc: number): number {
  const untilNext = (unitMs: number) => unitMs - (nowUtc % unitMs) + CLOCK_TOLERANCE_MS
  if (/daily/i.test(reason)) return untilNext(DAY_MS)
  if (/hourly/i.test(reason)) return untilNext(HOUR_MS)
  if (/minutely/i.test(reason)) return untilNext(MINUTE_MS)
  return /concurrent/i.test(reason) ? AFTER_TOO_MANY_AT_ONCE_MS : MINUTE_MS
}

function reasonOf(text: string): string {
  const { data } = RefusalSchema.safeParse(parseJson(text))
  return data?.reason.replaceAll(/\s+/g, ' ').slice(0, 300) ?? 'it gives no reason.'
}
