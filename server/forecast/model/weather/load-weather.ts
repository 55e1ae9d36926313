import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  anomalies,
  isAnyMissing,
  isDayMissing,
  meanOfHours,
} from '#server/forecast/model/history/day-means.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

import type { WeatherTables } from './weather-tables.ts'

/** What counts of today's, yesterday's and the day before's temperature: walls keep the warmth of days. */
const SLOW_SHARES = [0.5, 0.3, 0.2] as const

/** Heating and cooling degrees and sunlight: what load follows of the weather. Those of the slow temperature are one number a day. */
function degrees({ temperatureC, radiationWm2 }: WeatherTables): DayTable[] {
  const { days } = temperatureC
  const means = createDayTable(
    days,
    (table, day) => {
      const values = temperatureC.upTo(day)
      const isWhole = !isAnyMissing(values, day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
      table[day] = isWhole ? meanOfHours(values, day, 0, HOURS_PER_DAY) : NaN
    },
    1,
  )
  const slow = createDayTable(
    days,
    (table, day) => {
      const ofDays = means.upTo(day)
      let sum = 0
      for (const [back, share] of SLOW_SHARES.entries()) sum += share * (ofDays[day - back] ?? NaN)
      table[day] = sum
    },
    1,
  )
  const ofCells = (source: DayTable, degreesOf: (value: number) => number) =>
    createDayTable(
      days,
      (table, day) => {
        const values = source.upTo(day)
        if (isDayMissing(values, day, source.width)) return
        for (let cell = day * source.width; cell < (day + 1) * source.width; cell++)
          table[cell] = degreesOf(values[cell] ?? NaN)
      },
      source.width,
    )
  return [
    ofCells(slow, (temperature) => Math.max(0, 15 - temperature)),
    ofCells(slow, (temperature) => Math.max(0, 5 - temperature)),
    ofCells(temperatureC, (temperature) => Math.max(0, 15 - temperature)),
    ofCells(slow, (temperature) => Math.max(0, temperature - 20)),
    ofCells(temperatureC, (temperature) => Math.max(0, temperature - 22)),
    ofCells(radiationWm2, (radiation) => radiation / 100),
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

function lessEarlier(source: DayTable, earlierDays: number): DayTable {
  const { days, width } = source
  const fill = (table: Float64Array, day: number) => {
    if (day < earlierDays) return
    const values = source.upTo(day)
    for (let cell = day * width; cell < (day + 1) * width; cell++)
      table[cell] = (values[cell] ?? NaN) - (values[cell - earlierDays * width] ?? NaN)
  }
  return createDayTable(days, fill, width)
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
