import type { MemberCode } from './areas.ts'

interface CountryRecord {
  /** The key in the forecast's answer. */
  code: string
  /** Area whose series are used. */
  area: MemberCode
  /** Code of the shape on the map. */
  isoA3: string
  name: string
}

/** In the order of the answer. */
export const COUNTRIES = [
  { code: 'de', area: 'DE', isoA3: 'DEU', name: 'Germany' },
  { code: 'hu', area: 'HU', isoA3: 'HUN', name: 'Hungary' },
  { code: 'nl', area: 'NL', isoA3: 'NLD', name: 'Netherlands' },
  { code: 'at', area: 'AT', isoA3: 'AUT', name: 'Austria' },
  { code: 'pl', area: 'PL', isoA3: 'POL', name: 'Poland' },
  { code: 'sk', area: 'SK', isoA3: 'SVK', name: 'Slovakia' },
  { code: 'cz', area: 'CZ', isoA3: 'CZE', name: 'Czech Republic' },
  { code: 'hr', area: 'HR', isoA3: 'HRV', name: 'Croatia' },
  { code: 'si', area: 'SI', isoA3: 'SVN', name: 'Slovenia' },
  { code: 'ro', area: 'RO', isoA3: 'ROU', name: 'Romania' },
  { code: 'bg', area: 'BG', isoA3: 'BGR', name: 'Bulgaria' },
  { code: 'gr', area: 'GR', isoA3: 'GRC', name: 'Greece' },
  { code: 'be', area: 'BE', isoA3: 'BEL', name: 'Belgium' },
] as const satisfies readonly CountryRecord[]

export type ForecastCountry = (typeof COUNTRIES)[number]['code']

export const FORECAST_COUNTRIES: readonly ForecastCountry[] = COUNTRIES.map(({ code }) => code)

export const FORECAST_AREAS: readonly MemberCode[] = COUNTRIES.map(({ area }) => area)

const BY_CODE: ReadonlyMap<string, (typeof COUNTRIES)[number]> = new Map(
  COUNTRIES.map((country) => [country.code, country]),
)

export const COUNTRY_BY_ISO_A3: ReadonlyMap<string, ForecastCountry> = new Map(
  COUNTRIES.map(({ isoA3, code }) => [isoA3, code]),
)

/** Null for countries that are not on the map. */
export function areaOfCountry(code: ForecastCountry): MemberCode
export function areaOfCountry(code: string): MemberCode | null
export function areaOfCountry(code: string): MemberCode | null {
  return BY_CODE.get(code)?.area ?? null
}

/** Throws a RangeError for an area that is not on the map. */
export function countryOfArea(area: MemberCode): ForecastCountry {
  const country = COUNTRIES.find((other) => other.area === area)
  if (country === undefined) throw new RangeError(`${area} is not on the map`)
  return country.code
}

/** An unknown code is its own name. */
export function countryName(code: string): string {
  // The specification names France too, although it has no forecast.
  return code === 'fr' ? 'France' : (BY_CODE.get(code)?.name ?? code)
}
