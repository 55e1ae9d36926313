import { beforeEach, describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { SourceError } from '#server/errors.ts'
import type { PointWeather, WeatherPoint } from '#server/sources/weather-source.ts'
import { startOpenMeteo, type OpenMeteoServer } from '#server/testing/services/open-meteo.ts'
import { jumpingTimer } from '#server/testing/source-server.ts'
import { sourceErrorOf } from '#server/testing/source.ts'

import { createOpenMeteoSource, hostsOf, type OpenMeteoOptions } from './open-meteo-source.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 8, 20, 30)
const MIDNIGHT_UTC = Date.UTC(2026, 10, 20)
const SPAN = { fromUtc: MIDNIGHT_UTC - 4 * HOUR_MS, toUtc: MIDNIGHT_UTC + 50 * HOUR_MS }
const RUN = { initialisedS: MIDNIGHT_UTC / 1000, availableS: (MIDNIGHT_UTC + 6.75 * HOUR_MS) / 1000 }
const signal = new AbortController().signal

const place = (latitude: number, isOffshore = false): WeatherPoint => ({
  area: 'DE',
  name: String(latitude),
  latitude,
  longitude: 10,
  isOffshore,
  wind: 50,
  solar: 50,
  load: 50,
})
const BERLIN = place(52.5)
const MUNICH = place(48.1)
const AT_SEA = place(54.5, true)

let server: OpenMeteoServer
beforeEach(async () => {
  server = await startOpenMeteo()
})

const sourceOf = (changes: Partial<OpenMeteoOptions> = {}) =>
  createOpenMeteoSource({
    url: server.url,
    model: 'ecmwf_ifs',
    clock: () => NOW_UTC,
    timer: jumpingTimer(),
    ...changes,
  })

describe('weather from Open-Meteo', () => {
  test('is asked for in metres a second, in UTC, of one named model, with the day around the span', async () => {
    await sourceOf().fetch([BERLIN, MUNICH], SPAN, signal)
    expect(Object.fromEntries(server.asked()[0]?.searchParams ?? [])).toEqual({
      latitude: '52.5,48.1',
      longitude: '10,10',
      hourly: 'temperature_2m,wind_speed_100m,shortwave_radiation',
      models: 'ecmwf_ifs',
      wind_speed_unit: 'ms',
      timeformat: 'unixtime',
      timezone: 'GMT',
      cell_selection: 'land',
      start_date: '2026-11-19',
      end_date: '2026-11-22',
    })
  })

  test('is the mean of both ends for temperature and wind, and radiation belongs to the hour before its stamp', async () => {
    server.valueAt = (variable, _place, timeS) => {
      const hour = (timeS - MIDNIGHT_UTC / 1000) / 3600
      if (variable === 'temperature_2m') return hour
      if (variable === 'wind_speed_100m') return 36 + 3.6 * hour
      return hour * 10
    }
    const { points } = await sourceOf().fetch([BERLIN], { ...SPAN, fromUtc: MIDNIGHT_UTC }, signal)
    expect(Array.from(points[0]?.temperatureC.subarray(0, 2) ?? [])).toEqual([0.5, 1.5])
    expect(points[0]?.windSpeedMs[0]).toBeCloseTo(10.5, 9)
    expect(Array.from(points[0]?.radiationWm2.subarray(11, 13) ?? [])).toEqual([120, 130])
    expect(points[0]?.temperatureC).toHaveLength(50)
  })

  test('reads one place as an object and several as an array, by position and not by the cell', async () => {
    server.valueAt = (_variable, { latitude }) => latitude
    const source = sourceOf()
    const one = await source.fetch([MUNICH], SPAN, signal)
    expect(one.points.map(({ temperatureC }) => temperatureC[5])).toEqual([48.1])
    const several = await source.fetch([MUNICH, BERLIN], SPAN, signal)
    expect(several.points.map(({ temperatureC }) => temperatureC[5])).toEqual([48.1, 52.5])
  })

  test('takes cells of the sea for points at sea, and keeps the order of the points', async () => {
    server.valueAt = (_variable, { latitude }) => latitude
    const { points } = await sourceOf().fetch([AT_SEA, BERLIN], SPAN, signal)
    expect(points.map(({ temperatureC }) => temperatureC[0])).toEqual([54.5, 52.5])
    expect(server.asked().map((url) => url.searchParams.get('cell_selection'))).toEqual(['land', 'sea'])
  })

  test('null and what cannot be true are missing, and so is an hour with one end', async () => {
    const nullAtS = MIDNIGHT_UTC / 1000
    server.valueAt = (variable, _place, timeS) => {
      if (variable === 'wind_speed_100m') return 3600
      return timeS === nullAtS ? null : 5
    }
    const { points } = await sourceOf().fetch([BERLIN], SPAN, signal)
    expect(Array.from(points[0]?.temperatureC.subarray(2, 6) ?? [])).toEqual([5, NaN, NaN, 5])
    expect(Array.from(points[0]?.radiationWm2.subarray(2, 6) ?? [])).toEqual([5, NaN, 5, 5])
    expect(points[0]?.windSpeedMs.every(Number.isNaN)).toBe(true)
  })

  test('names the run when the service does', async () => {
    server.run = RUN
    const source = sourceOf()
    expect(await source.newestRun(signal)).toEqual({
      runUtc: MIDNIGHT_UTC,
      readyAtUtc: MIDNIGHT_UTC + 6.75 * HOUR_MS + 10 * MINUTE_MS,
    })
    expect(server.requests[0]?.pathname).toBe('/api/data/ecmwf_ifs/static/meta.json')
    expect((await source.fetch([BERLIN], SPAN, signal)).runUtc).toBe(MIDNIGHT_UTC)
    server.run = null
    expect(await source.newestRun(signal)).toBeNull()
    expect((await source.fetch([BERLIN], SPAN, signal)).runUtc).toBeNull()
  })

  test('of two runs at once is not taken', async () => {
    server.run = RUN
    server.afterAnswer = () => {
      server.run = { initialisedS: RUN.initialisedS + 6 * 3600, availableS: RUN.availableS + 6 * 3600 }
    }
    const error = await sourceErrorOf(sourceOf().fetch([BERLIN], SPAN, signal))
    expect(error.isTransient).toBe(true)
    expect(error.message).toBe('Open-Meteo changed to another run while it answered.')
  })

  test('of a point that says the same in two runs is missing, until it says something else', async () => {
    server.run = RUN
    let run = 0
    let stuck = [MUNICH.latitude]
    server.valueAt = (_variable, { latitude }, timeS) =>
      ((timeS / 3600) % 7) + (stuck.includes(latitude) ? 0 : run)
    let nowUtc = NOW_UTC
    const source = sourceOf({ clock: () => nowUtc })
    const temperatures = async () => {
      const fromUtc = SPAN.fromUtc + Math.floor((nowUtc - NOW_UTC) / DAY_MS) * DAY_MS
      const { points } = await source.fetch(
        [BERLIN, MUNICH],
        { fromUtc, toUtc: fromUtc + 54 * HOUR_MS },
        signal,
      )
      return points.map(({ temperatureC }) => temperatureC.filter((value) => !Number.isNaN(value)).length)
    }
    const nextRun = (hours: number) => {
      run += 1
      nowUtc += hours * HOUR_MS
      server.run = {
        initialisedS: RUN.initialisedS + run * 6 * 3600,
        availableS: RUN.availableS + run * 6 * 3600,
      }
    }
    expect(await temperatures()).toEqual([54, 54])
    // A run that is asked for again gives equal values.
    expect(await temperatures()).toEqual([54, 54])
    nextRun(6)
    expect(await temperatures()).toEqual([54, 0])
    expect(await temperatures()).toEqual([54, 0])
    nextRun(24)
    expect(await temperatures()).toEqual([54, 0])
    stuck = []
    nextRun(6)
    expect(await temperatures()).toEqual([54, 54])
  })

  test('of a model of DWD has wind at 120 m, and its metadata another name', async () => {
    const source = sourceOf({ model: 'icon_eu' })
    await source.newestRun(signal)
    expect(server.requests[0]?.pathname).toBe('/api/data/dwd_icon_eu/static/meta.json')
    await source.fetch([BERLIN], SPAN, signal)
    expect(server.asked()[0]?.searchParams.get('hourly')).toContain('wind_speed_120m')
  })

  test('sends a key in a header, and nowhere else', async () => {
    await sourceOf({ key: 'hidden' }).fetch([BERLIN], SPAN, signal)
    expect(server.lastKey).toBe('hidden')
    expect(server.requests.some((url) => url.href.includes('hidden'))).toBe(false)
  })
})

test('hours that an answer leaves out are missing, and the others are not', async () => {
  server.isLeftOut = (timeS) => timeS === MIDNIGHT_UTC / 1000
  const { points } = await sourceOf().fetch([BERLIN], SPAN, signal)
  const missing = [...(points[0]?.radiationWm2.entries() ?? [])].filter(([, value]) => Number.isNaN(value))
  expect(missing.map(([hour]) => SPAN.fromUtc + (hour + 1) * HOUR_MS)).toEqual([MIDNIGHT_UTC])
  expect(points[0]?.temperatureC.filter(Number.isNaN)).toHaveLength(2)
})

describe('a server that refuses a whole request', () => {
  const latitudes = Array.from({ length: 20 }, (_, index) => 40 + index)
  const counts = (points: readonly PointWeather[] = []) =>
    points.map(({ temperatureC }) => temperatureC.filter((value) => !Number.isNaN(value)).length)

  test('for a point outside the model gives the weather of the others, and is not asked for it again that day', async () => {
    server.valueAt = (_variable, { latitude }) => latitude - 40
    server.isOutside = (latitude) => latitude === 43 || latitude === 57
    let nowUtc = NOW_UTC
    const source = sourceOf({ historyUrl: server.url, clock: () => nowUtc })
    const points = latitudes.map((latitude) => place(latitude))
    const expected = latitudes.map((latitude) => (server.isOutside(latitude) ? 0 : 54))
    const { points: given } = await source.fetch(points, SPAN, signal)
    expect(counts(given)).toEqual(expected)
    expect(given[16]?.temperatureC[0]).toBe(16)
    const asked = server.asked().length
    expect(counts(await source.fetchPast?.(points, SPAN, signal))).toEqual(expected)
    expect(server.asked()).toHaveLength(asked + 1)
    server.isOutside = () => false
    nowUtc += DAY_MS
    expect(counts((await source.fetch(points, SPAN, signal)).points)).toEqual(latitudes.map(() => 54))
  })

  test('for hours out of its range gives those within', async () => {
    server.allowed = ['2026-11-20', '2026-11-21']
    const source = sourceOf({ historyUrl: server.url })
    expect(counts((await source.fetch([BERLIN], SPAN, signal)).points)).toEqual([47])
    expect(counts(await source.fetchPast?.([BERLIN, AT_SEA], SPAN, signal))).toEqual([47, 47])
    server.allowed = ['2026-12-01', '2026-12-02']
    expect(counts(await source.fetchPast?.([BERLIN], SPAN, signal))).toEqual([0])
  })
})

describe('a refusal of Open-Meteo', () => {
  test.each([
    ['Minutely API request limit exceeded. Please try again in one minute.', 35],
    ['Hourly API request limit exceeded. Please try again in the next hour.', 39 * 60 + 35],
    ['Daily API request limit exceeded. Please try again tomorrow.', 15 * 3600 + 39 * 60 + 35],
    ['Too many concurrent requests', 10],
  ])('"%s" holds back every request for %i seconds', async (reason, seconds) => {
    server.refusals = [{ status: 429, reason }]
    const timer = jumpingTimer()
    const source = sourceOf({ timer })
    const error = await sourceErrorOf(source.fetch([BERLIN], SPAN, signal))
    expect(error).toMatchObject({ isTransient: true, retryAfterS: seconds })
    expect(error.message).toBe(`Open-Meteo answered 429: ${reason}`)
    const before = timer.now()
    await source.fetch([BERLIN], SPAN, signal)
    expect(timer.now() - before).toBeGreaterThanOrEqual(seconds * 1000)
  })

  test('for overload may be tried again, for a wrong parameter or key not', async () => {
    server.refusals = [
      { status: 503, reason: 'The service is overloaded' },
      { status: 400, reason: 'Cannot resolve model ecmwf_ifss.' },
      { status: 401, reason: 'The supplied API key is invalid.' },
      { status: 403, reason: 'This API endpoint requires the API Professional or Enterprise plan' },
    ]
    const source = sourceOf()
    const failures: SourceError[] = []
    while (server.refusals.length > 0)
      failures.push(await sourceErrorOf(source.fetch([BERLIN], SPAN, signal)))
    expect(failures.map(({ isTransient }) => isTransient)).toEqual([true, false, false, false])
    expect(failures[1]?.message).toBe('Open-Meteo answered 400: Cannot resolve model ecmwf_ifss.')
  })
})

describe('earlier forecasts from Open-Meteo', () => {
  test('are those of two days before each hour, and of no one run', async () => {
    const source = sourceOf({ historyUrl: server.url })
    const points = await source.fetchPast?.([BERLIN], SPAN, signal)
    expect(server.asked()[0]?.searchParams.get('hourly')).toBe(
      'temperature_2m_previous_day2,wind_speed_100m_previous_day2,shortwave_radiation_previous_day2',
    )
    expect(points?.[0]?.temperatureC[0]).toBe(10)
  })

  test('are not there for a server whose address says nothing about them', () => {
    expect(sourceOf().fetchPast).toBeNull()
    expect(
      createOpenMeteoSource({ url: 'https://api.open-meteo.com', model: 'm', clock: () => 0 }).fetchPast,
    ).not.toBeNull()
  })
})

const FREE = 'https://api.open-meteo.com'

test.each([
  [FREE, undefined, undefined, 'https://api.open-meteo.com', 'https://previous-runs-api.open-meteo.com'],
  [
    FREE,
    'key',
    undefined,
    'https://customer-api.open-meteo.com',
    'https://customer-previous-runs-api.open-meteo.com',
  ],
  ['http://weather.local:8080/', undefined, undefined, 'http://weather.local:8080', null],
  ['http://weather.local', undefined, 'http://past.local/', 'http://weather.local', 'http://past.local'],
])('the hosts of %s with key %s and history %s', (url, key, historyUrl, forecast, previousRuns) => {
  expect(hostsOf(url, key, historyUrl)).toEqual({ forecast, previousRuns })
})
