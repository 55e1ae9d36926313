/** Longitude and latitude in degrees, as GeoJSON writes them. */
export type Position = readonly [number, number]

/** A country that the map draws, identified by its three-letter code. */
export interface MapShape {
  code: string
  /** Two letters, upper case; null if the file has none. */
  shortCode: string | null
  name: string
  /** Polygons of rings; the first ring of each is the outer one. */
  polygons: readonly (readonly (readonly Position[])[])[]
  /** A point inside the shape where the label is drawn. */
  label: Position
}

/**
 * Reads a GeoJSON collection of polygons with the property `iso_a3` and optionally `iso_a2`, `name` and `label`. A shape without a
 * code or with an invalid coordinate is left out; of two shapes with the same code the later one counts.
 * @throws Error if the value is not a feature collection or holds no usable shape
 */
export function readMapShapes(json: unknown): MapShape[] {
  if (!isRecord(json)) throw new Error('not a feature collection')
  const { features } = json
  if (!Array.isArray(features)) throw new Error('not a feature collection')
  const shapes = features.map(readShape).filter((shape) => shape !== null)
  if (shapes.length === 0) throw new Error('no usable shape')
  return [...new Map(shapes.map((shape) => [shape.code, shape])).values()]
}

function readShape(feature: unknown): MapShape | null {
  if (!isRecord(feature) || !isRecord(feature['properties']) || !isRecord(feature['geometry'])) return null
  const { iso_a3: code, iso_a2: shortCode, name, label } = feature['properties']
  const polygons = readPolygons(feature['geometry'])
  if (typeof code !== 'string' || code === '' || polygons === null) return null
  return {
    code,
    shortCode: typeof shortCode === 'string' ? shortCode : null,
    name: typeof name === 'string' ? name : code,
    polygons,
    label: isPosition(label) ? label : middleOf(polygons),
  }
}

function readPolygons({ type, coordinates }: Record<string, unknown>): MapShape['polygons'] | null {
  const polygons: unknown = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
  return isListOf(polygons, isPolygon) ? polygons : null
}

function isPolygon(value: unknown): value is Position[][] {
  return isListOf(value, isRing)
}

function isRing(value: unknown): value is Position[] {
  return isListOf(value, isPosition) && value.length >= 4
}

function isPosition(value: unknown): value is Position {
  return isListOf(value, isFiniteNumber) && value.length >= 2
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.length > 0 && value.every(isItem)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The middle of the bounding box of the longest ring: good enough if the file gives no label position. */
function middleOf(polygons: MapShape['polygons']): Position {
  const rings = polygons.map((rings) => rings[0] ?? [])
  const ring = rings.reduce((longest, ring) => (ring.length > longest.length ? ring : longest), [])
  const longitudes = ring.map(([longitude]) => longitude)
  const latitudes = ring.map(([, latitude]) => latitude)
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ]
}
