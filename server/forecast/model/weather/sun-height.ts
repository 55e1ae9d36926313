import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

/** Instants of an hour at which the sun is looked at, as shares of it. */
const INSTANTS = [0.125, 0.375, 0.625, 0.875] as const
const RADIANS = Math.PI / 180

/** By hour from `utc` on, the mean sine of the sun's height at a place, 0 while it is below the horizon; degrees north and east. */
export function createSunHeight(latitude: number, longitude: number): (utc: number) => number {
  const [sine, cosine] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)]
  // The sun's path changes from day to day only, and hours are asked for in order.
  let path = { day: NaN, height: 0, swing: 0, noonUtc: 0 }
  const pathOf = (day: number) => {
    const declination = 0.4093 * Math.sin((2 * Math.PI * (day - 79.5)) / 365.2425)
    return {
      day,
      height: sine * Math.sin(declination),
      swing: cosine * Math.cos(declination),
      noonUtc: 12 - longitude / 15 - equationOfTimeMinutes(day) / 60,
    }
  }
  return (utc) => {
    const day = Math.floor(utc / DAY_MS)
    if (day !== path.day) path = pathOf(day)
    const hourOfDay = (utc - day * DAY_MS) / HOUR_MS
    let sum = 0
    for (const instant of INSTANTS) {
      const angle = ((hourOfDay + instant - path.noonUtc) * Math.PI) / 12
      sum += Math.max(0, path.height + path.swing * Math.cos(angle))
    }
    return sum / INSTANTS.length
  }
}

/** Minutes by which the sun is ahead of the mean sun (Duffie and Beckman, "Solar Engineering of Thermal Processes", 1.5). */
function equationOfTimeMinutes(day: number): number {
  const phase = (2 * Math.PI * (day - 80)) / 365.2425
  return 9.87 * Math.sin(2 * phase) - 7.53 * Math.cos(phase) - 1.5 * Math.sin(phase)
}
