/** The zone of every time on the page, in queries, axes, tables and files. Fixed while a page is open: another choice loads it again. */

/** Local storage key, and what it may hold besides nothing: the browser's zone. */
const STORAGE_KEY = 'timeZone'
/** The zones that can be chosen besides the browser's: that of the coupled market, and UTC. */
const CHOSEN_ZONES = ['Europe/Brussels', 'UTC'] as const
/** Stands in for a browser's zone that cannot be used. */
const FALLBACK_ZONE = 'UTC'
/** Session storage key: a zone that the server does not know. */
const REFUSED_KEY = 'refusedZone'

const refusedZone = readKept(() => sessionStorage, REFUSED_KEY)

/** Storage may be blocked, and there is none outside a browser. */
function readKept(open: () => Storage, key: string): string | null {
  try {
    return open().getItem(key)
  } catch {
    return null
  }
}

/** The name of a zone that browser and server know; `null` for any other, such as an offset, or the `Etc/Unknown` of some browsers. */
function usableZone(name: string | undefined): string | null {
  if (name === undefined || name === refusedZone) return null
  try {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    return /^([+-]|Etc\/Unknown$)/.test(zone) ? null : zone
  } catch {
    return null
  }
}

const browserZone = usableZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The zone of an address, any that can be used; `null` if it names none, which means the user's own. */
export function readZone(search: string): string | null {
  return usableZone(/[?&]tz=([^&]*)/.exec(search)?.[1]?.replaceAll(/%2F/gi, '/').replaceAll(/%2B/gi, '+'))
}

export function withoutZone(search: string): string {
  const fields = search.replace(/^\?/, '').split('&')
  const kept = fields.filter((field) => field !== '' && !field.startsWith('tz='))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** The query of an address, with a zone if one is chosen. */
export function withZone(search: string, zone: string | null): string {
  const other = withoutZone(search)
  if (zone === null) return other
  return `${other === '' ? '?' : `${other}&`}tz=${zone.replaceAll('+', '%2B')}`
}

function readStored(): (typeof CHOSEN_ZONES)[number] | null {
  const stored = readKept(() => localStorage, STORAGE_KEY)
  return CHOSEN_ZONES.find((zone) => zone === stored) ?? null
}

/** The user's own zone, whatever the address says. `null`: the browser's. */
const ownZone = readStored() ?? (browserZone === null ? FALLBACK_ZONE : null)
const addressZone = typeof location === 'undefined' ? null : readZone(location.search)

/** Zone chosen for this page: the address comes before the remembered one. `null`: the browser's zone. */
export const chosenZone: string | null = addressZone ?? ownZone

/** The path of the page whose address brought a zone that is not the user's own; `null` if none did. */
export const borrowedOn: string | null =
  addressZone === null || addressZone === (ownZone ?? browserZone) ? null : location.pathname

/** Why the times are not those of the browser although the user has chosen no zone; `null` if they are. */
export function zoneProblem(): string | null {
  if (readStored() !== null || (browserZone !== null && refusedZone === null)) return null
  const cause =
    refusedZone === null
      ? 'This browser does not say which time zone it is in'
      : `The server does not know the time zone ${refusedZone}`
  return `${cause}, so times are in ${zoneName()}. You can choose another zone at the top of the page.`
}

/** Loads the page again in another zone, because the server does not know its own. */
export function refuseZone(): void {
  // Once: a server that refuses the next one too would have the page loaded without end.
  if (refusedZone !== null) return
  try {
    sessionStorage.setItem(REFUSED_KEY, zoneName())
    location.reload()
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Choices besides an address's own zone, as `name` and `zone`; null is the browser's. */
export function zoneChoices(): { zone: string | null; name: string; place: string }[] {
  const own = browserZone === null ? [] : [null]
  return [...new Set([...own, ...CHOSEN_ZONES, chosenZone])].map((zone) => ({
    zone,
    name: zone === null ? 'Browser' : zone === CHOSEN_ZONES[0] ? 'Market' : zone,
    place: zone ?? String(browserZone),
  }))
}

/** Remembers a choice and loads the page again, because everything on it is in one zone. */
export function chooseZone(zone: string | null): void {
  if (zone === chosenZone && zone === readStored()) return
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

const instantFormat = new Intl.DateTimeFormat('en-US', {
  ...zoneOption,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 26, 11:35`; a moment as clocks of the page show it. */
export function formatInstant(instant: string): string {
  return instantFormat.format(new Date(instant))
}

const datedFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  ...zoneOption,
})

/** `Nov 20, 2026, 16:30`; the same with the year. */
export function formatInstantWithYear(instant: string | number): string {
  return datedFormat.format(new Date(instant))
}

export function zoneName(): string {
  return chosenZone ?? browserZone ?? FALLBACK_ZONE
}

/** American English abbreviates only American zones and British English only European ones; both write other zones as an offset. */
const shortNameFormats = ['en-US', 'en-GB'].map(
  (locale) => new Intl.DateTimeFormat(locale, { ...zoneOption, timeZoneName: 'short', hour: 'numeric' }),
)

/** The short name of the page's zone at a moment: `CET`, in summer `CEST`; `GMT+9` for a zone without one. */
export function zoneAbbreviation(timeS: number): string {
  const names = shortNameFormats.map(
    (format) => format.formatToParts(timeS * 1000).find((part) => part.type === 'timeZoneName')?.value ?? '',
  )
  return names.find((text) => !/^(GMT|UTC)./.test(text)) ?? names[0] ?? ''
}

/** Less than any zone keeps one time of the year. */
const SAMPLE_S = 14 * 86_400

/** The page's zone over a span: `Europe/Berlin, CET`; both short names if the clock changes within it. */
export function describeZone(fromS: number, toS: number): string {
  const timeZone = zoneName()
  const found = new Set<string>()
  for (let timeS = fromS; timeS < toS; timeS += SAMPLE_S) found.add(zoneAbbreviation(timeS))
  const names = [...found.add(zoneAbbreviation(toS))]
  // UTC has no other name.
  return names.length === 1 && names[0] === timeZone ? timeZone : `${timeZone}, ${names.join('/')}`
}
