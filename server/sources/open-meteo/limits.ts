import { z } from 'zod'

import { SourceError } from '#server/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'
import type { Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import type { SourceAnswer } from '#server/sources/source-request.ts'

/** What the free service allows an address, by weight of requests (open-meteo.com/en/terms, August 2026). */
const LIMITS = [
  { weight: 600, perMs: MINUTE_MS },
  { weight: 5000, perMs: HOUR_MS },
  { weight: 10_000, perMs: DAY_MS },
] as const
/** What counts as one call: ten variables over two weeks. */
const VARIABLES_PER_CALL = 10
const DAYS_PER_CALL = 14

/** What a request counts: at least 1 a point, more with many variables or days. */
export function requestWeight(points: number, variables: number, days: number): number {
  const share = variables / VARIABLES_PER_CALL
  return points * Math.max(1, share, (share * days) / DAYS_PER_CALL)
}

/** Keeps requests within what a service allows by the minute, the hour and the day. */
export function createAllowance(timer: Timer) {
  let spent: { atMs: number; weight: number }[] = []
  let heldUntilMs = Number.NEGATIVE_INFINITY

  /** How long until the last `perMs` hold no more than `most`. */
  function msUntilBelow(most: number, perMs: number): number {
    const nowMs = timer.now()
    const within = spent.filter(({ atMs }) => atMs > nowMs - perMs)
    let sum = within.reduce((total, { weight }) => total + weight, 0)
    for (const { atMs, weight } of within) {
      if (sum <= most) return 0
      sum -= weight
      if (sum <= most) return atMs + perMs - nowMs
    }
    return 0
  }

  return {
    /**
     * Waits until so much may be sent, and counts it. `share` is the part of each limit that this request may use up: what is not
     * urgent leaves room for what is. Rejects when the signal aborts.
     */
    async spend(weight: number, share: number, signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        // A request above a limit is sent when nothing else was: the service decides.
        const waits = LIMITS.map((limit) =>
          msUntilBelow(Math.max(0, limit.weight * share - weight), limit.perMs),
        )
        const waitMs = Math.max(heldUntilMs - timer.now(), ...waits)
        if (waitMs <= 0) break
        await timer.wait(waitMs, signal)
      }
      const nowMs = timer.now()
      spent = spent.filter(({ atMs }) => atMs > nowMs - DAY_MS)
      spent.push({ atMs: nowMs, weight })
    },
    /** Lets nothing be sent for so long, as the service demands. */
    hold(milliseconds: number): void {
      heldUntilMs = Math.max(heldUntilMs, timer.now() + milliseconds)
    },
  }
}

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
