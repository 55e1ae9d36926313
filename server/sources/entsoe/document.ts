import { toMinute } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import type { Span } from '#server/series/series.ts'

import { readInterval, readPeriod, type CurveType, type PeriodBlock } from './period.ts'
import { childElements, childText, ElementError, garbled, invalid, readXml } from './xml.ts'
import { requiredChild, requiredText, type XmlElement } from './xml.ts'

/** One TimeSeries: mean power in MW, one block per Period, in the order of the document. */
export interface EntsoeSeries {
  eic: string
  /** B16 solar, B18 wind offshore, B19 wind onshore; null for load. */
  psrType: string | null
  blocks: PeriodBlock[]
}

/** Something in a document that cannot be read, and is left out. */
export interface EntsoeFault {
  /** What it is about; null for load, and where that cannot be read either. */
  psrType: string | null
  /** The times that it may have been meant for; null if that can be any. */
  spans: Span[] | null
  /** Which one it is, of what time, and what is wrong with it. */
  message: string
}

export interface EntsoeDocument {
  documentType: string
  processType: string
  series: EntsoeSeries[]
  faults: EntsoeFault[]
}

type LeaveOut = (reason: string, spans: Span[] | null) => void

/** From November 2025 to January 2026 the service cut every series after this many points. */
const CUT_AFTER_POINTS = 1000
/** Twice what a year of quarter hours of all plant types would need. */
const MAX_SLOTS = 2_000_000
/** Lowest and highest load of a day or week: no series of means. */
const EXTREMES: ReadonlySet<string | null> = new Set(['A60', 'A61'])
/** Codes that nobody knows are other plants; what is not a code may be any. */
const PLANT_TYPE = /^[AB]\d\d$/
const INTO_ZONE = 'inBiddingZone_Domain.mRID'
const OUT_OF_ZONE = 'outBiddingZone_Domain.mRID'

/**
 * Reads a document of load (`takenTypes` is null) or of generation, of which only these plant types are read; `null` if the answer is
 * "no matching data". A TimeSeries, Period or Point that cannot be read is left out and is among the faults. Throws a `SourceError` if
 * the document as a whole cannot be read, and for every other acknowledgement.
 */
export function readEntsoeDocument(
  xml: string,
  takenTypes: ReadonlySet<string> | null = null,
): EntsoeDocument | null {
  const { name, element } = readXml(xml)
  try {
    if (name === 'Acknowledgement_MarketDocument') return readAcknowledgement(element)
    if (name !== 'GL_MarketDocument') throw garbled(`it is a ${name.slice(0, 60)}`)
    return readDocument(element, takenTypes)
  } catch (error) {
    throw error instanceof ElementError ? invalid(error.message) : error
  }
}

function readDocument(element: XmlElement, takenTypes: ReadonlySet<string> | null): EntsoeDocument {
  const series: EntsoeSeries[] = []
  const faults: EntsoeFault[] = []
  let slots = 0
  for (const [index, timeSeries] of childElements(element, 'TimeSeries').entries()) {
    const psrType = takenTypes === null ? null : plantTypeOf(timeSeries)
    const leaveOut: LeaveOut = (reason, spans) => {
      const type = psrType === null ? '' : ` of ${psrType}`
      faults.push({
        psrType,
        spans,
        message: `left out: TimeSeries ${index + 1}${type}, ${timeOf(spans)}: ${reason}`,
      })
    }
    try {
      if (
        takenTypes !== null &&
        (isConsumption(timeSeries) || (psrType !== null && !takenTypes.has(psrType)))
      )
        continue
      const read = readTimeSeries(timeSeries, takenTypes !== null, psrType, leaveOut)
      slots += read?.blocks.reduce((sum, block) => sum + block.powerMw.length, 0) ?? 0
      if (slots > MAX_SLOTS) throw invalid('it covers more than any request asks for')
      if (read !== null) series.push(read)
    } catch (error) {
      if (!(error instanceof ElementError)) throw error
      const intervals = childElements(timeSeries, 'Period').map(readInterval)
      leaveOut(error.message, allOf(intervals))
    }
  }
  return {
    documentType: requiredText(element, 'type'),
    processType: requiredText(element, 'process.processType'),
    series,
    faults,
  }
}

/** The spans, null if there is none or one of them is not known. */
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
  // Code 999 stands for several faults. Only the text says which.
  if (texts.length > 0 && texts.every((text) => /^\s*No matching data found/i.test(text))) return null
  const reason = texts.join('; ').replaceAll(/\s+/g, ' ').slice(0, 300)
  throw new SourceError(`ENTSO-E refuses the request: ${reason || 'it gives no reason'}`, {
    isTransient: false,
  })
}

/** A series *out* of the zone is what plants of that type consume, and often comes first. */
function isConsumption(timeSeries: XmlElement): boolean {
  return timeSeries[INTO_ZONE] === undefined && timeSeries[OUT_OF_ZONE] !== undefined
}

/** The plant type of a series that may be wrong, null if it has none that can be read. */
function plantTypeOf(timeSeries: XmlElement): string | null {
  const type = timeSeries['MktPSRType']
  if (typeof type !== 'object' || type === null || !('psrType' in type)) return null
  return typeof type.psrType === 'string' && PLANT_TYPE.test(type.psrType) ? type.psrType : null
}

/** Null for a series of extremes. */
function readTimeSeries(
  element: XmlElement,
  isGeneration: boolean,
  psrType: string | null,
  leaveOut: LeaveOut,
): EntsoeSeries | null {
  if (!isGeneration && EXTREMES.has(childText(element, 'businessType'))) return null
  const [domain, other] = isGeneration ? [INTO_ZONE, OUT_OF_ZONE] : [OUT_OF_ZONE, INTO_ZONE]
  if (element[other] !== undefined) throw new ElementError('it has two domains, or the wrong one')
  const eic = requiredText(element, domain)
  const unit = requiredText(element, 'quantity_Measure_Unit.name')
  if (unit !== 'MAW') throw new ElementError(`the unit ${unit.slice(0, 20)} is not MAW`)
  if (isGeneration && psrType === null)
    throw new ElementError(
      `the plant type ${requiredText(requiredChild(element, 'MktPSRType'), 'psrType').slice(0, 20)} is not one`,
    )
  return { eic, psrType, blocks: readPeriods(element, leaveOut) }
}

function readPeriods(element: XmlElement, leaveOut: LeaveOut): PeriodBlock[] {
  const curveType = readCurveType(element)
  const periods = childElements(element, 'Period')
  if (periods.length === 0) throw new ElementError('it has no Period')
  const points = periods.reduce((sum, period) => sum + childElements(period, 'Point').length, 0)
  const isPossiblyCut = points === CUT_AFTER_POINTS
  return periods.flatMap((period, index) => {
    try {
      const { block, unread } = readPeriod(period, curveType, !isPossiblyCut || index < periods.length - 1)
      if (unread !== null) leaveOut(unread.reason, unread.spans)
      return [block]
    } catch (error) {
      if (!(error instanceof ElementError)) throw error
      const interval = readInterval(period)
      leaveOut(error.message, interval && [interval])
      return []
    }
  })
}

/** Documents from before curve types existed name none and send every point. */
function readCurveType(element: XmlElement): CurveType {
  const curveType = childText(element, 'curveType') ?? 'A01'
  if (curveType !== 'A01' && curveType !== 'A03')
    throw new ElementError(`the curve type ${curveType.slice(0, 20)} is unknown`)
  return curveType
}
