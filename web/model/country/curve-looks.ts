import type { Curve } from '#web/chart/data/chart-data.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

/** Style and palette index of each quantity. */
export const CURVE_LOOKS = {
  actual: { style: 'solid', colourIndex: QUANTITY_COLOURS.actual },
  tso: { style: 'dashed', colourIndex: QUANTITY_COLOURS.tso },
  model: { style: 'dashed', colourIndex: QUANTITY_COLOURS.model },
  /** The model's forecast of the day before: the same quantity over another period. */
  modelDayBefore: { style: 'dimmed', colourIndex: QUANTITY_COLOURS.model },
  final: { style: 'solid', colourIndex: QUANTITY_COLOURS.final },
} as const satisfies Record<string, Pick<Curve, 'style' | 'colourIndex'>>
