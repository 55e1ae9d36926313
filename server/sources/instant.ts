const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Epoch milliseconds of an RFC 3339 instant, its seconds optional; else null, also for 24:00, and a 30 February that `Date` would take for March. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1, 6).map(Number)
  const second = Number(match[6] ?? 0)
  const offsetHour = Number(match[8] ?? 0)
  const offsetMinute = Number(match[9] ?? 0)
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isOwnDay = local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!isOwnDay || local.getUTCFullYear() !== year) return null
  const offsetMs = (offsetHour * 60 + offsetMinute) * 60_000
  return local.getTime() - (match[7] === '-' ? -offsetMs : offsetMs)
}
