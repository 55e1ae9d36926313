import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  anomalies,
  isAnyMissing,
  isDayMissing,
  meanOfHours,
} from '#server/forecast/model/history/day-means.ts'
import { createDayTable, subtractTables, type DayTable } from '#server/forecast/model/history/day-table.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

import type { WeatherTables } from './weather-tables.ts'

/** What counts of today's, yesterday's and the day before's temperature: walls keep the warmth of days. */
const SLOW_SHARES = [0.5, 0.3, 0.2] as const

/** Heating and cooling degrees and sunlight, hour by hour: what load follows of the weather. */
function degrees({ temperatureC, radiationWm2 }: WeatherTables): DayTable[] {
  const means = createDayTable(
    temperatureC.days,
    (table, day) => {
      const values = temperatureC.upTo(day)
      const isWhole = !isAnyMissing(values, day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
      table[day] = isWhole ? meanOfHours(values, day, 0, HOURS_PER_DAY) : NaN
    },
    1,
  )
  const slow = createDayTable(
    temperatureC.days,
    (table, day) => {
      const ofDays = means.upTo(day)
      let sum = 0
      for (const [back, share] of SLOW_SHARES.entries()) sum += share * (ofDays[day - back] ?? NaN)
      table[day] = sum
    },
    1,
  )
  const of = (value: (temperature: number, slowTemperature: number, radiation: number) => number) =>
    createDayTable(temperatureC.days, (table, day) => {
      const temperatures = temperatureC.upTo(day)
      const radiations = radiationWm2.upTo(day)
      const ofDay = slow.upTo(day)[day] ?? NaN
      if (isDayMissing(temperatures, day) && isDayMissing(radiations, day)) return
      for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
        table[cell] = value(temperatures[cell] ?? NaN, ofDay, radiations[cell] ?? NaN)
    })
  return [
    of((_, slow) => Math.max(0, 15 - slow)),
    of((_, slow) => Math.max(0, 5 - slow)),
    of((temperature) => Math.max(0, 15 - temperature)),
    of((_, slow) => Math.max(0, slow - 20)),
    of((temperature) => Math.max(0, temperature - 22)),
    of((_temperature, _slow, radiation) => radiation / 100),
  ]
}

/** Degrees that also count by how much they differ from yesterday's. */
const CHANGING = 3

/** What explains the error of a TSO's load forecast: the weather less what is usual, and its heating degrees less yesterday's. */
export function unusualWeather(weather: WeatherTables): DayTable[] {
  const all = degrees(weather)
  return [...all.map(anomalies), ...all.slice(0, CHANGING).map((table) => lessEarlier(table, 1))]
}

/** What explains how load differs from last week's. */
export function weatherAgainstLastWeek(weather: WeatherTables): DayTable[] {
  return degrees(weather).map((table) => lessEarlier(table, WEEK_DAYS))
}

function lessEarlier(source: DayTable, days: number): DayTable {
  const earlier = createDayTable(source.days, (table, day) => {
    if (day < days) return
    const from = (day - days) * HOURS_PER_DAY
    table.set(source.upTo(day - days).subarray(from, from + HOURS_PER_DAY), day * HOURS_PER_DAY)
  })
  return subtractTables(source, earlier)
}

/** Our own early forecasts of sun and wind, less what is usual: homes with panels of their own, heat carried off by the wind. */
export function unusualSunAndWind(solar: DayTable, wind: DayTable): DayTable[] {
  const sun = anomalies(solar)
  const sunnier = createDayTable(sun.days, (table, day) => {
    const values = sun.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = Math.max(0, values[cell] ?? NaN)
  })
  return [sun, sunnier, anomalies(wind), lessEarlier(wind, 1)]
}
