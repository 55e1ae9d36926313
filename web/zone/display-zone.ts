import { TZDateMini } from '@date-fns/tz/date/mini'

/**
 * The time zone of every time on the page: of the queries that are sent, axes, tables, calendars and files. It is fixed while a page
 * is open; another choice loads the page again.
 */

/** Local storage key, and what it may hold besides nothing: the browser's zone. */
const STORAGE_KEY = 'timeZone'
/** The zones that can be chosen besides the browser's: that of the coupled market, and UTC. */
const CHOSEN_ZONES = ['Europe/Brussels', 'UTC'] as const

/** The zone of an address, any that the browser knows; `null` if it names none, which means the zone of the browser. */
export function readZone(search: string): string | null {
  const name = /[?&]tz=([^&]*)/.exec(search)?.[1]
  if (name === undefined) return null
  const zone = name.replaceAll(/%2F/gi, '/')
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** The query of an address without its zone. */
export function withoutZone(search: string): string {
  const fields = search.replace(/^\?/, '').split('&')
  const kept = fields.filter((field) => field !== '' && !field.startsWith('tz='))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** The query of an address, with a zone if one is chosen. */
export function withZone(search: string, zone: string | null): string {
  const other = withoutZone(search)
  if (zone === null) return other
  return `${other === '' ? '?' : `${other}&`}tz=${zone}`
}

function readStored(): (typeof CHOSEN_ZONES)[number] | null {
  try {
    return CHOSEN_ZONES.find((zone) => zone === localStorage.getItem(STORAGE_KEY)) ?? null
  } catch {
    return null
  }
}

/** What is chosen for this page: the address comes before what is remembered. `null`: the browser's zone. */
export const chosenZone: string | null =
  typeof location === 'undefined' ? null : (readZone(location.search) ?? readStored())

/** What can be chosen besides an address's own zone, as `name` and `zone`; null is the browser's. */
export function zoneChoices(): { zone: string | null; name: string; place: string }[] {
  return [...new Set([null, ...CHOSEN_ZONES, chosenZone])].map((zone) => ({
    zone,
    name: zone === null ? 'Browser' : zone === CHOSEN_ZONES[0] ? 'Market' : zone,
    place: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))
}

/** Remembers a choice and loads the page again, because everything on it is in one zone. */
export function chooseZone(zone: string | null): void {
  if (zone === chosenZone) return
  try {
    if (zone === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, zone)
  } catch {
    // Storage may be blocked or full. The address then keeps the choice.
  }
  location.replace(location.pathname + withZone(location.search, zone) + location.hash)
}

/** For formats and calendars: the chosen zone; without one they take the browser's by themselves. */
export const zoneOption: { timeZone?: string } = chosenZone === null ? {} : { timeZone: chosenZone }

/** The IANA name of the page's zone. */
export function zoneName(): string {
  return chosenZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** An instant whose hours, days and months are those of the page's zone, also for date-fns. */
export function inZone(instant: number | string | Date): Date {
  return chosenZone === null ? new Date(instant) : new TZDateMini(+new Date(instant), chosenZone)
}

/** A wall-clock time of the page's zone; months count from 0, as in `Date`. */
export function dateInZone(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): Date {
  return chosenZone === null
    ? new Date(year, month, day, hour, minute, second, ms)
    : new TZDateMini(year, month, day, hour, minute, second, ms, chosenZone)
}
