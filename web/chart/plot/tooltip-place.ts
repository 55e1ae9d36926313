/** Between the crosshair and the tooltip. */
const GAP_PX = 14

/**
 * Where a tooltip starts: to the right of a crosshair in the left half of its host, to the left of one in the right
 * half, and inside the host even where it must cover the crosshair.
 */
export function tooltipLeftPx(crosshairPx: number, tooltipPx: number, hostPx: number): number {
  const isRight = crosshairPx < hostPx / 2
  const wished = isRight ? crosshairPx + GAP_PX : crosshairPx - GAP_PX - tooltipPx
  return Math.round(Math.max(0, Math.min(wished, hostPx - tooltipPx)))
}
