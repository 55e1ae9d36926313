import { describe, expect, test } from 'vitest'

import { COUNTRIES } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import type { MapShape } from '#web/map/map-shapes.ts'
import { DEPTHS } from '#web/map/shape-paint.ts'
import { scaleEnd, stepBounds } from '#web/model/view/colour-scale.ts'
import type { Metric } from '#web/model/view/metric.ts'

import {
  countriesByShape,
  countryPaints,
  dayValues,
  depthOf,
  largestDifference,
  listCountries,
  mapScale,
} from './countries.ts'

function shape(code: string, shortCode: string | null): MapShape {
  return { code, shortCode, name: code, polygons: [], label: [0, 0] }
}

function entry(final: number | null, tso: number | null = null) {
  return { TSO: tso, Instance_Today: null, Instance_Tomorrow: null, Final_Value: final }
}

const SHAPES = [shape('DEU', 'DE'), shape('GRC', 'GR'), shape('FRA', 'FR'), shape('MAR', null)]

function paint(answer: ForecastAnswer | undefined, choice: { hour: number; metric: Metric }) {
  const scaleMw = scaleEnd(dayValues(answer, choice.metric))
  return countryPaints(countriesByShape(SHAPES, listCountries(answer)), answer, { ...choice, scaleMw })
}

describe('countryPaints', () => {
  test('is green above 0, red at 0 and below, grey without a value', () => {
    const answer = {
      de: { '00:00': entry(0.4), '01:00': entry(0), '02:00': entry(-12.6), '03:00': entry(null) },
    }
    const at = (hour: number) => paint(answer, { hour, metric: 'final' }).get('DEU')
    expect(at(0)).toEqual({ tone: 'positive', depth: 0, label: '0' })
    expect(at(1)).toEqual({ tone: 'negative', depth: 0, label: '0' })
    expect(at(2)).toEqual({ tone: 'negative', depth: 4, label: '−13' })
    expect(at(3)).toEqual({ tone: 'missing', depth: 0, label: null })
    expect(at(4)).toEqual({ tone: 'missing', depth: 0, label: null })
  })

  test('paints the countries of the forecast grey before it has loaded, and leaves other countries plain', () => {
    const paints = paint(undefined, { hour: 0, metric: 'final' })
    expect([...paints.keys()]).toEqual(['DEU', 'GRC'])
    expect(paints.get('GRC')).toEqual({ tone: 'missing', depth: 0, label: null })
  })

  test('paints an additional country of the answer', () => {
    const paints = paint({ fr: { '00:00': entry(51_234.4) } }, { hour: 0, metric: 'final' })
    expect(paints.get('FRA')).toEqual({ tone: 'positive', depth: 4, label: '51,234' })
  })

  test('labels a difference with its sign', () => {
    const answer = { de: { '00:00': entry(1500, 1000) }, gr: { '00:00': entry(1000, 1500) } }
    const paints = paint(answer, { hour: 0, metric: 'against-tso' })
    expect(paints.get('DEU')).toEqual({ tone: 'positive', depth: 4, label: '+500' })
    expect(paints.get('GRC')).toEqual({ tone: 'negative', depth: 4, label: '−500' })
  })
})

describe('listCountries', () => {
  test('has all countries by name before the answer has loaded', () => {
    const countries = listCountries(undefined)
    expect(countries).toHaveLength(COUNTRIES.length)
    expect(countries[0]).toEqual({ code: 'at', name: 'Austria' })
    expect(countries.at(-1)).toEqual({ code: 'si', name: 'Slovenia' })
  })

  test('adds other countries of the answer, and shows an unknown code as it is', () => {
    expect(listCountries({ fr: {}, zz: {} }).slice(-1)).toEqual([{ code: 'zz', name: 'zz' }])
    expect(listCountries({ fr: {} }).map((country) => country.name)).toContain('France')
  })
})

test('the scale ends at the largest value of the day, whatever its sign, rounded up to two digits', () => {
  const answer = { de: { '00:00': entry(51_234), '01:00': entry(-64_450) }, si: { '00:00': entry(null) } }
  expect(scaleEnd(dayValues(answer, 'final'))).toBe(65_000)
  expect(scaleEnd(dayValues({ si: { '00:00': entry(7) } }, 'final'))).toBe(7)
})

test('a day without values has a scale too', () => {
  expect(scaleEnd(dayValues(undefined, 'final'))).toBe(1)
  expect(scaleEnd(dayValues({ si: { '00:00': entry(0) } }, 'final'))).toBe(1)
})

test('the larger a value, the deeper its colour, whatever its sign', () => {
  expect([0, 100, -2500, 3600, 10_000, -64_000, null].map((value) => depthOf(value, 65_000))).toEqual([
    0, 0, 0, 1, 1, 4, 0,
  ])
  expect([0.18, 0.42, 0.94].map((share) => depthOf(share, 0.95, 'share-of-peak'))).toEqual([0, 2, 4])
})

test('the largest difference of the day is that of any country and hour, up or down', () => {
  const answer = {
    de: { '00:00': entry(100, 90), '01:00': entry(100, 400), '02:00': entry(5000) },
    gr: { '00:00': entry(100, 100), '01:00': entry(null, 9000) },
  }
  expect(largestDifference(answer, 'against-tso')).toEqual({ country: 'de', key: '01:00', value: -300 })
  expect(largestDifference(answer, 'final')).toBeNull()
  expect(largestDifference(answer, 'against-today')).toBeNull()
  expect(largestDifference(undefined, 'against-tso')).toBeNull()
})

test.each(['final', 'share-of-peak'] as const)('the legend has the bounds of the colours of %s', (metric) => {
  const end = metric === 'final' ? 37_000 : 1
  const bounds = stepBounds(mapScale(end, metric), DEPTHS.length)
  expect(bounds).toHaveLength(DEPTHS.length + 1)
  for (const depth of DEPTHS) {
    const [from = NaN, to = NaN] = bounds.slice(depth)
    expect(depthOf(from + end * 1e-6, end, metric)).toBe(depth)
    expect(depthOf(to - end * 1e-6, end, metric)).toBe(depth)
  }
})
