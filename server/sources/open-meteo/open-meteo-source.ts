import { z } from 'zod'

import { DAY_MS, HOUR_MS, MINUTE_MS, type Span, toDate, within } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Pace, type Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { createSourceRequest } from '#server/sources/source-request.ts'
import type { RequestExtras, SourceRequest } from '#server/sources/source-request.ts'
import { withoutValues } from '#server/sources/weather-source.ts'
import type {
  PointWeather,
  WeatherAnswer,
  WeatherPoint,
  WeatherRun,
  WeatherSource,
} from '#server/sources/weather-source.ts'

import { createStuckPoints, readAnswer, type VariableNames } from './answer.ts'
import { LIMITS, REFUSALS, refusalOf, requestWeight } from './limits.ts'

/** DWD models have no wind at 100 m; a constant factor does not change the forecast. */
const windVariableOf = (model: string) => (/^(dwd_)?icon/.test(model) ? 'wind_speed_120m' : 'wind_speed_100m')

const variablesOf = (model: string, suffix: string): VariableNames => ({
  temperature: `temperature_2m${suffix}`,
  wind: `${windVariableOf(model)}${suffix}`,
  radiation: `shortwave_radiation${suffix}`,
})

const datasetOf = (model: string) => (model.startsWith('icon') ? `dwd_${model}` : model)

const LABEL = 'Open-Meteo'
/** Until all servers of the service have a new run (docs/model-updates). */
const UNTIL_EVERYWHERE_MS = 10 * MINUTE_MS
/** Forecast runs wait no longer. */
const MAX_ANSWER_MS = 10_000
/** About 500 bytes, read outside the thread of documents. */
const MAX_METADATA_BYTES = 64_000
const PAST = {
  /** Forecasts from 48 hours before. A delivery day ends by 23:00 UTC, so all precede the day of the forecast run. */
  suffix: '_previous_day2',
  /** Leaves room for tomorrow's weather. */
  share: 0.8,
  /** Months of values take longer. */
  silenceMs: 60_000,
  wholeMs: 300_000,
}

type Wanted = { host: string; suffix: string } & RequestExtras

const readDocument = createDocumentReader(LABEL, 'openMeteo', readAnswer)

export interface OpenMeteoOptions {
  url: string
  key?: string | undefined
  historyUrl?: string | undefined
  model: string
  clock: Clock
  timer?: Timer
}

/** Open-Meteo, or a server with its software. Values are the model's own, one run for all points of a call. */
export function createOpenMeteoSource(options: OpenMeteoOptions): WeatherSource {
  const { url, key, historyUrl, model, clock, timer = monotonicTimer } = options
  const { forecast, previousRuns } = hostsOf(url, key, historyUrl)
  const withoutStuckPoints = createStuckPoints()
  // The service allows one request at a time.
  const pace = createPace({ limits: LIMITS, atOnce: 1, timer })
  const request = createSourceRequest({
    label: LABEL,
    pace,
    clock,
    answers: REFUSALS,
    // A header keeps the key out of URLs.
    headers: key === undefined ? {} : { 'x-api-key': key },
    silenceMs: MAX_ANSWER_MS,
    wholeMs: MAX_ANSWER_MS,
  })
  const ask = createAsk({ model, clock, pace, request })

  /** Metadata is optional, and does not count against the limits. */
  async function newestRun(signal: AbortSignal): Promise<WeatherRun | null> {
    try {
      const address = new URL(`${forecast}/data/${datasetOf(model)}/static/meta.json`)
      const answer = await request(address, signal, { maxBytes: MAX_METADATA_BYTES, weight: 0 })
      return answer.status === 200 ? readMetadata(answer.text) : null
    } catch (error) {
      if (error instanceof SourceError) return null
      throw error
    }
  }

  return {
    name: 'open-meteo',
    label: LABEL,
    credit: { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' },
    isDemo: false,
    model,
    newestRun,
    async fetch(points, span, signal): Promise<WeatherAnswer> {
      const before = await newestRun(signal)
      const given = await ask({ host: forecast, suffix: '' }, points, span, signal)
      const after = await newestRun(signal)
      if (before !== null && after !== null && before.runUtc !== after.runUtc)
        throw new SourceError(`${LABEL} changed to another run while it answered.`, { isTransient: true })
      const runUtc = before === null ? null : (after?.runUtc ?? null)
      return {
        points: runUtc === null ? given : withoutStuckPoints(points, given, span.fromUtc, runUtc),
        runUtc,
      }
    },
    pastDays: Number.POSITIVE_INFINITY,
    fetchPast:
      previousRuns === null
        ? null
        : (points, span, signal) => ask({ ...PAST, host: previousRuns }, points, span, signal),
  }
}

interface AskParts {
  model: string
  clock: Clock
  pace: Pace
  request: SourceRequest
}

/** Points outside the model have no values, and are requested again the next day. */
function createAsk({ model, clock, pace, request }: AskParts) {
  const refusedOn = new Map<string, string>()
  const placeOf = (host: string, { latitude, longitude }: WeatherPoint) => `${host} ${latitude} ${longitude}`

  /** Points of one kind of cell. `asked`: requested part of the span. */
  async function askCells(
    wanted: Wanted,
    points: readonly WeatherPoint[],
    span: Span,
    signal: AbortSignal,
    asked: Span = span,
  ): Promise<PointWeather[]> {
    const { host, suffix, ...extras } = wanted
    if (points.length === 0 || asked.toUtc <= asked.fromUtc) return points.map(() => withoutWeather(span))
    const names = variablesOf(model, suffix)
    const days = Math.floor(asked.toUtc / DAY_MS) - Math.floor(asked.fromUtc / DAY_MS) + 1
    const weight = requestWeight(points.length, Object.keys(names).length, days)
    const answer = await request(addressOf(host, model, points, asked, names), signal, { ...extras, weight })
    const refusal = refusalOf(answer, clock())
    if (refusal === null) return readDocument(answer.text, points.length, span, names)
    const { error, isOutsideModel, allowed } = refusal
    if (allowed !== null && (allowed.fromUtc > asked.fromUtc || allowed.toUtc < asked.toUtc))
      return askCells(wanted, points, span, signal, within(asked, allowed))
    if (isOutsideModel && points.length > 1) {
      const middle = Math.ceil(points.length / 2)
      const first = await askCells(wanted, points.slice(0, middle), span, signal, asked)
      return [...first, ...(await askCells(wanted, points.slice(middle), span, signal, asked))]
    }
    if (isOutsideModel) {
      for (const point of points) refusedOn.set(placeOf(host, point), toDate(clock()))
      return points.map(() => withoutWeather(span))
    }
    if (error.retryAfterS !== null) pace.hold(error.retryAfterS * 1000)
    throw error
  }

  /** Points at sea need sea cells, in a request of their own. */
  return async (
    wanted: Wanted,
    points: readonly WeatherPoint[],
    span: Span,
    signal: AbortSignal,
  ): Promise<PointWeather[]> => {
    const today = toDate(clock())
    const known = points.filter((point) => refusedOn.get(placeOf(wanted.host, point)) !== today)
    const atSea = known.filter(({ isOffshore }) => isOffshore)
    const onLand = known.filter(({ isOffshore }) => !isOffshore)
    const [land, sea] = [
      await askCells(wanted, onLand, span, signal),
      await askCells(wanted, atSea, span, signal),
    ]
    return points.map((point) => {
      const answers = point.isOffshore ? sea : land
      return (known.includes(point) ? answers.shift() : null) ?? withoutWeather(span)
    })
  }
}

const withoutWeather = ({ fromUtc, toUtc }: Span) => withoutValues((toUtc - fromUtc) / HOUR_MS)

const MetadataSchema = z.object({
  last_run_initialisation_time: z.number().int().positive(),
  last_run_availability_time: z.number().int().positive(),
})

function readMetadata(text: string): WeatherRun | null {
  const { data } = MetadataSchema.safeParse(parseJson(text))
  if (data === undefined) return null
  return {
    runUtc: data.last_run_initialisation_time * 1000,
    readyAtUtc: data.last_run_availability_time * 1000 + UNTIL_EVERYWHERE_MS,
  }
}

function addressOf(
  host: string,
  model: string,
  points: readonly WeatherPoint[],
  span: Span,
  names: VariableNames,
): URL {
  const parameters = new URLSearchParams({
    latitude: points.map(({ latitude }) => latitude).join(','),
    longitude: points.map(({ longitude }) => longitude).join(','),
    hourly: Object.values(names).join(','),
    models: model,
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT',
    cell_selection: points[0]?.isOffshore ? 'sea' : 'land',
    start_date: toDate(span.fromUtc),
    // The last hour needs the value at `toUtc`.
    end_date: toDate(span.toUtc),
  })
  return new URL(`${host}/v1/forecast?${String(parameters)}`)
}

const FREE_HOST = 'api.open-meteo.com'
const CUSTOMER_HOST = `customer-${FREE_HOST}`

/** A self-hosted server has no earlier runs (null) unless `historyUrl` is set. */
export function hostsOf(url: string, key: string | undefined, historyUrl: string | undefined) {
  const forecast = new URL(url)
  if (forecast.hostname === FREE_HOST && key !== undefined) forecast.hostname = CUSTOMER_HOST
  const history = new URL(historyUrl ?? forecast)
  if (historyUrl === undefined)
    history.hostname = forecast.hostname.replace(FREE_HOST, `previous-runs-${FREE_HOST}`)
  const isElsewhere = ![FREE_HOST, CUSTOMER_HOST].includes(forecast.hostname)
  const bare = (address: URL) => String(address).replace(/\/+$/, '')
  return {
    forecast: bare(forecast),
    previousRuns: historyUrl === undefined && isElsewhere ? null : bare(history),
  }
}
