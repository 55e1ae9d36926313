import type { ServerResponse } from 'node:http'

import type { TestServer } from '#server/testing/source-server.ts'
import { openTestServer } from '#server/testing/source.ts'

const HOUR_S = 3600
const KMH_PER_MS = 3.6

export interface Refusal {
  status: number
  reason: string
}

/** An Open-Meteo on a free port until the test ends, as its interface is documented. Tests change what it holds and how it fails. */
export interface OpenMeteoServer {
  url: string
  requests: TestServer['requests']
  asked(): URL[]
  lastKey: string | undefined
  /** The value of a variable at a place and time (seconds); null is missing. Wind is in km/h, as the service keeps it. */
  valueAt: (variable: string, place: { latitude: number; longitude: number }, timeS: number) => number | null
  /** Places outside the model, as servers of before September 2026 refuse them. */
  isOutside: (latitude: number) => boolean
  /** First and last date that can be requested, \`yyyy-MM-dd\`. */
  allowed: readonly [string, string]
  isLeftOut: (timeS: number) => boolean
  refusals: Refusal[]
  /** The metadata of the model; null is 404. */
  run: { initialisedS: number; availableS: number } | null
  afterAnswer: () => void
}

const UNITS: Readonly<Record<string, string>> = { temperature_2m: '°C', shortwave_radiation: 'W/m²' }

export async function startOpenMeteo(): Promise<OpenMeteoServer> {
  const server = await openTestServer((url, response, request) => {
    const key = request.headers['x-api-key']
    fake.lastKey = typeof key === 'string' ? key : undefined
    if (url.pathname.endsWith('/static/meta.json')) sendMetadata(response, fake.run)
    else if (url.pathname === '/api/v1/forecast') sendWeather(url, response, fake)
    else send(response, 404, { error: true, reason: 'Not Found' })
  })
  const fake: OpenMeteoServer = {
    url: server.url,
    requests: server.requests,
    asked: () => server.requests.filter(({ pathname }) => pathname.endsWith('/forecast')),
    lastKey: undefined,
    valueAt: () => 10,
    isOutside: () => false,
    allowed: ['2016-01-01', '2099-12-31'],
    isLeftOut: () => false,
    refusals: [],
    run: null,
    afterAnswer: () => {},
  }
  return fake
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function sendMetadata(response: ServerResponse, run: OpenMeteoServer['run']): void {
  if (run === null) send(response, 404, { error: true, reason: 'Not Found' })
  else
    send(response, 200, {
      last_run_initialisation_time: run.initialisedS,
      last_run_availability_time: run.availableS,
    })
}

function sendWeather(url: URL, response: ServerResponse, fake: OpenMeteoServer): void {
  const refusal = fake.refusals.shift()
  if (refusal !== undefined) {
    send(response, refusal.status, { error: true, reason: refusal.reason })
    return
  }
  const problem = problemOf(url.searchParams, fake)
  if (problem !== null) {
    send(response, 400, { error: true, reason: problem })
    return
  }
  const numbers = (name: string) => (url.searchParams.get(name) ?? '').split(',').map(Number)
  const longitudes = numbers('longitude')
  const places = numbers('latitude').map((latitude, index) => ({
    latitude,
    longitude: longitudes[index] ?? 0,
  }))
  const locations = places.map((place, index) => locationOf(url.searchParams, place, index, fake))
  // One place is an object, several are an array in the order asked.
  send(response, 200, locations.length === 1 ? locations[0] : locations)
  fake.afterAnswer()
}

function problemOf(parameters: URLSearchParams, { isOutside, allowed }: OpenMeteoServer): string | null {
  const [from, to] = allowed
  for (const name of ['start_date', 'end_date']) {
    const date = parameters.get(name) ?? from
    if (date < from || date > to) return `Parameter '${name}' is out of allowed range from ${from} to ${to}`
  }
  if ((parameters.get('latitude') ?? '').split(',').map(Number).some(isOutside))
    return 'No data is available for this location'
  if (!parameters.has('latitude') || !parameters.has('longitude'))
    return "Parameter 'latitude' and 'longitude' must have the same number of elements"
  if (parameters.has('start_date') !== parameters.has('end_date'))
    return "Parameter 'start_date' and 'end_date' must be set"
  const unknown = (parameters.get('hourly') ?? '')
    .split(',')
    .find((name) => !/^(temperature_2m|wind_speed_1[02]0m|shortwave_radiation)(_previous_day\d)?$/.test(name))
  return unknown === undefined
    ? null
    : `Data corrupted at path ''. Cannot initialize ForecastVariable from invalid String value ${unknown}.`
}

function locationOf(
  parameters: URLSearchParams,
  place: { latitude: number; longitude: number },
  index: number,
  fake: OpenMeteoServer,
) {
  const fromS = Date.parse(parameters.get('start_date') ?? '') / 1000
  const toS = Date.parse(parameters.get('end_date') ?? '') / 1000 + 24 * HOUR_S
  const timesS = Array.from({ length: (toS - fromS) / HOUR_S }, (_, hour) => fromS + hour * HOUR_S).filter(
    (timeS) => !fake.isLeftOut(timeS),
  )
  const isUnix = parameters.get('timeformat') === 'unixtime'
  const isMs = parameters.get('wind_speed_unit') === 'ms'
  const names = (parameters.get('hourly') ?? '').split(',')
  const isWind = (name: string) => name.startsWith('wind_speed')
  const valueAt = (name: string, timeS: number) => {
    const value = fake.valueAt(name, place, timeS)
    return value !== null && isWind(name) && isMs ? value / KMH_PER_MS : value
  }
  const unitOf = (name: string) =>
    isWind(name) ? (isMs ? 'm/s' : 'km/h') : (UNITS[name.replace(/_previous_day\d$/, '')] ?? '')
  return {
    // The cell's own place, not the one asked for.
    latitude: place.latitude + 0.02,
    longitude: place.longitude - 0.03,
    ...(index === 0 ? {} : { location_id: index }),
    hourly_units: {
      time: isUnix ? 'unixtime' : 'iso8601',
      ...Object.fromEntries(names.map((name) => [name, unitOf(name)])),
    },
    hourly: {
      time: timesS.map((timeS) => (isUnix ? timeS : new Date(timeS * 1000).toISOString().slice(0, 16))),
      ...Object.fromEntries(names.map((name) => [name, timesS.map((timeS) => valueAt(name, timeS))])),
    },
  }
}
