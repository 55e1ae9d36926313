import type { MemberCode } from '#contract/areas.ts'
import { monthOf, slotCount } from '#server/series/calendar/month.ts'
import {
  MINUTE_MS,
  type SeriesBlock,
  type SeriesKey,
  type StepMinutes,
  DAY_MS,
  HOUR_MS,
} from '#server/series/series.ts'
import {
  emptyWeather,
  WEATHER_FIELDS,
  windPowerAt,
  type AreaWeather,
} from '#server/series/weather/area-weather.ts'

import type { CsvLine } from './read-lines.ts'

/** Collects values of a file by series, step and month until they are written. */
export function createMonthBuffer() {
  let blocks = new Map<string, SeriesBlock>()
  let bytes = 0
  return {
    add(series: SeriesKey, seriesNumber: number, stampUtc: number, step: StepMinutes, powerMw: number): void {
      const month = monthOf(stampUtc)
      const name = `${seriesNumber} ${step} ${month.firstDay}`
      let block = blocks.get(name)
      if (block === undefined) {
        const empty = new Float64Array(slotCount(month, step)).fill(Number.NaN)
        block = { ...series, startsAtUtc: month.fromUtc, stepMinutes: step, powerMw: empty }
        blocks.set(name, block)
        bytes += empty.byteLength
      }
      block.powerMw[(stampUtc - block.startsAtUtc) / (step * MINUTE_MS)] = powerMw
    },
    /** Memory that the values take. */
    bytes: (): number => bytes,
    /** Hands over the values as blocks, and is empty afterwards. */
    take(): SeriesBlock[] {
      const taken = [...blocks.values()]
      blocks = new Map()
      bytes = 0
      return taken
    },
  }
}

const HOURS_PER_DAY = DAY_MS / HOUR_MS

/**
 * Collects the forecast weather of a file until it is written. A year of an area takes 0.3 MB. `refuse` is called with values that cannot
 * be true; they are left out.
 */
export function createWeatherBuffer(refuse: (area: MemberCode, count: number) => void) {
  /** By area the weather of each day (UTC), by its number since 1970. */
  const areas = new Map<MemberCode, Map<number, AreaWeather>>()
  return {
    add({ area, stampUtc, weather }: CsvLine): void {
      if (weather.length === 0) return
      const number = Math.floor(stampUtc / DAY_MS)
      const days = areas.get(area) ?? new Map<number, AreaWeather>()
      const day = days.get(number) ?? emptyWeather(number * DAY_MS, HOURS_PER_DAY)
      areas.set(area, days.set(number, day))
      const hour = (stampUtc - day.startsAtUtc) / HOUR_MS
      for (const { column, value } of weather) {
        if (value < column.least || value > column.most) refuse(area, 1)
        else day[column.field][hour] = value
      }
      // All that a mean speed says of the turbines.
      day.windPower[hour] = windPowerAt(day.windSpeedMs[hour] ?? Number.NaN)
    },
    /** What was collected: of each area the days that follow each other as one weather. */
    *take(): Iterable<{ area: MemberCode; weather: AreaWeather }> {
      for (const [area, days] of areas) for (const weather of joined(days)) yield { area, weather }
    },
  }
}

function joined(days: ReadonlyMap<number, AreaWeather>): AreaWeather[] {
  const runs: number[][] = []
  for (const number of [...days.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs.map((run) => {
    const weather = emptyWeather((run[0] ?? 0) * DAY_MS, run.length * HOURS_PER_DAY)
    for (const [index, number] of run.entries()) {
      const day = days.get(number)
      if (day === undefined) continue
      for (const field of WEATHER_FIELDS) weather[field].set(day[field], index * HOURS_PER_DAY)
    }
    return weather
  })
}
