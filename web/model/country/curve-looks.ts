import type { Curve } from '#web/chart/data/chart-data.ts'

/**
 * Style and palette index of each quantity. Actual, TSO and model have the colours of the dashboard, where an answer lists its curves
 * in that order.
 */
export const CURVE_LOOKS = {
  actual: { style: 'solid', colourIndex: 0 },
  tso: { style: 'dashed', colourIndex: 1 },
  model: { style: 'dashed', colourIndex: 2 },
  /** The model's forecast of the day before: the same quantity over another period. */
  modelDayBefore: { style: 'dimmed', colourIndex: 2 },
  final: { style: 'solid', colourIndex: 3 },
} as const satisfies Record<string, Pick<Curve, 'style' | 'colourIndex'>>
