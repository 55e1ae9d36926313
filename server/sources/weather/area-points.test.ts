import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { MEMBER_CODES } from '#contract/areas.ts'
import { windPowerAt } from '#server/series/store/area-weather.ts'
import type { PointWeather, WeatherPoint } from '#server/sources/weather-source.ts'

import { areaMeans, pointsOf } from './area-points.ts'

const SOURCES = z
  .array(
    z.object({
      area: z.string(),
      wind: z.string().min(10),
      solar: z.string().min(10),
      load: z.string().min(3),
    }),
  )
  .parse(parse(readFileSync('server/sources/weather/weight-sources.csv', 'utf8'), { columns: true }))

test('every area has 8 to 30 points, and the shares of each kind sum up to 100 %', () => {
  const sizes = MEMBER_CODES.map((area) => pointsOf(area).length)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(30)
  const sums = MEMBER_CODES.flatMap((area) =>
    (['wind', 'solar', 'load'] as const).map((share) => ({
      area,
      share,
      sum: pointsOf(area).reduce((total, point) => total + point[share], 0),
    })),
  )
  expect(sums.filter(({ sum }) => sum !== 100)).toEqual([])
})

test('no point is there twice, none counts for nothing, and only wind is at sea', () => {
  const points = MEMBER_CODES.flatMap(pointsOf)
  expect(new Set(points.map(({ area, name }) => `${area} ${name}`)).size).toBe(points.length)
  expect(new Set(points.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(
    points.length,
  )
  expect(points.filter(({ wind, solar, load }) => wind + solar + load === 0)).toEqual([])
  expect(points.filter(({ isOffshore, solar, load }) => isOffshore && solar + load > 0)).toEqual([])
})

test('points lie not far from the other points of their area', () => {
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const astray = MEMBER_CODES.flatMap((area) => {
    const points = pointsOf(area)
    const latitude = middle(points.map((point) => point.latitude))
    const longitude = middle(points.map((point) => point.longitude))
    return points.filter(
      (point) => Math.abs(point.latitude - latitude) > 6 || Math.abs(point.longitude - longitude) > 8,
    )
  })
  expect(astray).toEqual([])
})

test('the publication behind each share is named', () => {
  expect(SOURCES.map(({ area }) => area)).toEqual([...MEMBER_CODES])
})

const point = (wind: number, solar: number, load: number): WeatherPoint => ({
  area: 'DE',
  name: 'somewhere',
  latitude: 50,
  longitude: 10,
  isOffshore: false,
  wind,
  solar,
  load,
})
const weather = (temperatureC: number, windSpeedMs: number, radiationWm2: number): PointWeather => ({
  temperatureC: Float64Array.of(temperatureC),
  windSpeedMs: Float64Array.of(windSpeedMs),
  radiationWm2: Float64Array.of(radiationWm2),
})
const meansOf = (points: readonly WeatherPoint[], values: readonly PointWeather[]) =>
  areaMeans(points, values, 0)

test('each quantity has the weights of its own', () => {
  const means = meansOf([point(75, 0, 50), point(25, 100, 50)], [weather(10, 4, 0), weather(20, 12, 300)])
  expect(means.temperatureC[0]).toBe(15)
  expect(means.windSpeedMs[0]).toBe(6)
  expect(means.radiationWm2[0]).toBe(300)
  expect(means.windPower[0]).toBeCloseTo(0.75 * windPowerAt(4) + 0.25 * windPowerAt(12), 12)
})

test('the rest counts for all while at least 80 % of the weight is there', () => {
  const points = [point(80, 50, 0), point(20, 50, 100)]
  const means = meansOf(points, [weather(10, 5, 100), weather(NaN, NaN, NaN)])
  expect(means.windSpeedMs[0]).toBe(5)
  expect(means.radiationWm2[0]).toBeNaN()
  expect(means.temperatureC[0]).toBeNaN()
})

test('a point without weight need not have a value', () => {
  expect(
    meansOf([point(100, 0, 0), point(0, 100, 0)], [weather(1, 7, 5), weather(1, NaN, 5)]).windSpeedMs[0],
  ).toBe(7)
})
