import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createDayTable, type DayTable, joinTables } from '#server/forecast/model/history/day-table.ts'
import type { KnownHistory } from '#server/forecast/model/history/known-history.ts'
import { type WeatherField, windPowerAt } from '#server/series/store/area-weather.ts'

/** By local day and hour, short holes bridged; NaN for missing. */
export type WeatherTables = Readonly<Record<WeatherField, DayTable>>

/** Hours; covers the hour skipped in spring. */
const BRIDGED_HOURS = 3

export function tabulateWeather(weather: NonNullable<KnownHistory['weather']>): WeatherTables {
  const windSpeedMs = bridge(weather.windSpeedMs)
  const windPower = bridge(weather.windPower)
  return {
    temperatureC: bridge(weather.temperatureC),
    windSpeedMs,
    windPower: joinTables(windPower, windSpeedMs, (share, speed) =>
      Number.isNaN(share) ? windPowerAt(speed) : share,
    ),
    radiationWm2: bridge(weather.radiationWm2),
  }
}

/** Repeats the nearest value at the ends of a day. */
function bridge(source: DayTable): DayTable {
  return createDayTable(source.days, (table, day) => {
    const values = source.upTo(day)
    const start = day * HOURS_PER_DAY
    const end = start + HOURS_PER_DAY
    let last = -1
    for (let cell = start; cell < end; cell++) {
      const value = values[cell] ?? NaN
      if (Number.isNaN(value)) continue
      table[cell] = value
      const from = last < 0 ? start : last + 1
      if (cell - from <= BRIDGED_HOURS) {
        const before = last < 0 ? value : (values[last] ?? NaN)
        for (let hole = from; hole < cell; hole++)
          table[hole] = before + ((value - before) * (hole - last)) / (cell - last)
      }
      last = cell
    }
    if (last >= 0 && end - 1 - last <= BRIDGED_HOURS) table.fill(values[last] ?? NaN, last + 1, end)
  })
}

export function season(dayNumber: number): readonly [number, number] {
  const phase = (2 * Math.PI * dayNumber) / 365.2425
  return [Math.sin(phase), Math.cos(phase)]
}
