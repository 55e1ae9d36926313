import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import type { Clock } from '#server/clock.ts'
import { HOUR_MS } from '#server/series/series.ts'
import type { AreaWeather, WeatherOrigin } from '#server/series/weather/area-weather.ts'

/** Older weather says nothing about tomorrow. */
const STALE_AFTER_MS = 30 * HOUR_MS

const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: MARKET_ZONE,
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** Says what is wrong with the weather: none has come for long, most points of an area have none, or the past is refused. */
export function createWeatherProblem(label: string, clock: Clock) {
  const incomplete = new Set<MemberCode>()
  const startedAtUtc = clock()
  let lastUtc: number | null = null
  let reason: string | null = null
  let pastRefusal: string | null = null
  return {
    recordAnswers(last: readonly WeatherOrigin[]): void {
      const newestUtc = last.length === 0 ? null : Math.max(...last.map(({ fetchedAtUtc }) => fetchedAtUtc))
      if (newestUtc !== lastUtc) reason = null
      lastUtc = newestUtc
    },
    recordArea(area: MemberCode, { temperatureC, windSpeedMs, radiationWm2 }: AreaWeather): void {
      const isMissing = [temperatureC, windSpeedMs, radiationWm2].some(
        (values) => values.filter(Number.isNaN).length * 2 > values.length,
      )
      if (isMissing) incomplete.add(area)
      else incomplete.delete(area)
    },
    recordFailure(message: string): void {
      reason = message
    },
    /** Why the source refuses to give past weather, null when it gives some. Returns whether that is new. */
    recordPastRefusal(message: string | null): boolean {
      const isNew = message !== pastRefusal
      pastRefusal = message
      return isNew
    },
    /** As a sentence for the pages; null if nothing is wrong. */
    current(): string | null {
      const because = reason === null ? '' : ` ${reason}`
      if (clock() - (lastUtc ?? startedAtUtc) > STALE_AFTER_MS) {
        const since = lastUtc === null ? '' : ` since ${DATE.format(lastUtc)}`
        return `${label} has sent no weather data${since}, so new forecasts are made without it.${because}`
      }
      if (lastUtc === null && reason !== null) return `${label} has sent no weather data yet.${because}`
      if (incomplete.size > 0)
        return `${label} sends too few weather values for ${[...incomplete].join(', ')}; those areas are forecast without weather.`
      if (pastRefusal !== null)
        return `${label} gives no past weather, so forecasts learn only from what it sends from now on. ${pastRefusal}`
      return null
    },
  }
}
