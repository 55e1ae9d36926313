import { zoneName, zoneOption } from '#web/zone/display-zone.ts'
import { zoneOffsetMs } from '#web/zone/wall-clock.ts'

/** American English abbreviates only American zones and British English only European ones; both write other zones as an offset. */
const formats = ['en-US', 'en-GB'].map(
  (locale) => new Intl.DateTimeFormat(locale, { ...zoneOption, timeZoneName: 'short', hour: 'numeric' }),
)
const namesByOffset = new Map<number, string>()

/** The short name of the page's zone at a moment: `CET`, in summer `CEST`; `GMT+9` for a zone without one. */
export function zoneAbbreviation(timeS: number): string {
  const offset = zoneOffsetMs(timeS * 1000)
  const known = namesByOffset.get(offset)
  if (known !== undefined) return known
  const names = formats.map(
    (format) => format.formatToParts(timeS * 1000).find((part) => part.type === 'timeZoneName')?.value ?? '',
  )
  const name = names.find((text) => !/^(GMT|UTC)./.test(text)) ?? names[0] ?? ''
  namesByOffset.set(offset, name)
  return name
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
