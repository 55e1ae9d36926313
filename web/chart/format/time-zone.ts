const FORMATS = ['en-US', 'en-GB'].map(
  (locale) => new Intl.DateTimeFormat(locale, { timeZoneName: 'short', hour: 'numeric' }),
)

/**
 * The browser's time zone with its abbreviation at a moment (epoch seconds): `Europe/Berlin, CET`. American English abbreviates only
 * American zones and British English only European ones; other zones get an offset: `Asia/Tokyo, GMT+9`.
 */
export function formatZone(timeS: number): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const names = FORMATS.map((format) => abbreviation(format, timeS))
  const name = names.find((text) => !/^(GMT|UTC)./.test(text)) ?? names[0] ?? ''
  return name === zone ? zone : `${zone}, ${name}`
}

function abbreviation(format: Intl.DateTimeFormat, timeS: number): string {
  return format.formatToParts(timeS * 1000).find((part) => part.type === 'timeZoneName')?.value ?? ''
}
