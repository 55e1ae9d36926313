import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { request } from './request.ts'

export const MAP_SHAPES_PATH = '/map.geo.json'

export const mapShapes = queryOptions({
  queryKey: ['map-shapes'],
  queryFn: ({ signal }) => request.open({ path: MAP_SHAPES_PATH, schema: z.unknown(), signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
