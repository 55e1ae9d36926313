import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { COUNTRY_BY_ISO_A3 } from '#contract/countries.ts'

const FILE = 'web/public/map.geo.json'
/** The frame that the shapes are cut to: west, south, east, north. */
const [WEST, SOUTH, EAST, NORTH] = [-34, 27.5, 55, 72.5]

const PointSchema = z.tuple([z.number().min(WEST).max(EAST), z.number().min(SOUTH).max(NORTH)])
const PolygonSchema = z.array(z.array(PointSchema).min(4)).min(1)
const ShapesSchema = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      properties: z.strictObject({
        iso_a2: z.string().regex(/^[A-Z]{2}$/),
        iso_a3: z.string().regex(/^[A-Z]{3}$/),
        name: z.string().min(2),
        label: PointSchema,
      }),
      geometry: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('Polygon'), coordinates: PolygonSchema }),
        z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(PolygonSchema).min(2) }),
      ]),
    }),
  ),
})
const bytes = readFileSync(FILE)
const shapes = ShapesSchema.parse(JSON.parse(bytes.toString('utf8'))).features
const byA3 = new Map(shapes.map((shape) => [shape.properties.iso_a3, shape]))

describe('map.geo.json', () => {
  test('weighs at most 150 kB compressed', () => {
    expect(gzipSync(bytes).length).toBeLessThan(150_000)
  })

  test('carries each code once', () => {
    expect(byA3.size).toBe(shapes.length)
    expect(new Set(shapes.map((shape) => shape.properties.iso_a2)).size).toBe(shapes.length)
  })

  test.each([
    ['FRA', 'FR', 'France'],
    ['NOR', 'NO', 'Norway'],
    ['CYP', 'CY', 'Cyprus'],
    ['XKX', 'XK', 'Kosovo'],
    ['GBR', 'GB', 'United Kingdom'],
    ['SRB', 'RS', 'Serbia'],
  ])('codes %s as %s', (iso_a3, iso_a2, name) => {
    expect(byA3.get(iso_a3)?.properties).toMatchObject({ iso_a2, name })
  })

  test('shows every country of the forecast under the code that the answer uses', () => {
    for (const [iso_a3, code] of COUNTRY_BY_ISO_A3) {
      expect(byA3.get(iso_a3)?.properties.iso_a2.toLowerCase()).toBe(code)
    }
  })
})
