import type { DataDefect } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#contract/time.ts'
import { monthDay } from '#contract/words/days.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import { dayNumber, dayText } from '#server/forecast/model/history/day-grid.ts'
import {
  type AreaWeather,
  type DayWeather,
  WEATHER_FIELDS,
  type WeatherField,
  type WeatherOrigin,
} from '#server/series/store/area-weather.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'

export type RunWeather = Omit<WeatherOrigin, 'fetchedAtUtc'>

/** Weather is not used before enough is learned. */
export interface WeatherOfRun extends RunWeather {
  isUsed: boolean
}

/** A second year would double the time and gain next to nothing. */
const MIN_WEATHER_DAYS = 365
/** Days after which the first learned day moves on. */
const PERIOD_DAYS = 91

/**
 * Groups days by first day of weather, which moves on fixed dates, so that a forecast depends on no other day.
 * Days before `firstKnown` have no weather.
 */
export function daysByWeather(days: readonly string[], firstKnown: string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const day of days) {
    const number = dayNumber(day)
    const first = dayText(number - (number % PERIOD_DAYS) - MIN_WEATHER_DAYS)
    const since = first < firstKnown ? firstKnown : first
    groups.set(since, [...(groups.get(since) ?? []), day])
  }
  return groups
}

/** Weather as known by each day's information time. */
export async function readWeatherPast(
  store: Pick<WeatherStore, 'readDayAhead'>,
  area: MemberCode,
  span: Span,
  informationTimeOf: (day: string) => number,
  sinceUtc = span.fromUtc,
): Promise<{ weather: AreaWeather | null; days: readonly DayWeather[] }> {
  const fromDay = marketDay(Math.max(sinceUtc, span.fromUtc))
  const toDay = marketDay(span.toUtc - 1)
  const { weather, days } = await store.readDayAhead(area, { fromDay, toDay }, informationTimeOf)
  return { weather: days.length === 0 ? null : weather, days }
}

/** For reporting a change of the model. */
const NAMED_DAYS = 28

export function weatherOfRun(days: readonly DayWeather[], day: string): RunWeather | null {
  const own = days.findLast((other) => other.day === day)
  return own === undefined ? null : { model: own.model, runUtc: own.runUtc, knownAtUtc: own.knownAtUtc }
}

const FIELD_WORDS: Readonly<Partial<Record<WeatherField, string>>> = {
  temperatureC: 'temperature',
  windSpeedMs: 'wind',
  radiationWm2: 'radiation',
}
const list = new Intl.ListFormat('en', { type: 'conjunction' })

export function describeWeatherFaults(days: readonly DayWeather[], day: string): DataDefect[] {
  const since = addDays(day, -NAMED_DAYS)
  const recent = days.filter((other) => other.day >= since && other.day <= day)
  const own = recent.findLast((other) => other.day === day)
  const before = recent.findLast((other) => other.day < day)
  const faults: DataDefect[] = []
  const add = (text: string) => faults.push({ quantity: 'weather', text })
  if (own === undefined) {
    if (before !== undefined)
      add(
        `No weather forecast is there for this day; the last was for ${monthDay(before.day)}. Wind and solar follow from history.`,
      )
    return faults
  }
  const missing = WEATHER_FIELDS.flatMap((field) => {
    const words = FIELD_WORDS[field]
    return words !== undefined && own.weather[field].every(Number.isNaN) ? [words] : []
  })
  if (missing.length > 0) add(`The weather forecast has no ${list.format(missing)} for this day.`)
  const other = recent.findLast(({ model }) => model !== own.model)
  if (other !== undefined)
    add(`The weather is from ${own.model}; until ${monthDay(other.day)} it was from ${other.model}.`)
  return faults
}
