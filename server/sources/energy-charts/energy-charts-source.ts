import { z } from 'zod'

import { type MemberCode, MEMBER_CODES } from '#contract/areas.ts'
import { type Clock, toDate, toMinute } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, type Span } from '#server/series/series.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { gapsOf, mergeBlocks, sumQuarterHours, toBlocks } from '#server/sources/quarter-hours.ts'
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

/** The interface knows Italy only as a whole, not its zones. */
const AREAS = MEMBER_CODES.filter((code) => !code.startsWith('IT-'))
/** Its Germany lacks Luxembourg, 549 MW of load, which belongs to the bidding zone: the sum of both is the zone within 0.1 MW. */
const LUXEMBOURG = 'lu'
const STALE_AFTER_MS = 6 * HOUR_MS

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
    staleAfterMs: STALE_AFTER_MS,
    feeds: AREAS.flatMap(feedsOf),
    archive: null,
    maxSpanDays: () => MAX_DAYS,

    async fetch(feed, span, signal) {
      const { isVague, ...document } = await fetchCountry(feed, feed.area.toLowerCase(), span, signal)
      if (isLoadForecast(feed)) recordLoadForecast(feed, span, hasLoad(document.series))
      const notes: string[] = []
      if (feed.area === 'DE' && document.series.length > 0) {
        const part = await fetchCountry(feed, LUXEMBOURG, span, signal)
        const lateUtc = clock() - STALE_AFTER_MS
        document.faults.push(...part.faults)
        document.series = document.series.map((series) => {
          const { sum, alone } = addPart(series, part.series, span)
          const spans = alone.filter(({ fromUtc }) => fromUtc < lateUtc)
          if (spans.length > 0) notes.push(withoutLuxembourg(series, spans))
          return sum
        })
      }
      const fetched = await readFeed(feed, span, document, options.parts)
      // Every country publishes actual values: an answer without any is a service that is half down.
      const isSilent = isVague || feed.kind === 'actual'
      return {
        ...fetched,
        faults: [...fetched.faults, ...notes],
        isSilent: isSilent && fetched.blocks.length === 0,
      }
    },
  }

  async function fetchCountry(feed: Feed, country: string, span: Span, signal: AbortSignal) {
    const series: PublishedSeries[] = []
    const faults: DocumentFault[] = []
    let isVague = false
    for (const address of addressesOf(url, feed, country, span)) {
      const answer = await ask(address, span, signal)
      isVague ||= answer === 'unknown path'
      if (typeof answer !== 'string') {
        series.push(...answer.series)
        faults.push(...answer.faults)
      }
      // The newer version is asked only for what the other one does not have.
      if (hasLoad(series)) break
    }
    return { series, faults, isVague }
  }
}

/** Adds Luxembourg to a series of Germany. `alone` is where only Luxembourg has no value, which then counts as zero. */
function addPart(series: PublishedSeries, part: readonly PublishedSeries[], span: Span) {
  const own = part.filter(({ quantity }) => quantity === series.quantity)
  const { quarters } = mergeBlocks(series.blocks, span)
  const added = mergeBlocks(
    own.flatMap(({ blocks }) => blocks),
    span,
  ).quarters
  const hasValue = (utc: number) => !Number.isNaN(quarters.powerMw[(utc - quarters.fromUtc) / QUARTER_MS])
  return {
    sum: { ...series, blocks: toBlocks(sumQuarterHours(quarters, added, () => false)) },
    alone: series.quantity === 'wind_offshore' ? [] : gapsOf(added, hasValue),
  }
}

function withoutLuxembourg({ quantity }: PublishedSeries, spans: readonly Span[]): string {
  const [fromUtc, toUtc] = [spans[0]?.fromUtc ?? 0, spans.at(-1)?.toUtc ?? 0]
  return `${quantity} is without Luxembourg from ${toMinute(fromUtc)} to ${toMinute(toUtc)}`
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

function addressesOf(url: string, feed: Feed, country: string, span: Span): URL[] {
  const address = (path: string, parameters: Readonly<Record<string, string>>) => {
    const all = { country, ...parameters, ...spanParameters(span) }
    return new URL(`${url.replace(/\/+$/, '')}/${path}?${String(new URLSearchParams(all))}`)
  }
  if (feed.kind === 'actual') return [address('public_power', {})]
  const paths = isLoadForecast(feed) ? FORECAST_PATHS : FORECAST_PATHS.slice(0, 1)
  const types = forecastsOf(feed).filter((type) => country !== LUXEMBOURG || type !== 'wind_offshore')
  return types.flatMap((type) =>
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
