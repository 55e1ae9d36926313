import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { zoneOffset } from '#contract/zone-time.ts'
import { holidaysOf } from '#server/calendar/public-holidays.ts'

import type { DemoArea } from './areas.ts'
import { noise, type Curve } from './noise.ts'
import { season, weatherOver } from './weather.ts'

/** Load of a working day by local hour, as a share of the mean, in midwinter and midsummer. */
// prettier-ignore
const PROFILES: Readonly<Record<DemoArea['dayProfile'], readonly [winter: readonly number[], summer: readonly number[]]>> = {
  continental: [
    [0.84, 0.81, 0.79, 0.785, 0.80, 0.85, 0.95, 1.06, 1.11, 1.12, 1.12, 1.125, 1.115, 1.10, 1.08, 1.07, 1.09, 1.15, 1.165, 1.13, 1.07, 1.02, 0.96, 0.89],
    [0.83, 0.80, 0.78, 0.775, 0.79, 0.83, 0.93, 1.03, 1.08, 1.10, 1.115, 1.13, 1.12, 1.10, 1.08, 1.06, 1.05, 1.06, 1.06, 1.05, 1.03, 1.02, 0.97, 0.89],
  ],
  southern: [
    [0.82, 0.76, 0.73, 0.72, 0.73, 0.78, 0.88, 0.99, 1.06, 1.09, 1.09, 1.08, 1.06, 1.03, 1.00, 1.00, 1.04, 1.14, 1.22, 1.24, 1.20, 1.11, 1.00, 0.90],
    [0.86, 0.80, 0.77, 0.75, 0.74, 0.75, 0.82, 0.92, 1.00, 1.06, 1.10, 1.13, 1.14, 1.12, 1.09, 1.07, 1.07, 1.08, 1.10, 1.14, 1.19, 1.17, 1.07, 0.95],
  ],
}
/** Relative Sunday drop by hour: offices and factories rest in the morning, homes do not. */
// prettier-ignore
const DROP_BY_HOUR = [0.6, 0.55, 0.55, 0.6, 0.7, 0.9, 1.25, 1.5, 1.45, 1.25, 1.1, 1.0, 0.95, 1.05, 1.15, 1.15, 1.05, 0.95, 0.85, 0.85, 0.8, 0.75, 0.7, 0.65]

function atHour(values: readonly number[], hour: number): number {
  const position = (hour + 23.5) % 24
  const before = values[Math.floor(position)] ?? 0
  const after = values[Math.ceil(position) % 24] ?? 0
  return before + (position % 1) * (after - before)
}

/** 0: working day; 1: Sunday or holiday. */
function restOf(area: DemoArea, epochDay: number): number {
  const date = new Date(epochDay * DAY_MS)
  if (date.getUTCDay() === 0 || holidaysOf(area.code, date.getUTCFullYear()).has(epochDay)) return 1
  const isChristmas = date.getUTCMonth() === 11 && date.getUTCDate() >= 23
  return isChristmas ? 0.65 : date.getUTCDay() === 6 ? 0.55 : 0
}

/** Heating and cooling set in softly. */
function temperatureShare({ heatingPerC, coolingPerC }: DemoArea, celsius: number): number {
  const soft = (degrees: number) => (degrees + Math.sqrt(degrees * degrees + 9)) / 2
  return heatingPerC * soft(15 - celsius) + coolingPerC * soft(celsius - 21)
}

/** The Dutch TSO errs twice as much, but the load does not vary more. */
const MAX_CAPRICE_SHARE = 0.037

export function loadMw(area: DemoArea): Curve {
  // Makes last week's load a worse forecast than the TSO's.
  const caprice = noise('load', area, 5, 6)
  const size = Math.min(MAX_CAPRICE_SHARE, 0.94 * area.loadErrorShare)
  const { temperatureC } = weatherOver(area, 'actual')
  const [winter, summer] = PROFILES[area.dayProfile]
  const offsetAt = zoneOffset(area.zone)
  const shareAt = (swings: number) => temperatureShare(area, area.meanC + swings * area.swingC)
  const usual = (1 - 0.24 * area.sundayDrop) * (1 + (shareAt(-0.7) + shareAt(0.7)) / 2)
  const rests = new Map<number, number>()
  const restOn = (day: number) => {
    const rest = rests.get(day) ?? restOf(area, day)
    rests.set(day, rest)
    return rest
  }
  return (utc) => {
    const localMs = utc + offsetAt(utc)
    const day = Math.floor(localMs / DAY_MS)
    const hour = (localMs - day * DAY_MS) / HOUR_MS
    const winterShare = 0.5 + 0.5 * season(utc, 6)
    const working = winterShare * atHour(winter, hour) + (1 - winterShare) * atHour(summer, hour)
    // The night before a holiday still has the load of a working day.
    const today = Math.min(1, Math.max(0, (hour - 3) / 4))
    const rest = today * restOn(day) + (1 - today) * restOn(day - 1)
    const resting = 1 - area.sundayDrop * rest * atHour(DROP_BY_HOUR, hour)
    const weather = 1 + temperatureShare(area, temperatureC(utc))
    return (area.meanLoadMw / usual) * working * resting * weather * (1 + size * caprice(utc))
  }
}
