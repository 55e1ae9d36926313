import { MEMBER_CODES } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { spanOf } from '#server/series/series.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import { readFeed, type PublishedParts } from '#server/sources/read-feed.ts'
import { createSourceRequest, type SourceAnswer } from '#server/sources/source-request.ts'
import { feedName, readWhole } from '#server/sources/source.ts'
import type { Archive, Feed, Fetched, Source } from '#server/sources/source.ts'

import { EIC_BY_AREA } from './areas.ts'
import { readEntsoeDocument, type EntsoeDocument } from './document.ts'
import { invalid } from './xml.ts'

/** Load 6.1.A and 6.1.B, generation per type 16.1.B&C, wind and solar forecasts 14.1.D. A01: day ahead; A16: realised. */
function itemOf({ kind, quantities }: Feed) {
  const processType = kind === 'actual' ? 'A16' : 'A01'
  if (quantities.includes('load'))
    return { documentType: 'A65', processType, areaParameter: 'outBiddingZone_Domain' }
  return { documentType: kind === 'actual' ? 'A75' : 'A69', processType, areaParameter: 'in_Domain' }
}

/** Lacks the token. Whole hours (UTC), the end exclusive. */
function entsoeUrl(baseUrl: string, feed: Feed, span: Span): URL {
  const item = itemOf(feed)
  const url = new URL(baseUrl)
  url.searchParams.set('documentType', item.documentType)
  url.searchParams.set('processType', item.processType)
  url.searchParams.set(item.areaParameter, EIC_BY_AREA[feed.area])
  url.searchParams.set('periodStart', wholeHour(Math.floor(span.fromUtc / HOUR_MS)))
  url.searchParams.set('periodEnd', wholeHour(Math.ceil(span.toUtc / HOUR_MS)))
  return url
}

/** `yyyyMMddHHmm` */
function wholeHour(hour: number): string {
  return new Date(hour * HOUR_MS).toISOString().slice(0, 16).replaceAll(/[-T:]/g, '')
}

const LABEL = 'ENTSO-E'
/** 400 requests a minute cause a ban of ten minutes. The extra second allows for network delays. */
const PACE = { limits: [{ weight: 60, perMs: 61_000 }], atOnce: 2 }
const REVISED_FOR_MS = 3 * DAY_MS
/** A ban's 429 may not name its length. */
const BAN_S = 600
/** The service allows one calendar month (UTC): never less than 28 days. */
const MAX_DAYS = 28
/** A week of quarter hours has 672 points, below the known cut at 1000. */
const DAYS_AFTER_A_CUT = 7

const readDocument = createDocumentReader(LABEL, 'entsoe', readEntsoeDocument)

export interface EntsoeOptions {
  url: string
  /** Sent only as a URL parameter. */
  token: string
  clock: Clock
  parts: PublishedParts
  library?: Archive | null
  timer?: Timer
}

const FEEDS = MEMBER_CODES.flatMap((area): Feed[] => [
  { area, kind: 'tso', quantities: ['load'] },
  { area, kind: 'tso', quantities: ['solar', 'wind'] },
  { area, kind: 'actual', quantities: ['load'] },
  { area, kind: 'actual', quantities: ['solar', 'wind'] },
])

export function createEntsoeSource(options: EntsoeOptions): Source {
  const { url, token, clock, timer = monotonicTimer } = options
  const pace = createPace({ ...PACE, timer })
  const request = createSourceRequest({ label: LABEL, pace, clock, silenceMs: 60_000, holdAfter429S: BAN_S })
  const limits = createSpanLimits()

  async function fetchPart(feed: Feed, span: Span, signal: AbortSignal): Promise<Fetched> {
    const address = entsoeUrl(url, feed, span)
    address.searchParams.set('securityToken', token)
    const document = await readAnswer(withoutToken(await request(address, signal), token), feed)
    if (document === null) return readWhole([])
    const fetched = await readFeed(feed, span, document, options.parts)
    if (fetched.blocks.length === 0 && fetched.faults.length > 0)
      throw invalid(`nothing in it can be read (${fetched.faults[0]})`)
    return fetched
  }

  return {
    name: 'entsoe',
    label: LABEL,
    credit: 'ENTSO-E Transparency Platform',
    licence: null,
    isDemo: false,
    maxConcurrency: PACE.atOnce,
    pollIntervalMs: 15 * MINUTE_MS,
    revisedForMs: REVISED_FOR_MS,
    rarelyRevisedForMs: 35 * DAY_MS,
    // Load is due one hour after delivery.
    staleAfterMs: 3 * HOUR_MS,
    feeds: FEEDS,
    archive: options.library ?? null,
    maxSpanDays: limits.maxDays,

    async fetch(feed, span, signal) {
      for (;;) {
        const days = limits.maxDays(feed)
        try {
          const fetched = readWhole([])
          for (const part of partsOf(span, days)) {
            const given = await fetchPart(feed, part, signal)
            if (isCut(given, part, clock())) limits.noteCut(feed)
            fetched.blocks.push(...given.blocks)
            fetched.unread.push(...given.unread)
            fetched.faults.push(...given.faults)
          }
          if (limits.maxDays(feed) === days) return fetched
        } catch (error) {
          if (!limits.noteRefusal(feed, error, days)) throw error
        }
      }
    },
  }
}

/** An answer about the settled past is cut if it ends a day or more early. */
function isCut({ blocks, unread }: Fetched, span: Span, nowUtc: number): boolean {
  const end = Math.max(...[...blocks.map(spanOf), ...unread].map(({ toUtc }) => toUtc))
  return blocks.length > 0 && span.toUtc <= nowUtc - REVISED_FOR_MS && end <= span.toUtc - DAY_MS
}

/** Limits in days: per item after a refusal, per feed after a cut answer. */
function createSpanLimits() {
  const ofItem = new Map<string, number>()
  const ofFeed = new Map<string, number>()
  return {
    maxDays: (feed: Feed): number =>
      Math.min(ofItem.get(itemName(feed)) ?? MAX_DAYS, ofFeed.get(feedName(feed)) ?? MAX_DAYS),
    noteCut: (feed: Feed): void => void ofFeed.set(feedName(feed), DAYS_AFTER_A_CUT),
    noteRefusal(feed: Feed, error: unknown, requestedDays: number): boolean {
      const allowed = allowedDays(error, requestedDays)
      if (allowed !== null) ofItem.set(itemName(feed), allowed)
      return allowed !== null
    },
  }
}

function itemName(feed: Feed): string {
  const { documentType, processType } = itemOf(feed)
  return `${documentType} ${processType}`
}

function* partsOf({ fromUtc, toUtc }: Span, days: number): Generator<Span> {
  for (let from = fromUtc; from < toUtc; from += days * DAY_MS)
    yield { fromUtc: from, toUtc: Math.min(toUtc, from + days * DAY_MS) }
}

/** Null for another refusal. */
function allowedDays(error: unknown, requestedDays: number): number | null {
  if (!(error instanceof SourceError)) return null
  const [, years = 0, months = 0, weeks = 0, days = 0] =
    /maximum allowed period 'P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?'/.exec(error.message) ?? []
  const [, requested, most] =
    /number of instances \((\d+)\) exceeds the allowed maximum \((\d+)\)/.exec(error.message) ?? []
  const named = Number(years) * 365 + Number(months) * MAX_DAYS + Number(weeks) * 7 + Number(days)
  const counted = Math.floor((requestedDays * Number(most)) / Number(requested))
  const isTooLong = error.fault === 'size' || error.message.includes('exceeds allowed limit')
  const allowed = named || counted || (isTooLong ? DAYS_AFTER_A_CUT : 0)
  return allowed >= 1 && allowed < requestedDays ? allowed : null
}

async function readAnswer({ status, text }: SourceAnswer, feed: Feed): Promise<EntsoeDocument | null> {
  // During an outage a gateway's page or plain text arrives, with any status.
  const isDocument = /^\s*<(?!!doctype|html)/i.test(text)
  if (status === 401 || (status === 403 && isDocument))
    throw new SourceError(`${LABEL} refuses the token (${status}).`, { isTransient: false, fault: 'token' })
  if (!isDocument)
    throw new SourceError(`${LABEL} is down: it answered ${status} without a document.`, {
      isTransient: true,
    })
  const document = await readDocument(text, feed)
  if (document === null) return null
  if (status !== 200) throw new SourceError(`${LABEL} answered ${status}.`, { isTransient: false })
  const { documentType, processType } = itemOf(feed)
  if (document.documentType !== documentType || document.processType !== processType)
    throw invalid(
      `it is ${document.documentType}/${document.processType}, not ${documentType}/${processType}`,
    )
  return document
}

/** Error messages quote the service, which can repeat the request with its token. */
function withoutToken({ status, text }: SourceAnswer, token: string): SourceAnswer {
  const spellings = new Set([token, encodeURIComponent(token)])
  return { status, text: [...spellings].reduce((kept, spelling) => kept.replaceAll(spelling, '…'), text) }
}
