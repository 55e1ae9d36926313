import { z } from 'zod'

/** Longitude and latitude in degrees, as in GeoJSON. */
export type Position = readonly [number, number]

/** `code` has three letters. */
export type MapShape = z.output<typeof ShapeSchema>

const isPosition = (value: unknown) =>
  Array.isArray(value) && value.length >= 2 && value.every(Number.isFinite)
// Not a schema per position: the map waits for ten thousand of them.
const RingSchema = z.custom<readonly Position[]>(
  (value) => Array.isArray(value) && value.length >= 4 && value.every(isPosition),
)
const PolygonSchema = z.array(RingSchema).min(1)
const optionalText = z.string().nullable().catch(null)

const ShapeSchema = z
  .object({
    properties: z.object({
      iso_a3: z.string().min(1),
      iso_a2: optionalText,
      name: optionalText,
      label: z.custom<Position>(isPosition).nullable().catch(null),
    }),
    geometry: z.discriminatedUnion('type', [
      z.object({ type: z.literal('Polygon'), coordinates: PolygonSchema }),
      z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(PolygonSchema).min(1) }),
    ]),
  })
  .transform(({ properties: { iso_a3: code, iso_a2: shortCode, name, label }, geometry }) => {
    /** Polygons of rings; the first ring is the outer one. */
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return { code, shortCode, name: name ?? code, polygons, label: label ?? middleOf(polygons) }
  })

/** Skips shapes without code or valid coordinates; of equal codes the later counts. @throws if none is usable */
export function readMapShapes(json: unknown): MapShape[] {
  const { features } = z.object({ features: z.array(z.unknown()) }).parse(json)
  const shapes = features.flatMap((feature) => ShapeSchema.safeParse(feature).data ?? [])
  if (shapes.length === 0) throw new Error('no usable shape')
  return [...new Map(shapes.map((shape) => [shape.code, shape])).values()]
}

/** Middle of the longest ring's bounding box, if the file has no label position. */
function middleOf(polygons: readonly z.output<typeof PolygonSchema>[]): Position {
  const rings = polygons.map((rings) => rings[0] ?? [])
  const ring = rings.reduce((longest, ring) => (ring.length > longest.length ? ring : longest), [])
  const longitudes = ring.map(([longitude]) => longitude)
  const latitudes = ring.map(([, latitude]) => latitude)
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ]
}
