import { z } from 'zod'

import { type MemberCode, MEMBER_CODES } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, type Span, toDate, toMinute } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import {
  gapsOf,
  mergeBlocks,
  spanOfQuarters,
  sumQuarterHours,
  toBlocks,
} from '#server/sources/quarter-hours.ts'
import { PART_ENDS_AFTER_MS, readFeed } from '#server/sources/read-feed.ts'
import type {
  DocumentFault,
  PublishedParts,
  PublishedQuantity,
  PublishedSeries,
  SourceDocument,
} from '#server/sources/read-feed.ts'
import { createSourceRequest } from '#server/sources/source-request.ts'
import type { Feed, Source } from '#server/sources/source.ts'
import { WIND_POWER } from '#server/sources/wind-power.ts'

import { type EnergyChartsDocument, readEnergyChartsAnswer } from './answer.ts'

const AREAS = MEMBER_CODES.filter((code) => !code.startsWith('IT-'))
/** Germany lacks Luxembourg (549 MW of load), a part of the bidding zone. The sum is the zone within 0.1 MW. */
const LUXEMBOURG = 'lu'
const STALE_AFTER_MS = 6 * HOUR_MS

const LABEL = 'Energy-Charts'
/** Users report that longer spans of quarter hours time out. */
const MAX_DAYS = 60
type Path = 'public_power' | 'public_power_forecast'
type Version = '' | 'v2/'
const VERSIONS: readonly Version[] = ['', 'v2/']
const CC_BY_LICENCE = /\bCC[ -]BY[ -]4\.0\b/i
/** Users report a limit of two requests a minute per address. */
const DEFAULT_PACE_S = 30

const readAnswer = createDocumentReader(LABEL, 'energyCharts', readEnergyChartsAnswer)

export interface EnergyChartsOptions {
  url: string
  clock: Clock
  parts: PublishedParts
  paceS?: number
  timer?: Timer
  /** Called once per announcement, and per feed without a load forecast in any version. */
  onNotice?: ((sentence: string, feed?: Feed) => void) | undefined
}

/** Slow: for filling gaps, not for polling all areas. */
export function createEnergyChartsSource(options: EnergyChartsOptions): Source {
  const { clock, onNotice = () => {} } = options
  const notices = createNotices(onNotice)
  const fetchCountry = createFetchCountry(createAsk(options, notices))
  const noteLoadForecast = createLoadForecastWatch(onNotice)

  return {
    name: 'energy-charts',
    label: LABEL,
    credit: 'Energy-Charts.info, CC BY 4.0',
    licence: 'CC BY 4.0',
    isDemo: false,
    maxConcurrency: 1,
    // One round of all feeds takes 45 minutes.
    pollIntervalMs: 60 * MINUTE_MS,
    revisedForMs: 3 * DAY_MS,
    rarelyRevisedForMs: 35 * DAY_MS,
    staleAfterMs: STALE_AFTER_MS,
    // All actual values are in one answer.
    feeds: AREAS.flatMap((area): Feed[] => [
      { area, kind: 'tso', quantities: ['load'] },
      { area, kind: 'tso', quantities: ['solar'] },
      { area, kind: 'tso', quantities: ['wind'] },
      { area, kind: 'actual', quantities: ['load', 'solar', 'wind'] },
    ]),
    archive: null,
    maxSpanDays: () => MAX_DAYS,
    notices: notices.all,

    async fetch(feed, span, signal) {
      const { isStatedEmpty, ...found } = await fetchCountry(feed, feed.area.toLowerCase(), span, signal)
      const lost = feed.kind === 'actual' ? await findLost(feed.area, found, span, options.parts) : []
      const document = { ...found, faults: [...found.faults, ...lost] }
      const hasLoad = document.series.some(({ quantity }) => quantity === 'load')
      if (feed.kind === 'tso' && feed.quantities.includes('load')) noteLoadForecast(feed, span, hasLoad)
      const isGermany = feed.area === 'DE' && document.series.length > 0
      const whole = isGermany
        ? addLuxembourg(document, await fetchCountry(feed, LUXEMBOURG, span, signal), span, clock())
        : { document, notes: [] }
      const fetched = await readFeed(feed, span, whole.document, options.parts)
      // Every country publishes actual values: an answer without any is a partial outage.
      const isSilent = !isStatedEmpty || feed.kind === 'actual'
      return {
        ...fetched,
        faults: [...fetched.faults, ...whole.notes],
        isSilent: isSilent && fetched.blocks.length === 0,
      }
    },
  }
}

const ACTUAL = ['load', 'solar', 'wind_onshore', 'wind_offshore'] as const

/** Series that the country published until recently and an answer with other series lacks: it may have been renamed. */
async function findLost(
  area: MemberCode,
  { series, faults }: SourceDocument,
  span: Span,
  parts: PublishedParts,
): Promise<DocumentFault[]> {
  const lost: DocumentFault[] = []
  for (const quantity of series.length === 0 ? [] : ACTUAL) {
    const own = series.find((one) => one.quantity === quantity)
    const published = own && spanOfQuarters(mergeBlocks(own.blocks, span).quarters)
    const known = await parts.record(`${area} actual ${quantity}`, published ?? null)
    if (own !== undefined || known === null || faults.some((fault) => fault.quantity === quantity)) continue
    if (span.toUtc > known.fromUtc && span.fromUtc < known.toUtc + PART_ENDS_AFTER_MS) {
      const message = `left out: it has no ${quantity}, which it had until ${toMinute(known.toUtc)}`
      lost.push({ quantity, spans: null, message })
    }
  }
  return lost
}

function createNotices(onNotice: (sentence: string) => void) {
  const notices = new Set<string>()
  return {
    all: () => [...notices],
    add(sentence: string): void {
      if (!notices.has(sentence)) onNotice(sentence)
      notices.add(sentence)
    },
  }
}

/** `isStatedEmpty`: a version stated that there are no values. */
type Answer = SourceDocument & { isStatedEmpty: boolean }
type Ask = (
  path: Path,
  parameters: Readonly<Record<string, string>>,
  span: Span,
  signal: AbortSignal,
) => Promise<Answer>

function createAsk(
  { url, clock, paceS = DEFAULT_PACE_S, timer = monotonicTimer }: EnergyChartsOptions,
  notices: Pick<ReturnType<typeof createNotices>, 'add'>,
): Ask {
  const pace = createPace({ limits: [{ weight: 1, perMs: paceS * 1000 }], atOnce: 1, timer })
  const request = createSourceRequest({ label: LABEL, pace, clock, silenceMs: 60_000 })
  /** Paths whose version 1 ends or has ended. */
  const newFirst = new Set<Path>()

  function readNotices(path: Path, version: Version, { isDeprecated, licence }: EnergyChartsDocument): void {
    const isFirst = version === ''
    if (isDeprecated && isFirst) newFirst.add(path)
    if (isDeprecated)
      notices.add(
        `${LABEL} announces the end of version ${isFirst ? 1 : 2} of ${path}: ${isFirst ? 'version 2 is asked first' : 'Energy Metrics will need an update'}.`,
      )
    if (licence !== null && !CC_BY_LICENCE.test(licence))
      notices.add(`${LABEL} gives ${path} under another licence than CC BY 4.0: ${licence.slice(0, 100)}.`)
  }

  return async (path, parameters, span, signal) => {
    // The answer includes the end; the reader drops what is beyond the span.
    const start = toMinute(Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS)
    const end = toMinute(Math.ceil(span.toUtc / HOUR_MS) * HOUR_MS)
    const query = String(new URLSearchParams({ ...parameters, start, end }))
    const answers: (EnergyChartsDocument | Refusal)[] = []
    for (const version of newFirst.has(path) ? VERSIONS.toReversed() : VERSIONS) {
      const address = new URL(`${url.replace(/\/+$/, '')}/${version}${path}?${query}`)
      const { status, text } = await request(address, signal)
      const answer = status === 200 ? await readAnswer(text, span) : readRefusal(status, text)
      answers.push(answer)
      // No second request for an unpublished forecast, except of load, which version 1 lacks.
      if (answer === 'nothing' && path !== 'public_power' && parameters['production_type'] !== 'load') break
      if (typeof answer === 'string') continue
      readNotices(path, version, answer)
      if (version !== '' && (answers[0] === 'gone' || answers[0] === 'unknown path')) newFirst.add(path)
      if (answer.series.length > 0) return { ...answer, isStatedEmpty: false }
    }
    if (answers.every((answer) => answer === 'gone'))
      throw new SourceError(`${LABEL} is down: it answered 404 without a reason.`, { isTransient: true })
    return { series: [], faults: [], isStatedEmpty: answers.includes('nothing') }
  }
}

function createFetchCountry(ask: Ask) {
  return async (feed: Feed, country: string, span: Span, signal: AbortSignal): Promise<Answer> => {
    const answers = feed.kind === 'actual' ? [await ask('public_power', { country }, span, signal)] : []
    for (const production_type of feed.kind === 'actual' ? [] : forecastsOf(feed, country)) {
      const parameters = { country, production_type, forecast_type: 'day-ahead' }
      answers.push(await ask('public_power_forecast', parameters, span, signal))
    }
    return {
      series: answers.flatMap(({ series }) => series),
      faults: answers.flatMap(({ faults }) => faults),
      isStatedEmpty: answers.every(({ isStatedEmpty }) => isStatedEmpty),
    }
  }
}

/** Reports each loss of a load forecast once. */
function createLoadForecastWatch(onNotice: (sentence: string, feed: Feed) => void) {
  const areasWithout = new Set<MemberCode>()
  return (feed: Feed, { fromUtc, toUtc }: Span, isThere: boolean): void => {
    const isNews = !isThere && !areasWithout.has(feed.area)
    if (isThere) areasWithout.delete(feed.area)
    else areasWithout.add(feed.area)
    const reason = `${LABEL} has no load forecast from ${toDate(fromUtc)} to ${toDate(toUtc)}, in version 1 or 2 (404).`
    if (isNews) onNotice(reason, feed)
  }
}

/** `notes` name hours without values of Luxembourg. */
function addLuxembourg(germany: SourceDocument, luxembourg: SourceDocument, span: Span, nowUtc: number) {
  const notes: string[] = []
  const series = germany.series.map((one) => {
    const { sum, alone } = addPart(one, luxembourg.series, span)
    const late = alone.filter(({ fromUtc }) => fromUtc < nowUtc - STALE_AFTER_MS)
    const [first, last] = [late[0], late.at(-1)]
    if (first !== undefined && last !== undefined)
      notes.push(
        `${one.quantity} is without Luxembourg from ${toMinute(first.fromUtc)} to ${toMinute(last.toUtc)}`,
      )
    return sum
  })
  return { document: { series, faults: [...germany.faults, ...luxembourg.faults] }, notes }
}

/** `alone`: spans without a value of Luxembourg, which counts as zero. */
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

function forecastsOf({ area, quantities }: Feed, country: string): PublishedQuantity[] {
  const isAtSea = WIND_POWER[area].offshoreSinceUtc !== null && country !== LUXEMBOURG
  return quantities.flatMap((quantity): PublishedQuantity[] => {
    if (quantity !== 'wind') return [quantity]
    return isAtSea ? ['wind_onshore', 'wind_offshore'] : ['wind_onshore']
  })
}

const RefusalSchema = z.object({ detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]) })

/** The web framework's own text. */
const UNKNOWN_PATH = 'Not Found'

type Refusal = 'nothing' | 'unknown path' | 'gone'

/** 404 with a reason: no values are published. 404 without a reason: a version or gateway is gone. Other refusals are our fault. */
function readRefusal(status: number, text: string): Refusal {
  const reason = reasonOf(text)
  if (status === 410 || (status === 404 && reason === null)) return 'gone'
  if (status === 404) return reason === UNKNOWN_PATH ? 'unknown path' : 'nothing'
  throw new SourceError(`${LABEL} refuses the request (${status}): ${reason ?? 'it gives no reason'}`, {
    isTransient: false,
    fault: 'request',
  })
}

function reasonOf(text: string): string | null {
  const { data } = RefusalSchema.safeParse(parseJson(text))
  if (data === undefined) return null
  const { detail } = data
  const reasons = typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ')
  return reasons.replaceAll(/\s+/g, ' ').slice(0, 300)
}
