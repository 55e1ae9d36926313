import { momentOf } from '#web/zone/wall-clock.ts'

const CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
const EPOCH = /^-?\d{1,16}(\.\d+)?$/
/** Epoch numbers from here on are milliseconds. As seconds they would lie after the year 5000. */
const FIRST_EPOCH_MS = 1e11

/**
 * The instant (epoch milliseconds) of a stamp in an answer: RFC 3339, `yyyy-MM-dd[ HH:mm[:ss]]` as local time,
 * or an epoch in seconds or milliseconds. `null` for anything else, and for a day or time that does not exist.
 */
export function parseStamp(text: string): number | null {
  if (EPOCH.test(text)) {
    const number = Number(text)
    return Math.round(Math.abs(number) < FIRST_EPOCH_MS ? number * 1000 : number)
  }
  const [, day, minute = '00:00', second = ':00', zone] = CLOCK.exec(text) ?? []
  const wallMs = Date.parse(`${day}T${minute}${second}Z`)
  // The engine accepts some that do not exist, such as 30 February and 24:00, as another time.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(`${day}T${minute}`)) return null
  if (zone === undefined) return momentOf(wallMs)
  const instantMs =
    wallMs + Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(instantMs) ? null : instantMs
}
