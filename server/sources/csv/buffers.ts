import type { MemberCode } from '#contract/areas.ts'
import { monthOf, slotCount } from '#server/series/calendar/month.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'
import type { SeriesBlock, SeriesKey, StepMinutes } from '#server/series/series.ts'
import { emptyWeather, WEATHER_FIELDS, windPowerAt } from '#server/series/weather/area-weather.ts'
import type { AreaWeather } from '#server/series/weather/area-weather.ts'

import type { CsvLine, WeatherColumn } from './format.ts'

/** Collects values of a file by series, step and month until they are written. */
export function createMonthBuffer() {
  const blocks = new Map<string, SeriesBlock>()
  let bytes = 0
  return {
    add(series: SeriesKey, stampUtc: number, step: StepMinutes, powerMw: number): void {
      const month = monthOf(stampUtc)
      const name = `${series.area} ${series.quantity} ${series.kind} ${step} ${month.firstDay}`
      let block = blocks.get(name)
      if (block === undefined) {
        const empty = new Float64Array(slotCount(month, step)).fill(Number.NaN)
        block = { ...series, startsAtUtc: month.fromUtc, stepMinutes: step, powerMw: empty }
        blocks.set(name, block)
        bytes += empty.byteLength
      }
      block.powerMw[(stampUtc - block.startsAtUtc) / (step * MINUTE_MS)] = powerMw
    },
    bytes: (): number => bytes,
    blocks: (): SeriesBlock[] => [...blocks.values()],
  }
}

const HOURS_PER_DAY = DAY_MS / HOUR_MS

/** Collects the forecast weather of a file until it is written: a year of an area takes 0.3 MB. `refuse` is called with values that cannot be true. */
export function createWeatherBuffer(refuse: (area: MemberCode, count: number) => void) {
  /** By area the weather of each day (UTC), by its number since 1970. */
  const areas = new Map<MemberCode, Map<number, AreaWeather>>()
  return {
    add({ area, stampUtc }: CsvLine, { field, least, most }: WeatherColumn, value: number): void {
      const number = Math.floor(stampUtc / DAY_MS)
      const days = areas.get(area) ?? new Map<number, AreaWeather>()
      const day = days.get(number) ?? emptyWeather(number * DAY_MS, HOURS_PER_DAY)
      areas.set(area, days.set(number, day))
      const hour = (stampUtc - day.startsAtUtc) / HOUR_MS
      if (value < least || value > most) return refuse(area, 1)
      day[field][hour] = value
      // All that a mean speed says of the turbines.
      if (field === 'windSpeedMs') day.windPower[hour] = windPowerAt(value)
    },
    /** Gives the collected weather: days of an area that follow each other are one weather. */
    *weather(): Iterable<{ area: MemberCode; weather: AreaWeather }> {
      for (const [area, days] of areas) for (const weather of joined(days)) yield { area, weather }
    },
  }
}

function joined(days: ReadonlyMap<number, AreaWeather>): AreaWeather[] {
  const runs: AreaWeather[][] = []
  for (const [number, day] of [...days].toSorted(([a], [b]) => a - b)) {
    if (days.has(number - 1)) runs.at(-1)?.push(day)
    else runs.push([day])
  }
  return runs.map((run) => {
    const weather = emptyWeather(run[0]?.startsAtUtc ?? 0, run.length * HOURS_PER_DAY)
    for (const [index, day] of run.entries())
      for (const field of WEATHER_FIELDS) weather[field].set(day[field], index * HOURS_PER_DAY)
    return weather
  })
}
