import { DAY_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { createMemory, type Ticks } from './noise.ts'

const RADIANS = Math.PI / 180
const MEAN_YEAR_MS = 365.2425 * DAY_MS
const YEAR_START_UTC = Date.UTC(2000, 0, 1)
/** The sun moves within an interval, so a stamp's value is the mean over parts of its interval that are at most this long. */
const PART_MS = 20 * 60_000

/** 0 on 1 January, 2π a year later. */
export function yearAngle(utc: number): number {
  return (2 * Math.PI * (utc - YEAR_START_UTC)) / MEAN_YEAR_MS
}

/** What the sun's direction takes from the time alone, the same for all areas. */
interface SunCourse {
  sinDeclination: Float64Array
  cosDeclination: Float64Array
  /** Share of the UTC day that has passed, and what to add for a sundial at longitude 0, as a share of a day. */
  dayShare: Float64Array
  equationOfTime: Float64Array
}

function partsOf(stepMs: number): number {
  return Math.ceil(stepMs / PART_MS)
}

/** In the middle of each part of the interval around each tick. Declination and equation of time: Spencer 1971. */
function sunCourse({ fromUtc, stepMs, count }: Ticks): SunCourse {
  const parts = partsOf(stepMs)
  const length = count * parts
  const course: SunCourse = {
    sinDeclination: new Float64Array(length),
    cosDeclination: new Float64Array(length),
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

const remembered = createMemory<SunCourse>()

/**
 * The mean over the interval around each tick of what depends on where the sun stands over an area: on the parts of the unit vector to
 * the sun that point up, west and south.
 */
export function meanOverIntervals(
  { latitude, longitude }: DemoArea,
  ticks: Ticks,
  of: (up: number, west: number, south: number) => number,
): Float64Array {
  const { sinDeclination, cosDeclination, dayShare, equationOfTime } = remembered('sun', ticks, () =>
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
