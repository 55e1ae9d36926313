import { expect, test } from 'vitest'

import { windPowerAt } from '#server/series/weather/area-weather.ts'
import type { PointWeather, WeatherPoint } from '#server/sources/weather-source.ts'

import { areaMeans } from './area-means.ts'

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
