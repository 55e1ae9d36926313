import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, describe, expect, test } from 'vitest'
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
type Point = z.infer<typeof PointSchema>
type Shape = z.infer<typeof ShapesSchema>['features'][number]

const bytes = readFileSync(FILE)
const shapes = ShapesSchema.parse(JSON.parse(bytes.toString('utf8'))).features
const byA3 = new Map(shapes.map((shape) => [shape.properties.iso_a3, shape]))
const scratch = mkdtempSync(join(tmpdir(), 'map-shapes-'))
afterAll(() => rmSync(scratch, { recursive: true }))

function polygonsOf({ geometry }: Shape): Point[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Each polygon with the frame around its outer ring, so that a point is held against few of them. */
const polygons = shapes.flatMap((shape) =>
  polygonsOf(shape).map((rings) => {
    const outer = rings[0] ?? []
    const [xs, ys] = [outer.map(([x]) => x), outer.map(([, y]) => y)]
    return {
      code: shape.properties.iso_a3,
      rings,
      west: Math.min(...xs),
      east: Math.max(...xs),
      south: Math.min(...ys),
      north: Math.max(...ys),
    }
  }),
)

function shapeAt(longitude: number, latitude: number): string[] {
  const found = polygons
    .filter(({ west, east }) => west <= longitude && longitude <= east)
    .filter(({ south, north }) => south <= latitude && latitude <= north)
    .filter(({ rings }) => rings.filter((ring) => isInside(ring, [longitude, latitude])).length % 2 === 1)
  return [...new Set(found.map(({ code }) => code))]
}

function edgesOf(ring: readonly Point[]): [Point, Point][] {
  return ring.slice(1).map((end, index) => [ring[index] ?? end, end])
}

function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  const crossings = edgesOf(ring).filter(
    ([[x0, y0], [x1, y1]]) => y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0),
  )
  return crossings.length % 2 === 1
}

function signedArea(ring: readonly Point[]): number {
  return edgesOf(ring).reduce((sum, [[x0, y0], [x1, y1]]) => sum + (x0 * y1 - x1 * y0) / 2, 0)
}

function side([x0, y0]: Point, [x1, y1]: Point, [x, y]: Point): number {
  return Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
}

function isCrossing([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/** The edges that cross another one. Only those are compared that share a stretch from west to east. */
function crossingsOf(ring: readonly Point[]): [Point, Point][] {
  const edges = edgesOf(ring).toSorted((one, other) => westOf(one) - westOf(other))
  return edges.filter((edge, at) => {
    const east = Math.max(edge[0][0], edge[1][0])
    for (let next = at + 1; next < edges.length; next += 1) {
      const other = edges[next]
      if (other === undefined || westOf(other) > east) return false
      if (isCrossing(edge, other)) return true
    }
    return false
  })
}

const westOf = ([[x0], [x1]]: [Point, Point]) => Math.min(x0, x1)

describe('map.geo.json', () => {
  test('is what the script makes, byte for byte', () => {
    const again = join(scratch, 'map.geo.json')
    execFileSync(process.execPath, ['scripts/make-map-shapes.js', again])
    expect(readFileSync(again).equals(bytes)).toBe(true)
  })

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

  test.each([
    ['Berlin', 13.4, 52.52, 'DEU'],
    ['Zagreb', 15.98, 45.81, 'HRV'],
    ['Split', 16.5, 43.55, 'HRV'],
    ['Crete', 24.9, 35.2, 'GRC'],
    ['Nicosia, north', 33.4, 35.25, 'CYP'],
    ['Nicosia, south', 33.1, 35.0, 'CYP'],
    ['Pristina', 21.16, 42.66, 'XKX'],
    ['Corsica', 9.1, 42.1, 'FRA'],
    ['Tromsø inland', 20.0, 69.0, 'NOR'],
    ['Kaliningrad', 21.2, 54.7, 'RUS'],
  ])('finds %s in its country', (_place, longitude, latitude, iso_a3) => {
    expect(shapeAt(longitude, latitude)).toEqual([iso_a3])
  })

  test('leaves the sea free', () => {
    expect(shapeAt(2.5, 56)).toEqual([])
    expect(shapeAt(-15, 50)).toEqual([])
    expect(shapeAt(18, 35)).toEqual([])
  })

  test('puts the label inside its country', () => {
    for (const { properties } of shapes) {
      expect(shapeAt(...properties.label)).toContain(properties.iso_a3)
    }
  })

  test('leaves room between the labels of the forecast at the zoom on which the map opens', () => {
    const pixelsPerDegree = (256 * 2 ** 4.5) / 360
    const places = [...COUNTRY_BY_ISO_A3.keys()].map((iso_a3) => {
      const [longitude, latitude] = byA3.get(iso_a3)?.properties.label ?? [Number.NaN, Number.NaN]
      const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * (180 / Math.PI)
      return { iso_a3, x: longitude * pixelsPerDegree, y: y * pixelsPerDegree }
    })
    const close = places.flatMap((a, index) =>
      places
        .slice(index + 1)
        .filter((b) => !(Math.abs(a.x - b.x) >= 44 || Math.abs(a.y - b.y) >= 18))
        .map((b) => [a.iso_a3, b.iso_a3]),
    )
    expect(close).toEqual([])
  })

  test('has closed rings, outer ones counterclockwise and holes clockwise, that cross no edge of their own', () => {
    for (const shape of shapes) {
      const { name } = shape.properties
      for (const rings of polygonsOf(shape)) {
        for (const [index, ring] of rings.entries()) {
          expect(ring.at(-1)).toEqual(ring[0])
          expect({ name, winding: Math.sign(signedArea(ring)) }).toEqual({
            name,
            winding: index === 0 ? 1 : -1,
          })
          expect({ name, crossings: crossingsOf(ring) }).toEqual({ name, crossings: [] })
        }
      }
    }
  })

  test('rounds to hundredths of a degree', () => {
    const all = shapes.flatMap((shape) => polygonsOf(shape).flat(3))
    expect(all.length).toBeGreaterThan(1000)
    expect(all.filter((degrees) => Number(degrees.toFixed(2)) !== degrees)).toEqual([])
  })

  test('leaves neither gap nor overlap between neighbours', () => {
    const faults: [number, number, string[]][] = []
    for (let longitude = 9.003; longitude < 24; longitude += 0.097) {
      for (let latitude = 47.003; latitude < 52; latitude += 0.097) {
        const found = shapeAt(longitude, latitude)
        if (found.length !== 1) faults.push([longitude, latitude, found])
      }
    }
    expect(faults).toEqual([])
  })
})
