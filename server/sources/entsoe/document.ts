import { SourceError } from '#server/errors.ts'

import { readPeriod, type CurveType, type PeriodBlock } from './period.ts'
import { childElements, childText, garbled, invalid, readXml, requiredChild, requiredText } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** One TimeSeries: mean power in MW, one block per Period, in the order of the document. */
export interface EntsoeSeries {
  /** `in`: generation. `out`: load, or what plants of a type consume. */
  direction: 'in' | 'out'
  eic: string
  /** B16 solar, B18 wind offshore, B19 wind onshore, …; null for load. */
  psrType: string | null
  /** A04 load, A01 production, A93 and A94 forecasts of wind and solar, A60 and A61 lowest and highest load. */
  businessType: string | null
  blocks: PeriodBlock[]
}

export interface EntsoeDocument {
  documentType: string
  processType: string
  series: EntsoeSeries[]
}

/** From November 2025 to January 2026 the service cut every series after this many points. */
const CUT_AFTER_POINTS = 1000
/** Twice what a year of quarter hours of all plant types would need. */
const MAX_SLOTS = 2_000_000

/**
 * Reads a load or generation document; `null` if the answer is "no matching data". Throws a `SourceError` if anything in it is
 * wrong, and for every other acknowledgement. Of generation only the plant types in `takenTypes` are read: the series of other
 * types can contain any error.
 */
export function readEntsoeDocument(
  xml: string,
  takenTypes: ReadonlySet<string | null> | null = null,
): EntsoeDocument | null {
  const { name, element } = readXml(xml)
  if (name === 'Acknowledgement_MarketDocument') return readAcknowledgement(element)
  if (name !== 'GL_MarketDocument') throw garbled(`it is a ${name.slice(0, 60)}`)
  let slots = 0
  const isTaken = (timeSeries: XmlElement) =>
    takenTypes === null || (isIntoZone(timeSeries) && takenTypes.has(plantTypeOf(timeSeries)))
  const all = childElements(element, 'TimeSeries')
  const series = all.filter(isTaken).map((timeSeries) => {
    const read = readTimeSeries(timeSeries)
    slots += read.blocks.reduce((sum, block) => sum + block.powerMw.length, 0)
    if (slots > MAX_SLOTS) throw invalid('it covers more than any request asks for')
    return read
  })
  return {
    documentType: requiredText(element, 'type'),
    processType: requiredText(element, 'process.processType'),
    series,
  }
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

function isIntoZone(timeSeries: XmlElement): boolean {
  return timeSeries['inBiddingZone_Domain.mRID'] !== undefined
}

/** The plant type of a series that may be wrong, null if it has none that can be read. */
function plantTypeOf(timeSeries: XmlElement): string | null {
  const type = timeSeries['MktPSRType']
  if (typeof type !== 'object' || type === null || !('psrType' in type)) return null
  return typeof type.psrType === 'string' ? type.psrType : null
}

function readTimeSeries(element: XmlElement): EntsoeSeries {
  const into = childText(element, 'inBiddingZone_Domain.mRID')
  const out = childText(element, 'outBiddingZone_Domain.mRID')
  const eic = into ?? out
  if (eic === null || (into !== null && out !== null))
    throw invalid('a TimeSeries has not exactly one domain')
  const unit = requiredText(element, 'quantity_Measure_Unit.name')
  if (unit !== 'MAW') throw invalid(`the unit ${unit.slice(0, 20)} is not MAW`)
  return {
    direction: into === null ? 'out' : 'in',
    eic,
    psrType:
      element['MktPSRType'] === undefined
        ? null
        : requiredText(requiredChild(element, 'MktPSRType'), 'psrType'),
    businessType: childText(element, 'businessType'),
    blocks: readPeriods(element),
  }
}

function readPeriods(element: XmlElement): PeriodBlock[] {
  const curveType = readCurveType(element)
  const periods = childElements(element, 'Period')
  if (periods.length === 0) throw invalid('a TimeSeries has no Period')
  const points = periods.reduce((sum, period) => sum + childElements(period, 'Point').length, 0)
  const isPossiblyCut = points === CUT_AFTER_POINTS
  return periods.map((period, index) =>
    readPeriod(period, curveType, !isPossiblyCut || index < periods.length - 1),
  )
}

/** Documents from before curve types existed name none and send every point. */
function readCurveType(element: XmlElement): CurveType {
  const curveType = childText(element, 'curveType') ?? 'A01'
  if (curveType !== 'A01' && curveType !== 'A03') throw invalid(`the curve type ${curveType} is unknown`)
  return curveType
}
