import { DAY_MS } from '#server/series/series.ts'

const MEAN_YEAR_MS = 365.2425 * DAY_MS
const YEAR_START_UTC = Date.UTC(2000, 0, 1)

/** Epoch day of the Western Easter Sunday (Meeus, Jones, Butcher), Gregorian calendar. */
export function easterDay(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS
}

/** Epoch day of the Orthodox Easter Sunday (Meeus), in the Gregorian calendar for 1900 to 2099. */
export function orthodoxEasterDay(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const f = d + e + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS + 13
}

/** 0 on 1 January, 2π a year later. */
export function yearAngle(utc: number): number {
  return (2 * Math.PI * (utc - YEAR_START_UTC)) / MEAN_YEAR_MS
}

/** 0 is Sunday. */
export function weekdayOf(epochDay: number): number {
  return (((epochDay + 4) % 7) + 7) % 7
}

interface Holidays {
  /** `MM-DD`, beside those that all have. */
  fixed: string
  /** Days after Easter Sunday. */
  easter: readonly number[]
  isOrthodox?: true
}

const EVERYWHERE = '01-01 05-01'
const WESTERN = [0, 1, 39, 50]

/** Public holidays of whole countries that show in the load. */
const HOLIDAYS: Readonly<Record<string, Holidays>> = {
  DE: { fixed: '10-03 12-25 12-26', easter: [-2, ...WESTERN] },
  FR: { fixed: '05-08 07-14 08-15 11-01 11-11 12-25', easter: WESTERN },
  AT: { fixed: '01-06 08-15 10-26 11-01 12-08 12-25 12-26', easter: [...WESTERN, 60] },
  CH: { fixed: '01-02 08-01 12-25 12-26', easter: [-2, ...WESTERN] },
  NL: { fixed: '04-27 12-25 12-26', easter: WESTERN },
  BE: { fixed: '07-21 08-15 11-01 11-11 12-25', easter: WESTERN },
  PL: { fixed: '01-06 05-03 08-15 11-01 11-11 12-25 12-26', easter: [0, 1, 60] },
  CZ: { fixed: '05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26', easter: [-2, 0, 1] },
  SK: { fixed: '01-06 05-08 07-05 08-29 11-01 12-24 12-25 12-26', easter: [-2, 0, 1] },
  HU: { fixed: '03-15 08-20 10-23 11-01 12-25 12-26', easter: [-2, 0, 1, 50] },
  IT: { fixed: '01-06 04-25 06-02 08-15 11-01 12-08 12-25 12-26', easter: [0, 1] },
  RO: { fixed: '01-02 01-24 06-01 08-15 11-30 12-01 12-25 12-26', easter: [-2, 0, 1, 50], isOrthodox: true },
  BG: { fixed: '03-03 05-06 05-24 09-06 09-22 12-24 12-25 12-26', easter: [-2, -1, 0, 1], isOrthodox: true },
  GR: { fixed: '01-06 03-25 08-15 10-28 12-25 12-26', easter: [-48, -2, 0, 1, 50], isOrthodox: true },
  BA: { fixed: '01-02 03-01 05-02 11-25 12-25', easter: [0, 1] },
  HR: { fixed: '01-06 05-30 06-22 08-05 08-15 11-01 11-18 12-25 12-26', easter: [0, 1, 60] },
  MK: { fixed: '01-07 05-24 08-02 09-08 10-11 10-23 12-08', easter: [-2, 0, 1], isOrthodox: true },
  RS: { fixed: '01-02 01-07 02-15 02-16 05-02 11-11', easter: [-2, 0, 1], isOrthodox: true },
  SI: { fixed: '01-02 02-08 04-27 05-02 06-25 08-15 10-31 11-01 12-25 12-26', easter: [0, 1] },
}

const known = new Map<string, ReadonlySet<number>>()

/** Epoch days of a country's public holidays in a year. */
export function holidaysOf(country: string, year: number): ReadonlySet<number> {
  const key = `${country} ${year}`
  const stored = known.get(key)
  if (stored !== undefined) return stored
  const { fixed, easter, isOrthodox } = HOLIDAYS[country] ?? { fixed: '', easter: [] }
  const sunday = isOrthodox === true ? orthodoxEasterDay(year) : easterDay(year)
  const dates = `${EVERYWHERE} ${fixed}`.trim().split(' ')
  const days = new Set([
    ...dates.map((date) => Date.parse(`${year}-${date}T00:00Z`) / DAY_MS),
    ...easter.map((after) => sunday + after),
  ])
  known.set(key, days)
  return days
}
