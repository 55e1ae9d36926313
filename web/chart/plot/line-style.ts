import type { Curve, CurveStyle } from '#web/chart/data/chart-data.ts'
import { DIMMED_ALPHA, PALETTE_SIZE, type ChartColours } from './palette.ts'

export const LINE_WIDTH_PX = 2

const DASHES: Readonly<Record<CurveStyle, readonly number[]>> = { solid: [], dashed: [7, 4], dimmed: [3, 4] }
/** Distinguishes the second round of the palette from the first. */
const SECOND_ROUND_DASH = [12, 3, 2, 3]

/** Dash lengths in CSS pixels; empty for a continuous line. */
export function curveDash({ style, colourIndex }: Pick<Curve, 'style' | 'colourIndex'>): readonly number[] {
  return style === 'solid' && colourIndex >= PALETTE_SIZE ? SECOND_ROUND_DASH : DASHES[style]
}

/** The stroke of a curve on a canvas. */
export function curveStroke({ style, colourIndex }: Curve, { curves, ink }: ChartColours): string {
  const colour = curves[colourIndex % PALETTE_SIZE] ?? ink
  return style === 'dimmed' ? withAlpha(colour, DIMMED_ALPHA) : colour
}

/** A colour `#rrggbb` made translucent. */
export function withAlpha(hex: string, alpha: number): string {
  const byte = Math.round(alpha * 255)
  return hex + byte.toString(16).padStart(2, '0')
}
