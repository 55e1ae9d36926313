import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'

/** Country codes of the interface by area. It knows Italy only as a whole, not its zones. */
export const COUNTRY_BY_AREA: ReadonlyMap<MemberCode, string> = new Map(
  MEMBER_CODES.filter((code) => !code.startsWith('IT-')).map((code) => [code, code.toLowerCase()]),
)

/** Countries for which we request a forecast of offshore wind beside that of onshore wind. */
export const COUNTRIES_WITH_OFFSHORE_WIND: ReadonlySet<MemberCode> = new Set(['DE', 'NL', 'BE', 'FR'])
