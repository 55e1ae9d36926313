import { MEMBER_CODES } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeriesBlock, type StepMinutes } from '#server/series/series.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import type { PublishedParts } from '#server/sources/published-parts.ts'
import { createSourceRequest, type SourceAnswer } from '#server/sources/source-request.ts'
import type { Feed, Source } from '#server/sources/source.ts'

import { readEntsoeDocument, type EntsoeDocument } from './document.ts'
import { entsoeUrl, itemOf } from './request.ts'
import { TAKEN_TYPES, readFeedValues } from './values.ts'
import { invalid } from './xml.ts'

const LABEL = 'ENTSO-E'
/** The service bans a client for ten minutes at 400 requests a minute. The extra second allows for delays in the network. */
const PACE = { tasks: 60, perMs: 61_000, atOnce: 2 }
/** A week of quarter hours has 672 points, well below the thousand after which answers were once cut. */
const DAYS_OF_QUARTER_HOURS = 7
const DAYS_OF_HOURS = 365
/** Generation comes with all plant types, so a month of hours is as large as a week of quarter hours: a tenth of a second to read. */
const DAYS_OF_HOURS_OF_ALL_TYPES = 30

const readDocument = createDocumentReader(LABEL, 'entsoe', readEntsoeDocument)

export interface EntsoeOptions {
  url: string
  /** Is sent as a parameter of the address, and nowhere else. */
  token: string
  clock: Clock
  parts: PublishedParts
  timer?: Timer
  silenceMs?: number
  maxBytes?: number
  /** Is called with the number of values that other values of the same answer replaced. */
  onDuplicates?: (feed: Feed, count: number) => void
}

/** The ENTSO-E Transparency Platform. */
export function createEntsoeSource(options: EntsoeOptions): Source {
  const { url, token, clock, timer = monotonicTimer, silenceMs = 60_000, maxBytes } = options
  const pace = createPace({ ...PACE, timer })
  const request = createSourceRequest({
    label: LABEL,
    pace,
    clock,
    silenceMs,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  /** The finest step in the last answer to each feed. Zones differ, and change over the years. */
  const finestStep = new Map<string, StepMinutes>()
  const feeds = MEMBER_CODES.flatMap((area): Feed[] => [
    { area, kind: 'tso', quantities: ['load'] },
    { area, kind: 'tso', quantities: ['solar', 'wind'] },
    { area, kind: 'actual', quantities: ['load'] },
    { area, kind: 'actual', quantities: ['solar', 'wind'] },
  ])

  function remember(feed: Feed, blocks: readonly SeriesBlock[]): void {
    const finest = ([15, 30, 60] as const).find((step) => blocks.some((block) => block.stepMinutes === step))
    if (finest !== undefined) finestStep.set(keyOf(feed), finest)
  }

  return {
    name: 'entsoe',
    label: LABEL,
    credit: 'ENTSO-E Transparency Platform',
    isDemo: false,
    maxConcurrency: PACE.atOnce,
    pollIntervalMs: 15 * MINUTE_MS,
    revisedForMs: 3 * DAY_MS,
    rarelyRevisedForMs: 35 * DAY_MS,
    // Load is due an hour after the fact.
    staleAfterMs: 3 * HOUR_MS,
    feeds,

    maxSpanDays(feed) {
      if (finestStep.get(keyOf(feed)) !== 60) return DAYS_OF_QUARTER_HOURS
      return itemOf(feed).documentType === 'A75' ? DAYS_OF_HOURS_OF_ALL_TYPES : DAYS_OF_HOURS
    },

    async fetch(feed, span, signal) {
      const address = entsoeUrl(url, feed, span)
      address.searchParams.set('securityToken', token)
      try {
        const document = await readAnswer(withoutToken(await request(address, signal), token), feed)
        if (document === null) return []
        const { blocks, duplicates } = await readFeedValues(document, feed, span, options.parts)
        if (duplicates > 0) options.onDuplicates?.(feed, duplicates)
        remember(feed, blocks)
        return blocks
      } catch (error) {
        // Asks for short pieces next time, in case the answer was too long.
        finestStep.delete(keyOf(feed))
        throw error
      }
    },
  }
}

function keyOf(feed: Feed): string {
  const { documentType, processType } = itemOf(feed)
  return `${feed.area} ${documentType} ${processType}`
}

async function readAnswer({ status, text }: SourceAnswer, feed: Feed): Promise<EntsoeDocument | null> {
  if (status === 401 || status === 403)
    throw new SourceError(`${LABEL} refuses the token (${status}).`, { isTransient: false })
  if (status !== 200) return readRefusal(status, text)
  const document = await readDocument(text, feed.quantities.includes('load') ? null : TAKEN_TYPES)
  if (document === null) return null
  const { documentType, processType } = itemOf(feed)
  if (document.documentType !== documentType || document.processType !== processType)
    throw invalid(
      `it is ${document.documentType}/${document.processType}, not ${documentType}/${processType}`,
    )
  return document
}

/** "No matching data" used to come with status 400. Every other refusal is an error, described by its text if it has one. */
async function readRefusal(status: number, text: string): Promise<null> {
  const refused = new SourceError(`${LABEL} answered ${status}.`, { isTransient: false })
  if (!text.includes('Acknowledgement_MarketDocument')) throw refused
  if ((await readDocument(text)) !== null) throw refused
  return null
}

/** Texts of the service are quoted in error messages, and can repeat the request with its token. */
function withoutToken({ status, text }: SourceAnswer, token: string): SourceAnswer {
  const spellings = new Set([token, encodeURIComponent(token)])
  return { status, text: [...spellings].reduce((kept, spelling) => kept.replaceAll(spelling, '…'), text) }
}
