/** A forecast of a table's rows; days must be asked for in order. */
export interface DayModel {
  /** The 24 hours of a day in MW, NaN where its features are missing, from the rows up to two days before. */
  predict(day: number): Float64Array
}
