import type { MemberCode } from '#contract/areas.ts'

interface WindPower {
  /** From then on a sum of wind needs both parts. */
  offshoreSinceUtc: number | null
  /** If false, learned from what the TSO publishes. */
  isOffshoreForecast: boolean
  /** A whole day's forecast may be zero. */
  mayBeZero: boolean
}

const ON_LAND: WindPower = { offshoreSinceUtc: null, isOffshoreForecast: false, mayBeZero: false }
/** 3 and 4 MW (ENTSO-E, 2021 and 2026). */
const HARDLY_ANY: WindPower = { ...ON_LAND, mayBeZero: true }
/** Sources start in 2018. */
const AT_SEA: WindPower = { ...ON_LAND, offshoreSinceUtc: 0, isOffshoreForecast: true }

export const WIND_POWER: Readonly<Record<MemberCode, WindPower>> = {
  DE: AT_SEA,
  FR: { ...ON_LAND, offshoreSinceUtc: Date.UTC(2023, 0) },
  AT: ON_LAND,
  CH: ON_LAND,
  NL: AT_SEA,
  BE: AT_SEA,
  PL: { ...ON_LAND, offshoreSinceUtc: Date.UTC(2026, 8) },
  CZ: ON_LAND,
  SK: HARDLY_ANY,
  HU: ON_LAND,
  'IT-NORD': ON_LAND,
  'IT-CNOR': ON_LAND,
  'IT-CSUD': ON_LAND,
  'IT-SUD': ON_LAND,
  'IT-SARD': ON_LAND,
  'IT-SICI': ON_LAND,
  'IT-CALA': ON_LAND,
  RO: ON_LAND,
  BG: ON_LAND,
  GR: ON_LAND,
  BA: ON_LAND,
  HR: ON_LAND,
  MK: ON_LAND,
  RS: ON_LAND,
  SI: HARDLY_ANY,
}
