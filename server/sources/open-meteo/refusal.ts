import { z } from 'zod'

import { SourceError } from '#server/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import type { SourceAnswer } from '#server/sources/source-request.ts'

const RefusalSchema = z.object({ error: z.literal(true), reason: z.string() })

/** So that a request after a limit's end is surely after it by the service's clock as well. */
const CLOCK_TOLERANCE_MS = 5000
const AFTER_TOO_MANY_AT_ONCE_MS = 10_000

/** The statuses at which the service says in the body why it refuses. */
export const REFUSALS: ReadonlySet<number> = new Set([429, 503])

/** Why the service refuses, and for how long nothing should be asked of it; null for an answer. */
export function refusalOf(
  { status, text }: SourceAnswer,
  nowUtc: number,
): { error: SourceError; holdMs: number } | null {
  if (status === 200) return null
  const reason = reasonOf(text)
  const error = (isTransient: boolean, holdMs: number) => ({
    error: new SourceError(`Open-Meteo answered ${status}: ${reason}`, {
      isTransient,
      retryAfterS: holdMs === 0 ? null : Math.ceil(holdMs / 1000),
    }),
    holdMs,
  })
  if (status === 503) return error(true, 0)
  // A wrong key or parameter stays wrong, and every refused request counts as a call.
  if (status !== 429) return error(false, 0)
  return error(true, holdOf(reason, nowUtc))
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
