import { HOUR_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { HourlyHistory, InformationTime } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory, type PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { emptyWeather } from '#server/series/store/area-weather.ts'

/** Random numbers of a seed, 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export interface InventedHistory {
  /** `yyyy-MM-dd`, both whole days of Europe/Brussels. */
  from: string
  to: string
  seed?: number
  /** How much too low the TSO's load forecast always is, MW. */
  loadBiasMw?: number
  /** How much too high the TSO's solar forecast always is, as a share of it. */
  solarBias?: number
  hasWeather?: boolean
}

/** An invented area of some 10 GW of load, 6 GW of sun and 5 GW of wind, with TSO forecasts that err as real ones do. */
export function inventHistory(options: InventedHistory): HourlyHistory {
  const { from, to, seed = 1, loadBiasMw = 300, solarBias = 0.1, hasWeather = false } = options
  const random = createRandom(seed)
  const weatherRandom = createRandom(seed + 1000)
  const startsAtUtc = timeOfDay(from)
  const hours = (timeOfDay(addDays(to, 1)) - startsAtUtc) / HOUR_MS
  const empty = () => ({ actual: new Float64Array(hours), tso: new Float64Array(hours) })
  const quantities = { load: empty(), solar: empty(), wind: empty() }
  const weather = emptyWeather(startsAtUtc, hours)
  let [wind, loadError, windError, cloud] = [0, 0, 0, 0.6]
  for (let slot = 0; slot < hours; slot++) {
    const utc = startsAtUtc + slot * HOUR_MS
    const hour = (utc / HOUR_MS) % 24
    const weekday = Math.floor(utc / (24 * HOUR_MS) + 3) % 7
    wind = 0.98 * wind + 0.2 * normal(random)
    loadError = 0.95 * loadError + 40 * normal(random)
    windError = 0.9 * windError + 60 * normal(random)
    if (hour === 0) cloud = 0.3 + 0.6 * random()
    const load = 10_000 + 2000 * Math.sin(((hour - 9) * Math.PI) / 12) - (weekday >= 5 ? 1500 : 0)
    const clearSky = Math.max(0, Math.sin(((hour - 5) * Math.PI) / 14))
    const sun = clearSky * 6000 * cloud
    const breeze = 2500 / (1 + Math.exp(-2 * wind)) + 500
    const speedMs = 9 + 3.8 * wind + 0.5 * normal(weatherRandom)
    weather.temperatureC[slot] = 10 + 4 * normal(weatherRandom)
    weather.windSpeedMs[slot] = Math.max(0, speedMs)
    weather.windPower[slot] = 1 / (1 + Math.exp((9 - speedMs) / 1.9))
    weather.radiationWm2[slot] = 900 * clearSky * cloud * (1 + 0.05 * normal(weatherRandom))
    quantities.load.tso[slot] = load
    quantities.load.actual[slot] = load + loadBiasMw + loadError + 50 * normal(random)
    quantities.solar.tso[slot] = sun
    quantities.solar.actual[slot] = sun * (1 - solarBias) * (1 + 0.05 * normal(random))
    quantities.wind.tso[slot] = breeze
    quantities.wind.actual[slot] = Math.max(0, breeze + windError)
  }
  return { startsAtUtc, hours, quantities, weather: hasWeather ? weather : null, uploads: [] }
}

/** Somewhere in Europe. */
export const TEST_PLACE = { area: 'DE' as const, zone: MARKET_ZONE, latitude: 50, longitude: 10 }
/** The TSO has not forecast these when an early run is made. */
export const EARLY = ['solar', 'wind'] as const

/** A history made ready for the parts of the model, as known on the morning before its last day. */
export function prepareInvented(
  history: HourlyHistory,
  { knownHours = 8, unpublished = [] }: Partial<InformationTime> = {},
): PreparedHistory & { lastDay: number } {
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours, unpublished })
  const lastDay = prepared.grid.days - 1
  prepared.advanceTo(lastDay)
  return { ...prepared, lastDay }
}
