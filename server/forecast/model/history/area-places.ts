import type { MemberCode } from '#contract/areas.ts'

export interface AreaPlace {
  area: MemberCode
  zone: string
  /** Degrees north, centre of the area's land. */
  latitude: number
  /** Degrees east, to a tenth: 24 seconds of the sun's way. */
  longitude: number
}

/** Zones as in ENTSO-E's area list; latitudes are area-weighted centroids of the bidding zones. */
const PLACES: Readonly<Record<MemberCode, Omit<AreaPlace, 'area'>>> = {
  DE: { zone: 'Europe/Berlin', latitude: 51.1, longitude: 10.4 },
  FR: { zone: 'Europe/Paris', latitude: 46.55, longitude: 2.5 },
  AT: { zone: 'Europe/Vienna', latitude: 47.59, longitude: 14.1 },
  CH: { zone: 'Europe/Zurich', latitude: 46.8, longitude: 8.2 },
  NL: { zone: 'Europe/Amsterdam', latitude: 52.27, longitude: 5.6 },
  BE: { zone: 'Europe/Brussels', latitude: 50.64, longitude: 4.6 },
  PL: { zone: 'Europe/Warsaw', latitude: 52.12, longitude: 19.4 },
  CZ: { zone: 'Europe/Prague', latitude: 49.73, longitude: 15.3 },
  SK: { zone: 'Europe/Bratislava', latitude: 48.7, longitude: 19.5 },
  HU: { zone: 'Europe/Budapest', latitude: 47.16, longitude: 19.4 },
  'IT-NORD': { zone: 'Europe/Rome', latitude: 45.38, longitude: 9.9 },
  'IT-CNOR': { zone: 'Europe/Rome', latitude: 43.42, longitude: 11.9 },
  'IT-CSUD': { zone: 'Europe/Rome', latitude: 41.91, longitude: 13.4 },
  'IT-SUD': { zone: 'Europe/Rome', latitude: 40.94, longitude: 16.0 },
  'IT-SARD': { zone: 'Europe/Rome', latitude: 40.09, longitude: 9.0 },
  'IT-SICI': { zone: 'Europe/Rome', latitude: 37.59, longitude: 14.2 },
  'IT-CALA': { zone: 'Europe/Rome', latitude: 39.07, longitude: 16.5 },
  RO: { zone: 'Europe/Bucharest', latitude: 45.85, longitude: 25.0 },
  BG: { zone: 'Europe/Sofia', latitude: 42.77, longitude: 25.2 },
  GR: { zone: 'Europe/Athens', latitude: 39.04, longitude: 22.6 },
  BA: { zone: 'Europe/Sarajevo', latitude: 44.04, longitude: 17.8 },
  HR: { zone: 'Europe/Zagreb', latitude: 45.06, longitude: 16.4 },
  MK: { zone: 'Europe/Skopje', latitude: 41.59, longitude: 21.7 },
  RS: { zone: 'Europe/Belgrade', latitude: 44.22, longitude: 20.8 },
  SI: { zone: 'Europe/Ljubljana', latitude: 46.12, longitude: 14.8 },
}

export const placeOf = (area: MemberCode): AreaPlace => ({ area, ...PLACES[area] })
