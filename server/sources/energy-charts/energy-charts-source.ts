import { z } from 'zod'

import { type MemberCode, MEMBER_CODES } from '#contract/areas.ts'
import { type Clock, toDate, toMinute } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#server/series/series.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { OFFSHORE_WIND_SINCE, readFeed } from '#server/sources/read-feed.ts'
import type {
  DocumentFault,
  PublishedParts,
  PublishedQuantity,
  PublishedSeries,
  SourceDocument,
} from '#server/sources/read-feed.ts'
import { createSourceRequest } from '#server/sources/source-request.ts'
import type { Feed, Source } from '#server/sources/source.ts'

import { readEnergyChartsAnswer } from './answer.ts'

/** Country codes of the interface by area. It knows Italy only as a whole, not its zones. */
const COUNTRY_BY_AREA: ReadonlyMap<MemberCode, string> = new Map(
  MEMBER_CODES.filter((code) => !code.startsWith('IT-')).map((code) => [code, code.toLowerCase()]),
)

const LABEL = 'Energy-Charts'
/** Users report that longer spans of quarter hours time out. */
const MAX_DAYS = 60
/** Where forecasts are, the newer version last. */
const FORECAST_PATHS = ['public_power_forecast', 'v2/public_power_forecast'] as const
/** Seconds between two requests: users report a limit of two a minute for each address. */
const DEFAULT_PACE_S = 30

const readAnswer = createDocumentReader(LABEL, 'energyCharts', readEnergyChartsAnswer)

export interface EnergyChartsOptions {
  url: string
  clock: Clock
  parts: PublishedParts
  paceS?: number
  timer?: Timer
  silenceMs?: number
  /** Is called when no version has a load forecast, and not again for that area before one has. */
  onMissing?: ((feed: Feed, reason: string) => void) | undefined
}

/** Fraunhofer's Energy-Charts: needs no token, covers countries, and is slow: for filling gaps, not for polling all areas. */
export function createEnergyChartsSource(options: EnergyChartsOptions): Source {
  const { url, clock, paceS = DEFAULT_PACE_S, timer = monotonicTimer, silenceMs = 60_000 } = options
  const pace = createPace({ limits: [{ weight: 1, perMs: paceS * 1000 }], atOnce: 1, timer })
  const request = createSourceRequest({ label: LABEL, pace, clock, silenceMs })
  const withoutLoadForecast = new Set<MemberCode>()

  async function ask(
    address: URL,
    span: Span,
    signal: AbortSignal,
  ): Promise<SourceDocument | 'nothing' | 'unknown path'> {
    const { status, text } = await request(address, signal)
    return status === 200 ? readAnswer(text, span) : readRefusal(status, text)
  }

  function recordLoadForecast(feed: Feed, { fromUtc, toUtc }: Span, isThere: boolean): void {
    const isNews = !isThere && !withoutLoadForecast.has(feed.area)
    if (isThere) withoutLoadForecast.delete(feed.area)
    else withoutLoadForecast.add(feed.area)
    const reason = `${LABEL} has no load forecast from ${toDate(fromUtc)} to ${toDate(toUtc)}, in version 1 or 2 (404).`
    if (isNews) options.onMissing?.(feed, reason)
  }

  return {
    name: 'energy-charts',
    label: LABEL,
    credit: 'Energy-Charts.info, CC BY 4.0',
    isDemo: false,
    maxConcurrency: 1,
    // One round of all feeds takes about three quarters of an hour at this pace.
    pollIntervalMs: 60 * MINUTE_MS,
    revisedForMs: 3 * DAY_MS,
    rarelyRevisedForMs: 35 * DAY_MS,
    staleAfterMs: 6 * HOUR_MS,
    feeds: [...COUNTRY_BY_AREA.keys()].flatMap(feedsOf),
    archive: null,
    maxSpanDays: () => MAX_DAYS,

    async fetch(feed, span, signal) {
      const series: PublishedSeries[] = []
      const faults: DocumentFault[] = []
      let isVague = false
      for (const address of addressesOf(url, feed, span)) {
        const answer = await ask(address, span, signal)
        isVague ||= answer === 'unknown path'
        if (typeof answer !== 'string') {
          series.push(...answer.series)
          faults.push(...answer.faults)
        }
        // The newer version is asked only for what the other one does not have.
        if (hasLoad(series)) break
      }
      if (isLoadForecast(feed)) recordLoadForecast(feed, span, hasLoad(series))
      const fetched = await readFeed(feed, span, { series, faults }, options.parts)
      // Every country publishes actual values: an answer without any is a service that is half down.
      const isSilent = isVague || feed.kind === 'actual'
      return { ...fetched, isSilent: isSilent && fetched.blocks.length === 0 }
    },
  }
}

/** Actual values come in one answer, each forecast in its own. */
function feedsOf(area: MemberCode): Feed[] {
  return [
    { area, kind: 'tso', quantities: ['load'] },
    { area, kind: 'tso', quantities: ['solar'] },
    { area, kind: 'tso', quantities: ['wind'] },
    { area, kind: 'actual', quantities: ['load', 'solar', 'wind'] },
  ]
}

function addressesOf(url: string, feed: Feed, span: Span): URL[] {
  const address = (path: string, parameters: Readonly<Record<string, string>>) => {
    const all = { country: COUNTRY_BY_AREA.get(feed.area) ?? '', ...parameters, ...spanParameters(span) }
    return new URL(`${url.replace(/\/+$/, '')}/${path}?${String(new URLSearchParams(all))}`)
  }
  if (feed.kind === 'actual') return [address('public_power', {})]
  const paths = isLoadForecast(feed) ? FORECAST_PATHS : FORECAST_PATHS.slice(0, 1)
  return forecastsOf(feed).flatMap((type) =>
    paths.map((path) => address(path, { production_type: type, forecast_type: 'day-ahead' })),
  )
}

const hasLoad = (series: readonly PublishedSeries[]) => series.some(({ quantity }) => quantity === 'load')

function isLoadForecast({ kind, quantities }: Feed): boolean {
  return kind === 'tso' && quantities.includes('load')
}

function forecastsOf({ area, quantities }: Feed): PublishedQuantity[] {
  return quantities.flatMap((quantity): PublishedQuantity[] => {
    if (quantity !== 'wind') return [quantity]
    return OFFSHORE_WIND_SINCE.has(area) ? ['wind_onshore', 'wind_offshore'] : ['wind_onshore']
  })
}

/** Whole hours only. The interface includes the end in its answer; the reader leaves out what is beyond the span. */
function spanParameters({ fromUtc, toUtc }: Span): { start: string; end: string } {
  return {
    start: toMinute(Math.floor(fromUtc / HOUR_MS) * HOUR_MS),
    end: toMinute(Math.ceil(toUtc / HOUR_MS) * HOUR_MS),
  }
}

const RefusalSchema = z.object({ detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]) })

/** The web framework's own text for a path that it does not know. */
const UNKNOWN_PATH = 'Not Found'

/** By 404 the service says that nothing is published. A 404 of a gateway is an outage; every other refusal is our fault. */
function readRefusal(status: number, text: string): 'nothing' | 'unknown path' {
  const reason = reasonOf(text)
  if (status !== 404)
    throw new SourceError(`${LABEL} refuses the request (${status}): ${reason ?? 'it gives no reason'}`, {
      isTransient: false,
    })
  if (reason === null)
    throw new SourceError(`${LABEL} is down: it answered 404 without a reason.`, { isTransient: true })
  return reason === UNKNOWN_PATH ? 'unknown path' : 'nothing'
}

/** Null if the text is not in the form of the service's own refusals. */
function reasonOf(text: string): string | null {
  const { data } = RefusalSchema.safeParse(parseJson(text))
  if (data === undefined) return null
  const { detail } = data
  const reasons = typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ')
  return reasons.replaceAll(/\s+/g, ' ').slice(0, 300)
}
