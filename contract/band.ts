import { z } from 'zod'

import { MEMBER_CODES } from './areas.ts'
import { QueryAnswerSchema, QuerySchema } from './query.ts'

export const BAND_PATH = '/energia/band'

/** The graph queries that a band is kept for: hourly residual load of a single area. */
export const BandQuerySchema = QuerySchema.extend({
  category: z.literal('Residual Load'),
  area: z.enum(MEMBER_CODES),
  frequency: z.literal('H'),
})
export type BandQuery = z.infer<typeof BandQuerySchema>

/** Names of the limits in an answer: 80% of the actual values are expected between them. */
export const BAND_LIMITS = ['P10', 'P90'] as const

/** The limits of the band around the final value, in the form of a graph answer; an hour without a run is left out. */
export const BandAnswerSchema = QueryAnswerSchema
