import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import {
  createConfiguredLibrary,
  createConfiguredSource,
  createConfiguredWeather,
} from '#server/backend/configured-source.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { SourceError } from '#server/errors.ts'
import { countValues, spanOfValues } from '#server/series/series.ts'
import { LIBRARY_ITEMS, type FileLibrary, type LibraryItem } from '#server/sources/entsoe/file-library.ts'
import { isRefusedConnection, networkAdvice } from '#server/sources/network-advice.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'
import { forgetParts } from '#server/sources/read-feed.ts'
import { readWhole, type Feed, type Fetched, type Source } from '#server/sources/source.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'
import { pointsOf } from '#server/sources/weather/area-points.ts'

import { type Check, checkOf, fault } from './report.ts'

/** A large and a small area that every source covers. */
const AREAS: readonly MemberCode[] = ['DE', 'SI']
/** A larger error makes new values look like future ones. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS
/** Larger files are only listed. */
const MAX_FILE_BYTES = 5_000_000
/** Energy-Charts limits requests per minute, but allows a few in a row. */
const ENERGY_CHARTS_PACE_S = 6

/** Sends a small request for each kind of data of each configured service; stores no values. Never rejects. */
export async function checkSources(config: Config, clock: Clock, signal: AbortSignal): Promise<Check[]> {
  const pace = Math.min(config.ENERGY_CHARTS_PACE_S, ENERGY_CHARTS_PACE_S)
  const source = createConfiguredSource({ ...config, ENERGY_CHARTS_PACE_S: pace }, clock, null)
  const library = source?.name === 'entsoe' ? createConfiguredLibrary(config, clock, forgetParts) : null
  const weather = createConfiguredWeather(config, clock)
  const addresses: Record<Config['SOURCE'], string | null> = {
    demo: null,
    none: null,
    entsoe: config.ENTSOE_URL,
    'energy-charts': config.ENERGY_CHARTS_URL,
  }
  const address = addresses[config.SOURCE]
  const checks = await Promise.all([
    source === null || address === null ? [] : checkClock(source.label, address, clock, signal),
    source === null || source.isDemo ? [] : checkFeeds(source, clock, signal),
    library === null ? [] : checkLibrary(library, clock, signal),
    weather === null || weather.isDemo ? [] : checkWeather(weather, clock, signal),
  ])
  const notices = source?.notices?.() ?? []
  const announced = notices.map((message) =>
    checkOf(source?.label ?? '', 'announcement', { status: 'note', message }),
  )
  return [...checks.flat(), ...announced]
}

async function checkClock(label: string, address: string, clock: Clock, signal: AbortSignal): Promise<Check> {
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual', signal }).catch(() => null)
  const theirsUtc = Date.parse(response?.headers.get('date') ?? '')
  const what = `against that of ${label}`
  if (Number.isNaN(theirsUtc))
    return checkOf('clock', what, { status: 'note', message: 'It does not tell its time.' })
  const aheadMs = clock() - theirsUtc
  const message = `It is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs < 0 ? 'behind' : 'ahead'}.`
  if (Math.abs(aheadMs) < CLOCK_TOLERANCE_MS) return checkOf('clock', what, { message })
  return checkOf('clock', what, fault(message, 'Set the clock of this machine, best by NTP.'))
}

/** Actual values of the last two days; forecasts of yesterday to tomorrow. */
function spanOf({ kind }: Pick<Feed, 'kind'>, now: number): Span {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return kind === 'actual'
    ? { fromUtc: today - DAY_MS, toUtc: now }
    : { fromUtc: today - DAY_MS, toUtc: today + 2 * DAY_MS }
}

const nameOf = ({ area, kind, quantities }: Feed) =>
  `${area} ${quantities.join(' and ')}, ${kind === 'actual' ? 'measured' : 'TSO forecast'}`

function checkFeeds(source: Source, clock: Clock, signal: AbortSignal): Promise<Check[]> {
  const feeds = source.feeds.filter(({ area }) => AREAS.includes(area))
  return Promise.all(
    feeds.map((feed) =>
      checkOrFault(source.label, nameOf(feed), signal, async () => {
        const now = clock()
        const fetched = await source.fetch(feed, spanOf(feed, now), signal)
        return describe(fetched, feed, now, source.staleAfterMs)
      }),
    ),
  )
}

function describe(
  { blocks, faults }: Fetched,
  { kind, quantities }: Feed,
  now: number,
  staleAfterMs: number,
): Partial<Check> {
  const filled = blocks.filter((block) => spanOfValues(block) !== null)
  const refused = blocks.reduce((sum, block) => sum + refuseImplausible(block, now).refused, 0)
  const values = filled.reduce((sum, { powerMw }) => sum + countValues(powerMw), 0)
  if (values === 0)
    return { values, ...fault('It has no values.', 'Try again later; if it stays so, report it.') }
  const lastUtc = Math.max(...filled.map((block) => spanOfValues(block)?.toUtc ?? NaN))
  const missing = quantities.filter((quantity) => filled.every((block) => block.quantity !== quantity))
  const notes = [
    ...missing.map((quantity) => `There is no ${quantity}.`),
    ...faults.slice(0, 1).map((fault) => `Something is wrong in it: ${fault}.`),
    ...(refused === 0 ? [] : [`${refused} values cannot be true and would not be stored.`]),
    ...(kind === 'actual' && now - lastUtc > staleAfterMs ? ['The newest value is late.'] : []),
  ]
  return {
    status: notes.length === 0 ? 'ok' : 'note',
    steps: [...new Set(filled.map(({ stepMinutes }) => stepMinutes))].toSorted((a, b) => a - b),
    firstUtc: Math.min(...filled.map(({ startsAtUtc }) => startsAtUtc)),
    lastUtc,
    values,
    message: notes.length === 0 ? null : notes.join(' '),
  }
}

const LIBRARY = 'File Library'

async function checkLibrary(library: FileLibrary, clock: Clock, signal: AbortSignal): Promise<Check[]> {
  const checks = await Promise.all(LIBRARY_ITEMS.map((item) => checkItem(library, item, clock, signal)))
  return checks.flat()
}

/** Lists an item's files, and reads both areas from the newest one if it is small. */
async function checkItem(
  library: FileLibrary,
  item: LibraryItem,
  clock: Clock,
  signal: AbortSignal,
): Promise<Check[]> {
  const now = clock()
  let [month, bytes] = [monthOf(now), Number.POSITIVE_INFINITY]
  const list = await checkOrFault(LIBRARY, `files of ${item.stem}`, signal, async () => {
    const files = await library.list(item, signal)
    // A month's first file may come a day late.
    if (!files.has(month.firstDay)) month = monthOf(month.fromUtc - 1)
    const newest = files.get(month.firstDay)
    if (newest === undefined) throw new SourceError('There is none of this month.', { isTransient: true })
    bytes = newest.bytes ?? bytes
    const size = newest.bytes === null ? 'unknown size' : `${(newest.bytes / 1e6).toFixed(1)} MB`
    const since = `${Math.round((now - newest.changedUtc) / MINUTE_MS)} minutes ago`
    const words = bytes > MAX_FILE_BYTES ? ' Only smaller files are read here.' : ''
    return { values: files.size, message: `${newest.name} of ${size} was changed ${since}.${words}` }
  })
  if (list.status !== 'ok' || bytes > MAX_FILE_BYTES) return [list]
  const feeds = AREAS.map((area): Feed => ({ area, kind: item.kind, quantities: item.quantities }))
  const reading = library.read(feeds, month, signal)
  const contents = feeds.map((feed, index) =>
    checkOrFault(LIBRARY, nameOf(feed), signal, async () => {
      const values = await reading
      // Files have no schedule by which a value could be late.
      return describe(values?.[index] ?? readWhole([]), feed, now, Number.POSITIVE_INFINITY)
    }),
  )
  return [list, ...(await Promise.all(contents))]
}

async function checkWeather(weather: WeatherSource, clock: Clock, signal: AbortSignal): Promise<Check[]> {
  const hour = Math.floor(clock() / HOUR_MS) * HOUR_MS
  const { fetchPast } = weather
  const requests = AREAS.flatMap((area) => {
    const points = pointsOf(area)
    const next = { fromUtc: hour, toUtc: hour + DAY_MS }
    const past = { fromUtc: hour - 3 * DAY_MS, toUtc: hour - 2 * DAY_MS }
    return [
      {
        what: `${area}, forecast`,
        span: next,
        fetch: async () => (await weather.fetch(points, next, signal)).points,
      },
      ...(fetchPast === null
        ? []
        : [{ what: `${area}, earlier forecast`, span: past, fetch: () => fetchPast(points, past, signal) }]),
    ]
  })
  return Promise.all(
    requests.map(({ what, span, fetch }) =>
      checkOrFault(weather.label, `weather of ${what}`, signal, async () => {
        const points = await fetch()
        const columns = points.flatMap((point) => [point.temperatureC, point.windSpeedMs, point.radiationWm2])
        const hours = columns[0]?.length ?? 0
        const values = columns.reduce((sum, column) => sum + countValues(column), 0)
        const missing = columns.length * hours - values
        return {
          status: missing === 0 ? 'ok' : 'note',
          steps: [60],
          firstUtc: span.fromUtc,
          lastUtc: span.toUtc,
          values,
          message: `${weather.model} at ${points.length} points, ${missing} values are missing.`,
        }
      }),
    ),
  )
}

async function checkOrFault(
  part: string,
  what: string,
  signal: AbortSignal,
  check: () => Promise<Partial<Check>>,
): Promise<Check> {
  try {
    return checkOf(part, what, await check())
  } catch (error) {
    if (signal.aborted)
      return checkOf(
        part,
        what,
        fault('No answer came in the time of this command.', 'Try again in some minutes.'),
      )
    if (!(error instanceof SourceError)) throw error
    const advice =
      error.fault === 'token'
        ? 'Check ENTSOE_TOKEN: it is made on the account page of the platform.'
        : error.fault === 'request'
          ? 'Check the settings of this service.'
          : error.isTransient
            ? (networkAdvice(error.cause) ??
              (isRefusedConnection(error.cause)
                ? 'Nothing listens at this address: check the setting that names it.'
                : 'Wait: a running server goes on by itself when the service is back.'))
            : 'Report this with the whole output.'
    return checkOf(part, what, fault(error.message, advice))
  }
}
