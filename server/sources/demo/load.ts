import { zoneOffset } from '#contract/zone-time.ts'
import { holidaysOf } from '#server/series/calendar/public-holidays.ts'
import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

import type { DayProfile, DemoArea } from './areas.ts'
import { createMemory, type Ticks, noise } from './noise.ts'
import { yearAngle } from './sun.ts'
import { weather } from './weather.ts'

/** Load of a working day by local hour, as a share of the mean: in the middle of winter and of summer. */
// prettier-ignore
const PROFILES: Readonly<Record<DayProfile, { winter: readonly number[]; summer: readonly number[] }>> = {
  continental: {
    winter: [0.84, 0.81, 0.79, 0.785, 0.80, 0.85, 0.95, 1.06, 1.11, 1.12, 1.12, 1.125, 1.115, 1.10, 1.08, 1.07, 1.09, 1.15, 1.165, 1.13, 1.07, 1.02, 0.96, 0.89],
    summer: [0.83, 0.80, 0.78, 0.775, 0.79, 0.83, 0.93, 1.03, 1.08, 1.10, 1.115, 1.13, 1.12, 1.10, 1.08, 1.06, 1.05, 1.06, 1.06, 1.05, 1.03, 1.02, 0.97, 0.89],
  },
  southern: {
    winter: [0.82, 0.76, 0.73, 0.72, 0.73, 0.78, 0.88, 0.99, 1.06, 1.09, 1.09, 1.08, 1.06, 1.03, 1.00, 1.00, 1.04, 1.14, 1.22, 1.24, 1.20, 1.11, 1.00, 0.90],
    summer: [0.86, 0.80, 0.77, 0.75, 0.74, 0.75, 0.82, 0.92, 1.00, 1.06, 1.10, 1.13, 1.14, 1.12, 1.09, 1.07, 1.07, 1.08, 1.10, 1.14, 1.19, 1.17, 1.07, 0.95],
  },
}
/** How strongly a Sunday's drop shows at an hour: offices and factories are missing in the morning, homes are not. */
// prettier-ignore
const DROP_BY_HOUR = [0.6, 0.55, 0.55, 0.6, 0.7, 0.9, 1.25, 1.5, 1.45, 1.25, 1.1, 1.0, 0.95, 1.05, 1.15, 1.15, 1.05, 0.95, 0.85, 0.85, 0.8, 0.75, 0.7, 0.65]
const SATURDAY_SHARE = 0.55
/** The night before a holiday is still like that of a working day: the change comes early in the morning. */
const DAY_CHANGE_HOURS = [3, 7] as const

/** A smooth periodic curve (Catmull-Rom) through 24 hourly values, each in the middle of its hour. */
function atHour(values: readonly number[], hour: number): number {
  const position = (hour + 23.5) % 24
  const node = Math.floor(position)
  const t = position - node
  const before = values[(node + 23) % 24] ?? 0
  const here = values[node] ?? 0
  const next = values[(node + 1) % 24] ?? 0
  const after = values[(node + 2) % 24] ?? 0
  const curve = 2 * before - 5 * here + 4 * next - after
  return here + (t / 2) * (next - before + t * (curve + t * (3 * (here - next) + after - before)))
}

/** How far a day is from a working day: 0, or 1 on a Sunday or holiday; the days around Christmas are in between. */
function restOf(area: DemoArea, epochDay: number): number {
  const date = new Date(epochDay * DAY_MS)
  const isChristmas = date.getUTCMonth() === 11 && date.getUTCDate() >= 23
  const weekday = date.getUTCDay()
  if (weekday === 0 || holidaysOf(area.country, date.getUTCFullYear()).has(epochDay))
    return isChristmas ? 1.35 : 1
  if (weekday === 6) return isChristmas ? 0.9 : SATURDAY_SHARE
  if (isChristmas) return 0.6
  const isFerragosto =
    area.country === 'IT' && date.getUTCMonth() === 7 && Math.abs(date.getUTCDate() - 14) <= 7
  return isFerragosto ? 0.5 : 0
}

/** Days at rest, remembered over the ticks of one call. */
function createRest(area: DemoArea): (epochDay: number) => number {
  const known = new Map<number, number>()
  return (epochDay) => {
    const rest = known.get(epochDay) ?? restOf(area, epochDay)
    known.set(epochDay, rest)
    return rest
  }
}

/** Coldest about 20 January. */
function climateC(area: DemoArea, utc: number): number {
  return area.meanC - area.swingC * Math.cos(yearAngle(utc) - 0.33)
}

/** Mean load's factor at a temperature: heating and cooling set in softly. */
function temperatureFactor(area: DemoArea, celsius: number): number {
  const cold = 15 - celsius
  const warm = celsius - 21
  const soft = (degrees: number) => (degrees + Math.sqrt(degrees * degrees + 9)) / 2
  return 1 + area.heatingPerC * soft(cold) + area.coolingPerC * soft(warm)
}

function shape(area: DemoArea, rest: (epochDay: number) => number, utc: number): number {
  const localMs = utc + zoneOffset(area.zone)(utc)
  const day = Math.floor(localMs / DAY_MS)
  const hour = (localMs - day * DAY_MS) / HOUR_MS
  const { winter, summer } = PROFILES[area.dayProfile]
  const winterShare = 0.5 + 0.5 * Math.cos(yearAngle(utc) - 0.1)
  const working = winterShare * atHour(winter, hour) + (1 - winterShare) * atHour(summer, hour)
  const [from, to] = DAY_CHANGE_HOURS
  const today = Math.min(1, Math.max(0, (hour - from) / (to - from)))
  const resting = today * rest(day) + (1 - today) * rest(day - 1)
  return working * (1 - area.sundayDrop * resting * atHour(DROP_BY_HOUR, hour))
}

const yearMeans = new Map<string, number>()

/** Mean over a year of what `loadMw` multiplies the mean load with, so that the table's mean comes out. */
function yearMean(area: DemoArea): number {
  const stored = yearMeans.get(area.code)
  if (stored !== undefined) return stored
  const rest = createRest(area)
  const fromUtc = Date.UTC(2025, 0, 1)
  const count = 365 * 8
  let sum = 0
  for (let index = 0; index < count; index += 1) {
    const utc = fromUtc + index * 3 * HOUR_MS
    sum += shape(area, rest, utc) * temperatureFactor(area, climateC(area, utc))
  }
  yearMeans.set(area.code, sum / count)
  return sum / count
}

/** Deviation of the temperature from what is usual on the day. */
const ANOMALY_C = 3.4
/** What neither calendar nor weather explains, by the hours it lasts. It makes the load of the week before a worse forecast than the TSO's. */
const CAPRICES = [
  [30, 0.9],
  [5, 0.25],
  [1, 0.07],
] as const
/** The Dutch TSO errs twice as much, but the Dutch load does not vary more than others. */
const MAX_CAPRICIOUS = 0.04

export function temperatureC(area: DemoArea, ticks: Ticks): Float64Array {
  return weather('temperature', area.code, ticks).map(
    (degrees, index) => climateC(area, ticks.fromUtc + index * ticks.stepMs) + ANOMALY_C * degrees,
  )
}

const remembered = createMemory<Float64Array>()

/** Load of an area, MW, at each tick. */
export function loadMw(area: DemoArea, ticks: Ticks): Float64Array {
  return remembered(`load ${area.code}`, ticks, () => computeLoad(area, ticks))
}

function computeLoad(area: DemoArea, ticks: Ticks): Float64Array {
  const rest = createRest(area)
  const size = Math.min(MAX_CAPRICIOUS, area.loadErrorShare)
  const caprice = noise(
    'load',
    area.code,
    ticks,
    CAPRICES.map(([hours, share]) => [hours, share * size]),
  )
  const scale = area.meanLoadMw / yearMean(area)
  return temperatureC(area, ticks).map((celsius, index) => {
    const utc = ticks.fromUtc + index * ticks.stepMs
    return scale * shape(area, rest, utc) * temperatureFactor(area, celsius) * (1 + (caprice[index] ?? 0))
  })
}
