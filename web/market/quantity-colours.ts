/** Index into the chart's palette by quantity, so that a quantity has the same colour on every page. */
export const QUANTITY_COLOURS = {
  actual: 0,
  tso: 1,
  model: 2,
  final: 3,
  /** The grey one. */
  modelDayBefore: 7,
  load: 7,
  /** The usual range, with other dashes than the curve in the same chart. */
  usual: 16,
  solar: 1,
  wind: 5,
  /** Residual load, the sum of its parts. */
  residual: 3,
} as const
