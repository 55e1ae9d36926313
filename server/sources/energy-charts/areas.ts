import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'

/** Areas by the country code of the interface. Of Italy it knows the country alone, not the zones. */
export const COUNTRY_BY_AREA: ReadonlyMap<MemberCode, string> = new Map(
  MEMBER_CODES.filter((code) => !code.startsWith('IT-')).map((code) => [code, code.toLowerCase()]),
)

/** Countries whose wind comes in two parts, onshore and offshore: one without the other is not their wind. */
export const COUNTRIES_WITH_OFFSHORE_WIND: ReadonlySet<MemberCode> = new Set(['DE', 'NL', 'BE', 'FR'])
