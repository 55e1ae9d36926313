import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { AreaPlace } from '#server/forecast/model/history/area-places.ts'

/** As shares of an hour. */
const INSTANTS = [0.125, 0.375, 0.625, 0.875] as const
const RADIANS = Math.PI / 180

/** Mean sine over the hour from `utc` on, 0 below the horizon. */
export function sunHeight(
  { latitude, longitude }: Pick<AreaPlace, 'latitude' | 'longitude'>,
  utc: number,
): number {
  const day = Math.floor(utc / DAY_MS)
  const declination = 0.4093 * Math.sin((2 * Math.PI * (day - 79.5)) / 365.2425)
  const height = Math.sin(latitude * RADIANS) * Math.sin(declination)
  const swing = Math.cos(latitude * RADIANS) * Math.cos(declination)
  const noon = 12 - longitude / 15 - equationOfTimeMinutes(day) / 60
  let sum = 0
  for (const instant of INSTANTS) {
    const angle = (((utc - day * DAY_MS) / HOUR_MS + instant - noon) * Math.PI) / 12
    sum += Math.max(0, height + swing * Math.cos(angle))
  }
  return sum / INSTANTS.length
}

/** Lead of the sun over the mean sun (Duffie and Beckman, "Solar Engineering of Thermal Processes", 1.5). */
function equationOfTimeMinutes(day: number): number {
  const phase = (2 * Math.PI * (day - 80)) / 365.2425
  return 9.87 * Math.sin(2 * phase) - 7.53 * Math.cos(phase) - 1.5 * Math.sin(phase)
}
