import { AREA_CODES, MEMBER_CODES, membersOf, type MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createConfiguredSource, createConfiguredWeather } from '#server/backend/configured-source.ts'
import { requireOneKindOfSource } from '#server/backend/one-kind-of-source.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { SourceError } from '#server/errors.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { ingestSpan, type IngestedSpan } from '#server/sources/ingestion/ingest-span.ts'
import { feedName } from '#server/sources/source.ts'
import { fillDays } from '#server/sources/weather/fill-past.ts'
import { CommandError, onDatabase, readChoice, readDays, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run ingest -- --from 2024-06-15 --to 2024-06-16 [--area PL] [--weather]
Reads whole days from the source into the database, from the first to the last, in ${MARKET_ZONE}.
With --weather it reads the weather forecasts of these days that are not stored yet, and nothing else.`

/** Whole market days. */
interface Wanted {
  areas: readonly MemberCode[]
  from: string
  to: string
}

function report({ found, changed, refused, failures, faults, isComplete }: IngestedSpan): void {
  const refusal = refused === 0 ? '' : `, ${refused} refused because they cannot be true`
  process.stdout.write(`${found} values read, ${changed} new or changed${refusal}.\n`)
  for (const { feed, reason } of faults) process.stderr.write(`${feed}: ${reason}.\n`)
  for (const { feed, reason } of failures) process.stderr.write(`${feed}: ${reason}\n`)
  if (!isComplete) throw new CommandError('Some values could not be read. Stored values are kept.')
}

async function readValues(
  database: Database,
  config: Config,
  { areas, from, to }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const source = createConfiguredSource(config, Date.now, database, (reason, feed) =>
    process.stderr.write(`${feed === undefined ? '' : `${feedName(feed)}: `}${reason}\n`),
  )
  if (source === null) throw new CommandError('SOURCE is none: there is no source to read from.')
  if (!source.feeds.some((feed) => areas.includes(feed.area)))
    throw new CommandError(`${source.label} does not cover ${areas.join(', ')}.`)
  const line = createProgressLine(`Reading ${source.label}`, 'days of series')
  const series = createSeriesStore(database)
  const span = { fromUtc: timeOfDay(from), toUtc: timeOfDay(addDays(to, 1)) }
  const parts = { source, database, series, clock: Date.now, areas, span, onProgress: line.update }
  report(await ingestSpan(parts, signal).finally(() => line.end()))
}

async function readWeather(
  database: Database,
  config: Config,
  { areas, from: fromDay, to: toDay }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const source = createConfiguredWeather(config, Date.now)
  if (source === null) throw new CommandError('WEATHER is off: there is no weather to read.')
  if (source.fetchPast === null)
    throw new CommandError('WEATHER_HISTORY_URL must name where earlier forecasts of this server are.')
  const line = createProgressLine(`Reading weather of ${source.label}`, 'days of areas')
  const store = createWeatherStore(database)
  const parts = { source, database, store, areas, clock: Date.now, fromDay, toDay }
  let read = { done: 0, found: 0, total: 0 }
  let failure: string | null = null
  try {
    for await (read of fillDays(parts, signal)) line.update(read)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    failure = error.message
  } finally {
    line.end()
  }
  process.stdout.write(`${read.done} days of areas read, ${read.found} of them with weather.\n`)
  if (failure !== null)
    throw new CommandError(`${failure} Stored values are kept; the same command goes on from there.`)
}

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  area: { type: 'string' },
  weather: { type: 'boolean' },
} as const

await runCommand({ usage: USAGE, options }, async ({ values: { area, weather: isWeather, ...words } }) => {
  const days = readDays(USAGE, words)
  const areas = area === undefined ? MEMBER_CODES : membersOf(readChoice('area', AREA_CODES, area))
  const stop = new AbortController()
  await onDatabase({ mayMake: true }, async (database, config) => {
    process.once('SIGINT', () => stop.abort())
    await requireOneKindOfSource(database, config)
    await (isWeather ? readWeather : readValues)(database, config, { areas, ...days }, stop.signal)
  }).catch((error: unknown) => {
    throw stop.signal.aborted ? new CommandError('Stopped. Stored values are kept.') : error
  })
})
