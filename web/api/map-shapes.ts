import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { request } from './browser-request.ts'

const MAP_SHAPES_PATH = '/map.geo.json'

const position = z.tuple([z.number(), z.number()])
const polygon = z.array(z.array(position))

export const MapShapeSchema = z.object({
  type: z.literal('Feature'),
  properties: z.object({
    iso_a3: z.string(),
    iso_a2: z.string(),
    name: z.string().optional(),
  }),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: polygon }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon) }),
  ]),
})
export type MapShape = z.infer<typeof MapShapeSchema>

/** Shapes that cannot be drawn are left out; the others stay. */
const MapShapesSchema = z
  .object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })
  .transform(({ features }): MapShape[] =>
    features.flatMap((feature) => {
      const shape = MapShapeSchema.safeParse(feature)
      return shape.success ? [shape.data] : []
    }),
  )

/** The countries' shapes, longitude first. */
export const mapShapes = queryOptions({
  queryKey: ['map-shapes'],
  queryFn: ({ signal }) => request.open({ path: MAP_SHAPES_PATH, schema: MapShapesSchema, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
