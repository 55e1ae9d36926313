import { momentOf } from '#web/zone/wall-clock.ts'
const WALL_CLOCK =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
const EPOCH = /^-?\d{1,16}(\.\d+)?$/
/** Epoch numbers from here on are milliseconds. As seconds they would lie after the year 5000. */
const FIRST_EPOCH_MS = 1e11

/**
 * The instant (epoch milliseconds) of a stamp in an answer: RFC 3339, `yyyy-MM-dd[ HH:mm[:ss]]` as local time,
 * or an epoch in seconds or milliseconds. `null` for anything else, and for a day or time that does not exist.
 */
export function parseStamp(text: string): number | null {
  const common = parseCommonStamp(text)
  if (common !== null) return common
  if (EPOCH.test(text)) {
    const number = Number(text)
    return Math.round(Math.abs(number) < FIRST_EPOCH_MS ? number * 1000 : number)
  }
  const match = WALL_CLOCK.exec(text)
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  if (year === undefined || month === undefined || day === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  if (hour > 23 || minute > 59 || second > 59 || day > daysIn(year, month)) return null
  const ms = Math.floor(Number(`0${match[7] ?? ''}`) * 1000)
  const zone = match[8]
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  return zone === undefined ? momentOf(wallMs) : wallMs - offsetMs(zone)
}

/**
 * Reads the form that our own server writes, `2026-11-20T00:00:00Z`: a long answer holds tens of thousands of them. `null` for
 * any other form, and for the few times that the engine would accept although they do not exist (30 February, 24:00).
 */
function parseCommonStamp(text: string): number | null {
  if (text.length !== 20 || text[10] !== 'T' || text[19] !== 'Z') return null
  if (text.slice(8, 10) > '28' || text.slice(11, 13) > '23') return null
  const timestamp = Date.parse(text)
  return Number.isNaN(timestamp) ? null : timestamp
}

/** Days of a month; 0 if there is no such month. */
function daysIn(year: number, month: number): number {
  return month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000
}
