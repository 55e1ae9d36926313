/**
 * Draws the points of the weather over the country shapes:
 *   node scripts/draw-weather-points.js [FILE]      writes docs/pictures/weather-points.svg if there is no FILE
 * The same points always give the same bytes.
 */
import './require-node.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { parse } from 'csv-parse/sync'

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')
const target =
  process.argv[2] ?? fileURLToPath(new URL('../docs/pictures/weather-points.svg', import.meta.url))

/** West, south, east, north in degrees: all points with a margin. */
const FRAME = [-7, 34.5, 30.5, 56]
/** A degree of longitude is so much shorter than one of latitude in the middle of the frame. */
const EAST = Math.cos((46 * Math.PI) / 180)
const PIXELS_PER_DEGREE = 15
const GAP = 16
const HEAD = 26
/** Area of a circle for one percent, square pixels. */
const AREA_PER_PERCENT = 7
const PANELS = [
  { share: 'wind', title: 'Wind power', colour: '#2563eb' },
  { share: 'solar', title: 'Solar power', colour: '#d97706' },
  { share: 'load', title: 'Load', colour: '#475569' },
]

const [west, south, east, north] = FRAME
const width = (east - west) * EAST * PIXELS_PER_DEGREE
const height = (north - south) * PIXELS_PER_DEGREE
const number = (value) => String(Math.round(value * 10) / 10)
const x = (longitude) => number((longitude - west) * EAST * PIXELS_PER_DEGREE)
const y = (latitude) => number((north - latitude) * PIXELS_PER_DEGREE)

const points = parse(read('server/sources/weather/area-points.csv'), { columns: true })
const land = JSON.parse(read('web/public/map.geo.json'))
  .features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  )
  .filter((rings) => rings[0].some(([lon, lat]) => lon > west && lon < east && lat > south && lat < north))
  .flatMap((rings) => rings.map((ring) => `M${ring.map(([lon, lat]) => `${x(lon)} ${y(lat)}`).join('L')}Z`))
  .join('')

const circle = ({ name, area, latitude, longitude, ...shares }, share) =>
  `<circle cx="${x(Number(longitude))}" cy="${y(Number(latitude))}" r="${number(Math.sqrt((Number(shares[share]) * AREA_PER_PERCENT) / Math.PI))}"><title>${name.replaceAll('&', '&amp;')}, ${area}: ${shares[share]} %</title></circle>`

const panel = ({ share, title, colour }, index) => {
  const circles = points.filter((point) => Number(point[share]) > 0).map((point) => circle(point, share))
  return `<g transform="translate(${number(index * (width + GAP))} ${HEAD})"><text x="0" y="-9">${title}, ${circles.length} points</text><svg width="${number(width)}" height="${number(height)}"><rect width="100%" height="100%" fill="#dbe4ee"/><use href="#land"/><g fill="${colour}" fill-opacity="0.65" stroke="#ffffff" stroke-width="0.6">${circles.join('')}</g></svg></g>`
}

const whole = `${number(PANELS.length * (width + GAP) - GAP)} ${number(height + HEAD)}`
writeFileSync(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole}" font-family="sans-serif" font-size="15" fill="#1f2937">
<rect width="100%" height="100%" fill="#ffffff"/>
<defs><path id="land" d="${land}" fill="#f8fafc" stroke="#94a3b8" stroke-width="0.6"/></defs>
${PANELS.map(panel).join('\n')}
</svg>
`,
)
console.log(`${points.length} points: ${target}`)
