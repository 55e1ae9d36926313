import { HOUR_MS, type Span } from '#server/series/series.ts'
import type { Feed } from '#server/sources/source.ts'

import { EIC_BY_AREA } from './areas.ts'

/** One item of the service: what to ask for, and where the area goes. */
export interface EntsoeItem {
  documentType: 'A65' | 'A69' | 'A75'
  /** A01 day ahead, A16 realised. */
  processType: 'A01' | 'A16'
  areaParameter: 'outBiddingZone_Domain' | 'in_Domain'
}

/** Total load 6.1.A and 6.1.B, generation per type 16.1.B&C, forecasts of wind and solar 14.1.D. */
export function itemOf({ kind, quantities }: Feed): EntsoeItem {
  const processType = kind === 'actual' ? 'A16' : 'A01'
  if (quantities.includes('load'))
    return { documentType: 'A65', processType, areaParameter: 'outBiddingZone_Domain' }
  return { documentType: kind === 'actual' ? 'A75' : 'A69', processType, areaParameter: 'in_Domain' }
}

/** The address of a request, without the token. The service counts in whole hours of UTC, its end not included. */
export function entsoeUrl(baseUrl: string, feed: Feed, span: Span): URL {
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
