/** The time zone of all times on the page: queries, axes, tables, files. Fixed while a page is open; another choice reloads it. */

/** Local storage key; without a value the browser's zone is used. */
const STORAGE_KEY = 'timeZone'
/** The coupled market's zone, and UTC. */
const CHOSEN_ZONES = ['Europe/Brussels', 'UTC'] as const
/** For a browser with an unusable zone. */
const FALLBACK_ZONE = 'UTC'
/** Session storage key of a zone that the server does not know. */
const REFUSED_KEY = 'refusedZone'

const refusedZone = readKept(() => sessionStorage, REFUSED_KEY)

/** Storage may be blocked, and does not exist outside a browser. */
function readKept(open: () => Storage, key: string): string | null {
  try {
    return open().getItem(key)
  } catch {
    return null
  }
}

/** `null` for names that the server does not know, such as offsets or the `Etc/Unknown` of some browsers. */
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

const zoneText = (search: string): string | undefined =>
  /[?&]tz=([^&]*)/.exec(search)?.[1]?.replaceAll(/%2F/gi, '/').replaceAll(/%2B/gi, '+')

/** `null`: the address has no usable zone. */
export const readZone = (search: string): string | null => usableZone(zoneText(search))

export function withoutZone(search: string): string {
  const fields = search.replace(/^\?/, '').split('&')
  const kept = fields.filter((field) => field !== '' && !field.startsWith('tz='))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

export function withZone(search: string, zone: string | null): string {
  const other = withoutZone(search)
  if (zone === null) return other
  return `${other === '' ? '?' : `${other}&`}tz=${zone.replaceAll('+', '%2B')}`
}

function readStored(): (typeof CHOSEN_ZONES)[number] | null {
  const stored = readKept(() => localStorage, STORAGE_KEY)
  return CHOSEN_ZONES.find((zone) => zone === stored) ?? null
}

/** The user's zone without the address's. `null`: the browser's. */
const ownZone = readStored() ?? (browserZone === null ? FALLBACK_ZONE : null)
const addressSearch = typeof location === 'undefined' ? '' : location.search
const addressZone = readZone(addressSearch)

/** The address has priority over the stored zone. `null`: the browser's. */
export const chosenZone: string | null = addressZone ?? ownZone

/** Path of the page whose address set a zone other than the user's. */
export const borrowedOn: string | null =
  addressZone === null || addressZone === (ownZone ?? browserZone) ? null : location.pathname

/** Why the page does not use the browser's zone, although the user has chosen none. */
export function zoneProblem(): string | null {
  const asked = zoneText(addressSearch)
  if (asked !== undefined && asked !== refusedZone && addressZone === null)
    return `A part of this link was not understood: tz=${asked.slice(0, 80)}. Times are in ${zoneName()}.`
  if (readStored() !== null || (browserZone !== null && refusedZone === null)) return null
  const cause =
    refusedZone === null
      ? 'This browser does not say which time zone it is in'
      : `The server does not know the time zone ${refusedZone}`
  return `${cause}, so times are in ${zoneName()}. You can choose another zone at the top of the page.`
}

/** Reloads the page in another zone, because the server does not know this one. */
export function refuseZone(): void {
  // Once only: if the server refuses the next zone too, the page would reload forever.
  if (refusedZone !== null) return
  try {
    sessionStorage.setItem(REFUSED_KEY, zoneName())
    location.reload()
  } catch {
    // Without storage the refusal is not remembered.
  }
}

/** Selectable zones; `zone` `null`: the browser's. */
export function zoneChoices(): { zone: string | null; name: string; place: string }[] {
  const own = browserZone === null ? [] : [null]
  return [...new Set([...own, ...CHOSEN_ZONES, chosenZone])].map((zone) => ({
    zone,
    name: zone === null ? 'Browser' : zone === CHOSEN_ZONES[0] ? 'Market' : zone,
    place: zone ?? String(browserZone),
  }))
}

/** Stores a choice and reloads the page. */
export function chooseZone(zone: string | null): void {
  if (zone === chosenZone && zone === readStored()) return
  try {
    if (zone === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, zone)
  } catch {
    // Storage may be blocked or full; the address then keeps the choice.
  }
  location.replace(location.pathname + withZone(location.search, zone) + location.hash)
}

/** Without `timeZone`, formats and calendars use the browser's zone. */
export const zoneOption: { timeZone?: string } = chosenZone === null ? {} : { timeZone: chosenZone }

const instantFormat = new Intl.DateTimeFormat('en-US', {
  ...zoneOption,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 26, 11:35` */
export function formatInstant(instant: string): string {
  return instantFormat.format(new Date(instant))
}

const datedFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  ...zoneOption,
})

/** `Nov 20, 2026, 16:30` */
export function formatInstantWithYear(instant: string | number): string {
  return datedFormat.format(new Date(instant))
}

export function zoneName(): string {
  return chosenZone ?? browserZone ?? FALLBACK_ZONE
}

/** American English abbreviates only American zones, British English only European ones; both write others as offsets. */
const shortNameFormats = ['en-US', 'en-GB'].map(
  (locale) => new Intl.DateTimeFormat(locale, { ...zoneOption, timeZoneName: 'short', hour: 'numeric' }),
)

/** `CET`, in summer `CEST`; `GMT+9` for a zone without a short name. */
export function zoneAbbreviation(timeS: number): string {
  const names = shortNameFormats.map(
    (format) => format.formatToParts(timeS * 1000).find((part) => part.type === 'timeZoneName')?.value ?? '',
  )
  return names.find((text) => !/^(GMT|UTC)./.test(text)) ?? names[0] ?? ''
}

/** Shorter than any daylight saving period. */
const SAMPLE_S = 14 * 86_400

/** `Europe/Berlin, CET`, or both short names if the clock changes within the span. */
export function describeZone(fromS: number, toS: number): string {
  const timeZone = zoneName()
  const found = new Set<string>()
  for (let timeS = fromS; timeS < toS; timeS += SAMPLE_S) found.add(zoneAbbreviation(timeS))
  const names = [...found.add(zoneAbbreviation(toS))]
  // UTC has no other name.
  return names.length === 1 && names[0] === timeZone ? timeZone : `${timeZone}, ${names.join('/')}`
}
