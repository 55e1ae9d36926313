import { HOUR_MS } from '#contract/time.ts'
import { withoutValues, type PointWeather, type WeatherPoint } from '#server/sources/weather-source.ts'

/** Two runs never agree exactly for half a day. */
const MIN_EQUAL_HOURS = 12
const FIELDS = ['temperatureC', 'windSpeedMs', 'radiationWm2'] as const

interface LastAnswer {
  runUtc: number
  startsAtUtc: number
  weather: PointWeather
  isStuck: boolean
}

/** Replaces values that a new run repeats by NaN: the service once served old values at some places for five days. */
export function createStuckPoints() {
  const lastOf = new Map<string, LastAnswer>()
  return (
    points: readonly WeatherPoint[],
    weather: readonly PointWeather[],
    startsAtUtc: number,
    runUtc: number,
  ): PointWeather[] =>
    weather.map((given, index) => {
      const key = `${points[index]?.area} ${points[index]?.name}`
      const last = lastOf.get(key)
      const answer = { runUtc, startsAtUtc, weather: given }
      const isStuck =
        last !== undefined && (last.runUtc === runUtc ? last.isStuck : hasSameValues(last, answer))
      lastOf.set(key, { ...answer, isStuck })
      return isStuck ? withoutValues(given.temperatureC.length) : given
    })
}

function hasSameValues(a: Omit<LastAnswer, 'isStuck'>, b: Omit<LastAnswer, 'isStuck'>): boolean {
  const shift = (b.startsAtUtc - a.startsAtUtc) / HOUR_MS
  let equalHours = 0
  for (const [hour, celsius] of b.weather.temperatureC.entries()) {
    const before = a.weather.temperatureC[hour + shift] ?? Number.NaN
    if (Number.isNaN(celsius + before)) continue
    const isEqual = FIELDS.every((field) => Object.is(b.weather[field][hour], a.weather[field][hour + shift]))
    if (!isEqual) return false
    equalHours += 1
  }
  return equalHours >= MIN_EQUAL_HOURS
}
