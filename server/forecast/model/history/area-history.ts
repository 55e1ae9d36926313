import type { ByQuantity } from '#server/series/by-quantity.ts'

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
  /** Degrees, for the height of the sun. */
  latitude: number
}
