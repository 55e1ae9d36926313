import { type Span, toMinute } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type {
  DocumentFault,
  PublishedQuantity,
  PublishedSeries,
  SourceDocument,
} from '#server/sources/read-feed.ts'
import type { Feed } from '#server/sources/source.ts'

import { EIC_BY_AREA } from './areas.ts'
import { intervalOf, readPeriod, type CurveType } from './period.ts'
import { childElements, childText, ElementError, garbled, invalid, isElement } from './xml.ts'
import { readOrLeaveOut, readXml, requiredChild, requiredText, type XmlElement } from './xml.ts'

export interface EntsoeDocument extends SourceDocument {
  documentType: string
  processType: string
}

type LeaveOut = (reason: string, spans: Span[] | null) => void

/** From November 2025 to January 2026 the service cut every series after this many points. */
const CUT_AFTER_POINTS = 1000
/** Twice a year of quarter hours of all plant types. */
const MAX_SLOTS = 2_000_000
/** Lowest and highest load, not means. */
const EXTREMES: ReadonlySet<string | null> = new Set(['A60', 'A61'])
/** An unknown code is another plant type; a malformed one could be any. */
const PLANT_TYPE = /^[AB]\d\d$/
const QUANTITY_OF: ReadonlyMap<string, PublishedQuantity> = new Map([
  ['B16', 'solar'],
  ['B18', 'wind_offshore'],
  ['B19', 'wind_onshore'],
])
const INTO_ZONE = 'inBiddingZone_Domain.mRID'
const OUT_OF_ZONE = 'outBiddingZone_Domain.mRID'

/** Null for "no matching data". Lists faults; throws a `SourceError` if all is unreadable. */
export function readEntsoeDocument(
  xml: string,
  feed: Pick<Feed, 'area' | 'quantities'>,
): EntsoeDocument | null {
  const { name, element } = readXml(xml)
  try {
    if (name === 'Acknowledgement_MarketDocument') return readAcknowledgement(element)
    if (name !== 'GL_MarketDocument') throw garbled(`it is a ${name.slice(0, 60)}`)
    return readDocument(element, EIC_BY_AREA[feed.area], !feed.quantities.includes('load'))
  } catch (error) {
    throw error instanceof ElementError ? invalid(error.message) : error
  }
}

function readDocument(element: XmlElement, eic: string, isGeneration: boolean): EntsoeDocument {
  const series: PublishedSeries[] = []
  const faults: DocumentFault[] = []
  let slots = 0
  for (const [index, timeSeries] of childElements(element, 'TimeSeries').entries()) {
    const quantity = isGeneration ? plantsOf(timeSeries) : 'load'
    if (quantity === null) continue
    const leaveOut: LeaveOut = (reason, spans) => {
      const about = isGeneration && quantity !== 'any' ? ` of ${quantity}` : ''
      const message = `left out: TimeSeries ${index + 1}${about}, ${timeOf(spans)}: ${reason}`
      faults.push({ quantity, spans, message })
    }
    const read = readOrLeaveOut(
      () => readTimeSeries(timeSeries, eic, quantity, leaveOut),
      (reason) => leaveOut(reason, allOf(childElements(timeSeries, 'Period').map(intervalOf))),
    )
    if (read === null) continue
    slots += read.blocks.reduce((sum, block) => sum + block.powerMw.length, 0)
    if (slots > MAX_SLOTS) throw invalid('it covers more than any request asks for')
    series.push(read)
  }
  return {
    documentType: requiredText(element, 'type'),
    processType: requiredText(element, 'process.processType'),
    series,
    faults,
  }
}

function allOf(spans: readonly (Span | null)[]): Span[] | null {
  const known = spans.filter((span) => span !== null)
  return known.length === 0 || known.length < spans.length ? null : known
}

function timeOf(spans: readonly Span[] | null): string {
  const [first, last] = [spans?.[0], spans?.at(-1)]
  if (first === undefined || last === undefined) return 'of an unknown time'
  return `${toMinute(first.fromUtc)} to ${toMinute(last.toUtc)}`
}

function readAcknowledgement(element: XmlElement): null {
  const texts = childElements(element, 'Reason').map((reason) => childText(reason, 'text') ?? '')
  // Code 999 has several causes.
  if (texts.length > 0 && texts.every((text) => /^\s*No matching data found/i.test(text))) return null
  const reason = texts.join('; ').replaceAll(/\s+/g, ' ').slice(0, 300)
  throw new SourceError(`ENTSO-E refuses the request: ${reason || 'it gives no reason'}`, {
    isTransient: false,
    fault: 'request',
  })
}

/** `any` if unreadable, null if unused. */
function plantsOf(timeSeries: XmlElement): PublishedQuantity | 'any' | null {
  // A series *out* of the zone is consumption, and often first.
  if (timeSeries[INTO_ZONE] === undefined && timeSeries[OUT_OF_ZONE] !== undefined) return null
  const type = timeSeries['MktPSRType']
  const code = isElement(type) ? type['psrType'] : null
  return typeof code === 'string' && PLANT_TYPE.test(code) ? (QUANTITY_OF.get(code) ?? null) : 'any'
}

function readTimeSeries(
  element: XmlElement,
  wantedEic: string,
  quantity: PublishedQuantity | 'any',
  leaveOut: LeaveOut,
): PublishedSeries | null {
  const isLoad = quantity === 'load'
  if (isLoad && EXTREMES.has(childText(element, 'businessType'))) return null
  const [domain, other] = isLoad ? [OUT_OF_ZONE, INTO_ZONE] : [INTO_ZONE, OUT_OF_ZONE]
  if (element[other] !== undefined) throw new ElementError('it has two domains, or the wrong one')
  const eic = requiredText(element, domain)
  if (eic !== wantedEic)
    throw new ElementError(`it is about another area than was requested (${eic.slice(0, 20)})`)
  const unit = requiredText(element, 'quantity_Measure_Unit.name')
  if (unit !== 'MAW') throw new ElementError(`the unit ${unit.slice(0, 20)} is not MAW`)
  if (quantity === 'any')
    throw new ElementError(
      `the plant type ${requiredText(requiredChild(element, 'MktPSRType'), 'psrType').slice(0, 20)} is not one`,
    )
  return { quantity, ...readPeriods(element, leaveOut) }
}

function readPeriods(element: XmlElement, leaveOut: LeaveOut): Pick<PublishedSeries, 'blocks' | 'repeated'> {
  const curveType = readCurveType(element)
  const periods = childElements(element, 'Period')
  if (periods.length === 0) throw new ElementError('it has no Period')
  const points = periods.reduce((sum, period) => sum + childElements(period, 'Point').length, 0)
  const isPossiblyCut = points === CUT_AFTER_POINTS
  let repeated = 0
  const blocks = periods.flatMap((period, index) => {
    const read = readOrLeaveOut(
      () => readPeriod(period, curveType, !isPossiblyCut || index < periods.length - 1),
      (reason) => leaveOut(reason, allOf([intervalOf(period)])),
    )
    if (read === null) return []
    if (read.unread !== null) leaveOut(read.unread.reason, read.unread.spans)
    repeated += read.repeated
    return [read.block]
  })
  return { blocks, repeated }
}

/** Older documents have none, and send every point. */
function readCurveType(element: XmlElement): CurveType {
  const curveType = childText(element, 'curveType') ?? 'A01'
  if (curveType !== 'A01' && curveType !== 'A03')
    throw new ElementError(`the curve type ${curveType.slice(0, 20)} is unknown`)
  return curveType
}
