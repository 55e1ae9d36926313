import type { MemberCode } from '#contract/areas.ts'
import type { WeatherPoint } from '#server/sources/weather-source.ts'

/** The points of one call: an address stays below two thousand characters, and an area's points stay together. */
const MAX_POINTS = 100

/** Areas that are asked for together. */
export function portionsOf(
  areas: readonly MemberCode[],
  pointsOf: (area: MemberCode) => readonly WeatherPoint[],
): readonly (readonly MemberCode[])[] {
  const portions: MemberCode[][] = []
  let room = 0
  for (const area of areas) {
    const points = pointsOf(area).length
    if (points > room) {
      portions.push([])
      room = MAX_POINTS
    }
    portions.at(-1)?.push(area)
    room -= points
  }
  return portions
}
