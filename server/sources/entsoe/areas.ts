import type { MemberCode } from '#contract/areas.ts'

/** Energy Identification Codes of the bidding zones. DE is the zone DE-LU of 2018-10-01, which Luxembourg is part of. */
export const EIC_BY_AREA: Readonly<Record<MemberCode, string>> = {
  DE: '10Y1001A1001A82H',
  FR: '10YFR-RTE------C',
  AT: '10YAT-APG------L',
  CH: '10YCH-SWISSGRIDZ',
  NL: '10YNL----------L',
  BE: '10YBE----------2',
  PL: '10YPL-AREA-----S',
  CZ: '10YCZ-CEPS-----N',
  SK: '10YSK-SEPS-----K',
  HU: '10YHU-MAVIR----U',
  'IT-NORD': '10Y1001A1001A73I',
  'IT-CNOR': '10Y1001A1001A70O',
  'IT-CSUD': '10Y1001A1001A71M',
  'IT-SUD': '10Y1001A1001A788',
  'IT-SARD': '10Y1001A1001A74G',
  'IT-SICI': '10Y1001A1001A75E',
  'IT-CALA': '10Y1001C--00096J',
  RO: '10YRO-TEL------P',
  BG: '10YCA-BULGARIA-R',
  GR: '10YGR-HTSO-----Y',
  BA: '10YBA-JPCC-----D',
  HR: '10YHR-HEP------M',
  MK: '10YMK-MEPSO----8',
  RS: '10YCS-SERBIATSOV',
  SI: '10YSI-ELES-----O',
}

/**
 * Zones whose wind has been published as two parts, onshore and offshore, since before 2018: one part alone, as when the
 * other is late, is not their wind.
 */
export const AREAS_WITH_OFFSHORE_WIND: ReadonlySet<MemberCode> = new Set(['DE', 'NL', 'BE'])
