import type { MemberCode } from '#contract/areas.ts'

export interface AreaPlace {
  /** IANA zone of the area's clocks. */
  zone: string
  /** Degrees north, of the centre of the area's land. */
  latitude: number
}

/** Where the areas are. Zones as in ENTSO-E's area list; latitudes are area-weighted centroids of the bidding zones. */
export const AREA_PLACES: Readonly<Record<MemberCode, AreaPlace>> = {
  DE: { zone: 'Europe/Berlin', latitude: 51.1 },
  FR: { zone: 'Europe/Paris', latitude: 46.55 },
  AT: { zone: 'Europe/Vienna', latitude: 47.59 },
  CH: { zone: 'Europe/Zurich', latitude: 46.8 },
  NL: { zone: 'Europe/Amsterdam', latitude: 52.27 },
  BE: { zone: 'Europe/Brussels', latitude: 50.64 },
  PL: { zone: 'Europe/Warsaw', latitude: 52.12 },
  CZ: { zone: 'Europe/Prague', latitude: 49.73 },
  SK: { zone: 'Europe/Bratislava', latitude: 48.7 },
  HU: { zone: 'Europe/Budapest', latitude: 47.16 },
  'IT-NORD': { zone: 'Europe/Rome', latitude: 45.38 },
  'IT-CNOR': { zone: 'Europe/Rome', latitude: 43.42 },
  'IT-CSUD': { zone: 'Europe/Rome', latitude: 41.91 },
  'IT-SUD': { zone: 'Europe/Rome', latitude: 40.94 },
  'IT-SARD': { zone: 'Europe/Rome', latitude: 40.09 },
  'IT-SICI': { zone: 'Europe/Rome', latitude: 37.59 },
  'IT-CALA': { zone: 'Europe/Rome', latitude: 39.07 },
  RO: { zone: 'Europe/Bucharest', latitude: 45.85 },
  BG: { zone: 'Europe/Sofia', latitude: 42.77 },
  GR: { zone: 'Europe/Athens', latitude: 39.04 },
  BA: { zone: 'Europe/Sarajevo', latitude: 44.04 },
  HR: { zone: 'Europe/Zagreb', latitude: 45.06 },
  MK: { zone: 'Europe/Skopje', latitude: 41.59 },
  RS: { zone: 'Europe/Belgrade', latitude: 44.22 },
  SI: { zone: 'Europe/Ljubljana', latitude: 46.12 },
}
