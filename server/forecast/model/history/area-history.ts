import type { ByQuantity } from '#server/series/by-quantity.ts'
import type { AreaWeather } from '#server/series/weather/area-weather.ts'

import type { DayGrid } from './day-grid.ts'

/** Hourly means of one quantity in MW from the start of the history on, NaN for missing. */
export interface QuantityHistory {
  actual: Float64Array
  /** The TSO's day-ahead forecast. */
  tso: Float64Array
}

/** All that the model is made from: the past of one area, and the TSO's forecasts as far as they are published. */
export interface AreaHistory {
  /** Lays the area's local days over the hours. */
  grid: DayGrid
  quantities: ByQuantity<QuantityHistory>
  /**
   * Of each delivery day as it was forecast on the morning before. It can begin and end at other hours than the quantities. Null where
   * no weather was ever stored.
   */
  weather: AreaWeather | null
  /** Degrees north and east, for the height of the sun. */
  latitude: number
  longitude: number
}
