const LOCALE = 'en-US'
const HOUR_S = 3600

const dayFormat = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const fullFormat = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'full',
  timeStyle: 'short',
  hourCycle: 'h23',
})
const zoneFormat = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short', hour: 'numeric' })

/** Short month and day over hour and minute: `Nov 14\n06:00`, in the browser's zone. */
export function formatTick(timeS: number): string {
  const date = new Date(timeS * 1000)
  return `${dayFormat.format(date)}\n${timeFormat.format(date)}`
}

/**
 * Full date and time in 24-hour form: `Friday, November 14, 2025 at 06:00`. In the hour that a clock change
 * doubles the zone stands behind it, since both would read alike.
 */
export function formatMoment(timeS: number): string {
  const text = fullFormat.format(timeS * 1000)
  return isDoubled(timeS, text) ? `${text} ${zoneName(timeS)}` : text
}

function isDoubled(timeS: number, text: string): boolean {
  return (
    fullFormat.format((timeS - HOUR_S) * 1000) === text || fullFormat.format((timeS + HOUR_S) * 1000) === text
  )
}

function zoneName(timeS: number): string {
  const parts = zoneFormat.formatToParts(timeS * 1000)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}
