import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readMapShapes } from './map-shapes.ts'

const RING = [
  [0, 0],
  [4, 0],
  [4, 2],
  [0, 2],
  [0, 0],
]

function feature(properties: object, geometry: object = { type: 'Polygon', coordinates: [RING] }): object {
  return { type: 'Feature', properties, geometry }
}

function collection(...features: unknown[]): object {
  return { type: 'FeatureCollection', features }
}

describe('readMapShapes', () => {
  test('reads polygons and their labels @§3.9-1', () => {
    const shapes = readMapShapes(
      collection(feature({ iso_a3: 'AAA', iso_a2: 'AA', name: 'Aland', label: [1, 1] })),
    )
    expect(shapes).toEqual([
      { code: 'AAA', shortCode: 'AA', name: 'Aland', polygons: [[RING]], label: [1, 1] },
    ])
  })

  test('uses the code as name and the middle as label position if the file gives neither', () => {
    const multi = { type: 'MultiPolygon', coordinates: [[[...RING.slice(0, 3), [0, 0]]], [RING]] }
    expect(readMapShapes(collection(feature({ iso_a3: 'AAA' }, multi)))).toMatchObject([
      { name: 'AAA', shortCode: null, label: [2, 1] },
    ])
  })

  test.each([
    ['no code', feature({ name: 'Nowhere' })],
    [
      'a coordinate that is not a number',
      feature({ iso_a3: 'BBB' }, { type: 'Polygon', coordinates: [[[0, null], ...RING]] }),
    ],
    ['another geometry', feature({ iso_a3: 'BBB' }, { type: 'Point', coordinates: [0, 0] })],
    ['three points', feature({ iso_a3: 'BBB' }, { type: 'Polygon', coordinates: [RING.slice(0, 3)] })],
    ['no geometry', { type: 'Feature', properties: { iso_a3: 'BBB' }, geometry: null }],
    ['nothing', null],
  ])('leaves out a shape with %s and keeps the others', (_fault, broken) => {
    const shapes = readMapShapes(collection(broken, feature({ iso_a3: 'AAA' })))
    expect(shapes.map((shape) => shape.code)).toEqual(['AAA'])
  })

  test('returns each code once', () => {
    const shapes = readMapShapes(
      collection(feature({ iso_a3: 'AAA' }), feature({ iso_a3: 'AAA', name: 'Later' })),
    )
    expect(shapes.map((shape) => shape.name)).toEqual(['Later'])
  })

  test.each([[{}], [null], [[]], ['text'], [collection()], [collection(null)]])('refuses %j', (json) => {
    expect(() => readMapShapes(json)).toThrow(Error)
  })

  test('never returns a shape with coordinates that are not finite', () => {
    const coordinate = fc.oneof(
      { weight: 9, arbitrary: fc.double() },
      { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity) },
    )
    const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 6 })
    const shape = fc
      .array(ring, { maxLength: 3 })
      .map((coordinates) => feature({ iso_a3: 'AAA' }, { type: 'Polygon', coordinates }))
    fc.assert(
      fc.property(fc.array(fc.oneof(shape, fc.anything())), (features) => {
        const shapes = readMapShapes(collection(...features, feature({ iso_a3: 'ZZZ' })))
        expect(shapes.at(-1)?.code).toBe('ZZZ')
        expect(shapes.flatMap((read) => read.polygons.flat(3)).every(Number.isFinite)).toBe(true)
      }),
    )
  })
})
