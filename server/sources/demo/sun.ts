import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { addNoise, createMemory, type Ticks } from './noise.ts'
import { weather } from './weather.ts'

const RADIANS = Math.PI / 180
const MEAN_YEAR_MS = 365.2425 * DAY_MS
const YEAR_START_UTC = Date.UTC(2000, 0, 1)
/** The sun moves within an interval, so a stamp's value is the mean over parts of its interval that are at most this long. */
const PART_MS = 20 * 60_000

/** 0 on 1 January, 2π a year later. */
export function yearAngle(utc: number): number {
  return (2 * Math.PI * (utc - YEAR_START_UTC)) / MEAN_YEAR_MS
}

function partsOf(stepMs: number): number {
  return Math.ceil(stepMs / PART_MS)
}

/**
 * What the sun's direction takes from the time alone, the same for all areas, in the middle of each part of the interval around each tick.
 * Declination and equation of time: Spencer 1971.
 */
function sunCourse({ fromUtc, stepMs, count }: Ticks) {
  const parts = partsOf(stepMs)
  const length = count * parts
  const course = {
    sinDeclination: new Float64Array(length),
    cosDeclination: new Float64Array(length),
    /** Share of the UTC day that has passed, and what to add for a sundial at longitude 0, as a share of a day. */
    dayShare: new Float64Array(length),
    equationOfTime: new Float64Array(length),
  }
  for (let index = 0; index < length; index += 1) {
    const part = index % parts
    const offset = ((part + 0.5) / parts - 0.5) * stepMs
    const utc = fromUtc + ((index - part) / parts) * stepMs + offset
    const angle = yearAngle(utc)
    const declination =
      0.006918 -
      0.399912 * Math.cos(angle) +
      0.070257 * Math.sin(angle) -
      0.006758 * Math.cos(2 * angle) +
      0.000907 * Math.sin(2 * angle)
    const minutes =
      229.18 *
      (0.000075 +
        0.001868 * Math.cos(angle) -
        0.032077 * Math.sin(angle) -
        0.014615 * Math.cos(2 * angle) -
        0.040849 * Math.sin(2 * angle))
    course.sinDeclination[index] = Math.sin(declination)
    course.cosDeclination[index] = Math.cos(declination)
    course.dayShare[index] = (utc / DAY_MS) % 1
    course.equationOfTime[index] = minutes / 1440
  }
  return course
}

const rememberedCourse = createMemory<ReturnType<typeof sunCourse>>()

/** The mean over the interval around each tick of what depends on the parts of the unit vector to the sun that point up, west and south. */
function meanOverIntervals(
  { latitude, longitude }: DemoArea,
  ticks: Ticks,
  of: (up: number, west: number, south: number) => number,
): Float64Array {
  const { sinDeclination, cosDeclination, dayShare, equationOfTime } = rememberedCourse('sun', ticks, () =>
    sunCourse(ticks),
  )
  const parts = partsOf(ticks.stepMs)
  const sinLatitude = Math.sin(latitude * RADIANS)
  const cosLatitude = Math.cos(latitude * RADIANS)
  const means = new Float64Array(ticks.count)
  for (let index = 0; index < ticks.count; index += 1) {
    let mean = 0
    for (let at = index * parts; at < (index + 1) * parts; at += 1) {
      const sin = sinDeclination[at] ?? 0
      const cos = cosDeclination[at] ?? 0
      const hourAngle =
        2 * Math.PI * ((dayShare[at] ?? 0) + longitude / 360 + (equationOfTime[at] ?? 0)) - Math.PI
      mean +=
        of(
          sinLatitude * sin + cosLatitude * cos * Math.cos(hourAngle),
          cos * Math.sin(hourAngle),
          sinLatitude * cos * Math.cos(hourAngle) - cosLatitude * sin,
        ) / parts
    }
    means[index] = mean
  }
  return means
}

/** Roofs and fields look east, south and west: azimuth from south, west positive, with its share. */
const ORIENTATIONS = [
  { azimuth: -60 * RADIANS, share: 0.27 },
  { azimuth: 0, share: 0.46 },
  { azimuth: 60 * RADIANS, share: 0.27 },
].map(({ azimuth, share }) => ({ share, southward: Math.cos(azimuth), westward: Math.sin(azimuth) }))
const TILT = 28 * RADIANS
const COS_TILT = Math.cos(TILT)
const SIN_TILT = Math.sin(TILT)
const GROWTH_PER_YEAR = 0.14
/** The capacities of the table are those of this time. */
const COUNTED_UTC = Date.UTC(2026, 6, 1)

/** Capacity of a date as a share of that of the middle of 2026: what was built later is left out. */
export function grown(utc: number, growthPerYear: number): number {
  const years = (utc - COUNTED_UTC) / (365.25 * DAY_MS)
  return Math.exp(growthPerYear * Math.min(2, Math.max(-6, years)))
}

/** Output of a fleet of panels under a clear sky as a share of its capacity. Beam by air mass: Meinel 1976. */
function clearSkyShare(up: number, west: number, south: number): number {
  if (up <= 0) return 0
  const airMass = 1 / (up + 0.05)
  const beam = 1.35 * 0.7 ** (airMass ** 0.678)
  let output = 0
  for (const { share, southward, westward } of ORIENTATIONS) {
    const facing = up * COS_TILT + SIN_TILT * (south * southward + west * westward)
    output += share * (beam * Math.max(0, facing) + 0.14 * beam * up)
  }
  return output
}

/** Share of the clear sky's light that clouds let through, for a sky that is this many deviations from the usual. */
function throughClouds(cloudiness: number, deviations: number): number {
  const cover = 1 / (1 + Math.exp(-2.1 * (deviations + 2.4 * (cloudiness - 0.5))))
  return 1 - 0.82 * cover ** 1.3
}

/** Deviation of what passes within an hour or two; a whole area's mean hides most of it. */
const PASSING_CLOUDS = 0.16

/** Share of the clear sky's light that comes through, at each tick; the error is in deviations of the weather. */
export function cloudTransmission(
  area: DemoArea,
  ticks: Ticks,
  cloudError: Float64Array | null = null,
): Float64Array {
  const cloud = weather('cloud', area.code, ticks)
  const wind = weather('wind', area.code, ticks)
  addNoise(cloud, ticks, `passing clouds ${area.code}`, HOUR_MS, PASSING_CLOUDS)
  return cloud.map((clouds, index) => {
    const winter = 0.35 * Math.cos(yearAngle(ticks.fromUtc + index * ticks.stepMs))
    const sky = 0.94 * clouds + 0.34 * (wind[index] ?? 0) + winter + (cloudError?.[index] ?? 0)
    return throughClouds(area.cloudiness, sky)
  })
}

/** Radiation on level ground under a clear sky, W/m², mean over the interval around each tick. */
export function clearSkyRadiation(area: DemoArea, ticks: Ticks): Float64Array {
  return meanOverIntervals(area, ticks, (up) => 950 * Math.max(0, up))
}

/** Solar feed-in of an area under a clear sky, MW, mean over the interval around each tick. */
function clearSkyMw(area: DemoArea, ticks: Ticks): Float64Array {
  return meanOverIntervals(area, ticks, clearSkyShare).map((share, index) => {
    const utc = ticks.fromUtc + index * ticks.stepMs
    return area.solarMw * grown(utc, GROWTH_PER_YEAR) * area.solarShare * share
  })
}

const rememberedClearSky = createMemory<Float64Array>()

/** Solar feed-in of an area before any curtailment, MW, mean over the interval around each tick. */
export function solarMw(area: DemoArea, ticks: Ticks, cloudError: Float64Array | null): Float64Array {
  const clearSky = rememberedClearSky(`clear sky ${area.code}`, ticks, () => clearSkyMw(area, ticks))
  return cloudTransmission(area, ticks, cloudError).map(
    (transmission, index) => (clearSky[index] ?? NaN) * transmission,
  )
}
