import { z } from 'zod'

import { HOUR_MS, type Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { type PointWeather, type WeatherPoint, withoutValues } from '#server/sources/weather-source.ts'

/** Beyond these, the service or the unit is wrong. */
const VARIABLES = {
  temperature: { unit: '°C', least: -70, most: 60 },
  wind: { unit: 'm/s', least: 0, most: 100 },
  radiation: { unit: 'W/m²', least: -5, most: 1500 },
} as const
type Variable = keyof typeof VARIABLES

export type VariableNames = Readonly<Record<Variable, string>>

const SECOND_MS = 1000
const values = z.array(z.number().nullable())

const LocationSchema = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.object({ time: z.array(z.number().int()) }).catchall(values),
})

/** Whole hours; NaN for unreadable or impossible values. Throws a `SourceError` if no point is readable. */
export function readAnswer(text: string, count: number, span: Span, names: VariableNames): PointWeather[] {
  const answer = parseJson(text)
  // One location is an object, several are an array in the requested order.
  const locations: unknown[] = Array.isArray(answer) ? answer : [answer]
  if (locations.length !== count) throw unreadable(`${locations.length} places instead of ${count}`)
  const faults: SourceError[] = []
  const points = locations.map((location) => {
    try {
      return readLocation(location, span, names)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      faults.push(error)
      return withoutValues((span.toUtc - span.fromUtc) / HOUR_MS)
    }
  })
  const [first] = faults
  if (first !== undefined && faults.length === count) throw first
  return points
}

function unreadable(what: string): SourceError {
  return new SourceError(`Open-Meteo sent ${what}.`, { isTransient: false })
}

function readLocation(location: unknown, span: Span, names: VariableNames): PointWeather {
  const parsed = LocationSchema.safeParse(location)
  if (!parsed.success) throw unreadable('an answer that cannot be read')
  const { hourly, hourly_units } = parsed.data
  const requireUnit = (name: string, unit: string) => {
    if (hourly_units[name] !== unit)
      throw unreadable(`${name} in ${hourly_units[name] ?? 'no unit'} instead of ${unit}`)
  }
  requireUnit('time', 'unixtime')
  const times = hourly.time
  if (times.some((time) => (time * SECOND_MS) % HOUR_MS !== 0))
    throw unreadable('times that are not whole hours')
  /** Hours may be missing. */
  const slotOf = new Map(times.map((time, slot) => [time * SECOND_MS, slot]))

  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  const read = (variable: Variable) => {
    const { unit, least, most } = VARIABLES[variable]
    const name = names[variable]
    requireUnit(name, unit)
    const column = hourly[name]
    if (column === undefined || column.length !== times.length) throw unreadable(`no whole column ${name}`)
    return (hour: number) => {
      const value = column[slotOf.get(span.fromUtc + hour * HOUR_MS) ?? -1] ?? Number.NaN
      return value >= least && value <= most ? value : Number.NaN
    }
  }
  const [temperature, wind, radiation] = [read('temperature'), read('wind'), read('radiation')]
  const byHour = (valueOf: (hour: number) => number) =>
    Float64Array.from({ length: hours }, (_, hour) => valueOf(hour))
  return {
    // Instants: an hour's mean is the mean of its ends.
    temperatureC: byHour((hour) => (temperature(hour) + temperature(hour + 1)) / 2),
    windSpeedMs: byHour((hour) => (wind(hour) + wind(hour + 1)) / 2),
    // Mean of the hour before its stamp.
    radiationWm2: byHour((hour) => Math.max(0, radiation(hour + 1))),
  }
}

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
