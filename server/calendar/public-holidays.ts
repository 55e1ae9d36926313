import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS } from '#contract/time.ts'

/** Epoch day (Meeus, Jones, Butcher). */
export function easterDay(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS
}

/** Epoch day (Meeus), for 1900 to 2099. */
export function orthodoxEasterDay(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const f = d + e + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS + 13
}

interface Holidays {
  /** `MM-DD`, besides New Year's Day. `@`: from this year; `<`: until this year; `!`: not in this year; `=`: only in this year. */
  fixed: string
  /** Days after Easter Sunday. */
  easter: readonly number[]
  isOrthodox?: true
}

/** Before the hyphen of a bidding zone. */
type CountryOf<Area extends string> = Area extends `${infer Country}-${string}` ? Country : Area

const WESTERN = [0, 1, 39, 50]

/**
 * Holidays by law; in Switzerland of nearly all cantons. Without days that follow the moon (Eid in MK), that only one religion or entity has off (MK, BA), or
 * that replace one on a weekend (BG).
 */
// prettier-ignore
const HOLIDAYS = {
  DE: { fixed: '05-01 10-03 12-25 12-26', easter: [-2, ...WESTERN] },
  FR: { fixed: '05-01 05-08 07-14 08-15 11-01 11-11 12-25', easter: WESTERN },
  AT: { fixed: '01-06 05-01 08-15 10-26 11-01 12-08 12-25 12-26', easter: [...WESTERN, 60] },
  CH: { fixed: '08-01 12-25 12-26', easter: [-2, ...WESTERN] },
  NL: { fixed: '04-27 05-05=2015 05-05=2020 05-05=2025 12-25 12-26', easter: WESTERN },
  BE: { fixed: '05-01 07-21 08-15 11-01 11-11 12-25', easter: WESTERN },
  PL: { fixed: '01-06 05-01 05-03 08-15 11-01 11-11 12-24@2025 12-25 12-26', easter: [0, 1, 60] },
  CZ: { fixed: '05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26', easter: [-2, 0, 1] },
  SK: { fixed: '01-06 05-01 05-08!2026 07-05 08-29 09-01<2023 09-15!2026 11-01 11-17<2024 12-24 12-25 12-26', easter: [-2, 0, 1] },
  HU: { fixed: '03-15 05-01 08-20 10-23 11-01 12-25 12-26', easter: [-2, 0, 1, 50] },
  IT: { fixed: '01-06 04-25 05-01 06-02 08-15 10-04@2026 11-01 12-08 12-25 12-26', easter: [0, 1] },
  RO: { fixed: '01-02 01-06@2024 01-07@2024 01-24 05-01 06-01 08-15 11-30 12-01 12-25 12-26', easter: [-2, 0, 1, 50], isOrthodox: true },
  BG: { fixed: '03-03 05-01 05-06 05-24 09-06 09-22 12-24 12-25 12-26', easter: [-2, -1, 0, 1], isOrthodox: true },
  GR: { fixed: '01-06 03-25 05-01!2024 05-07=2024 08-15 10-28 12-25 12-26', easter: [-48, -2, 0, 1, 50], isOrthodox: true },
  BA: { fixed: '01-02 05-01 05-02', easter: [] },
  HR: { fixed: '01-06 05-01 05-30@2020 06-22 08-05 08-15 11-01 11-18@2020 12-25 12-26', easter: [0, 1, 60] },
  MK: { fixed: '01-07 05-01 05-24 08-02 09-08 10-11 10-23 12-08', easter: [0, 1], isOrthodox: true },
  RS: { fixed: '01-02 01-07 02-15 02-16 05-01 05-02 11-11', easter: [-2, -1, 0, 1], isOrthodox: true },
  SI: { fixed: '01-02 02-08 04-27 05-01 05-02 06-25 08-15 10-31 11-01 12-25 12-26', easter: [0, 1] },
} satisfies Record<CountryOf<MemberCode>, Holidays>
const byCountry: ReadonlyMap<string, Holidays> = new Map(Object.entries(HOLIDAYS))

const isHolidayIn: Readonly<Record<string, (year: number, named: number) => boolean>> = {
  '@': (year, first) => year >= first,
  '<': (year, last) => year <= last,
  '!': (year, except) => year !== except,
  '=': (year, only) => year === only,
}

const known = new Map<string, ReadonlySet<number>>()

/** Epoch days. */
export function holidaysOf(area: string, year: number): ReadonlySet<number> {
  const country = area.slice(0, 2)
  const key = `${country} ${year}`
  const stored = known.get(key)
  if (stored !== undefined) return stored
  const holidays = byCountry.get(country)
  if (holidays === undefined) throw new Error(`No public holidays of ${country} are known`)
  const { fixed, easter, isOrthodox } = holidays
  const sunday = isOrthodox === true ? orthodoxEasterDay(year) : easterDay(year)
  const days = new Set(easter.map((after) => sunday + after))
  for (const text of `01-01 ${fixed}`.trim().split(' ')) {
    const [date = '', mark = '@', named = '0'] = text.split(/([@<!=])/)
    if (isHolidayIn[mark]?.(year, Number(named)) === true)
      days.add(Date.parse(`${year}-${date}T00:00Z`) / DAY_MS)
  }
  known.set(key, days)
  return days
}

/** `date`: `yyyy-MM-dd`. */
export function isPublicHoliday(area: string, date: string): boolean {
  return holidaysOf(area, Number(date.slice(0, 4))).has(Date.parse(date) / DAY_MS)
}
