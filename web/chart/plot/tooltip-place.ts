/** Between the crosshair and the tooltip. */
const GAP_PX = 14

/**
 * The left edge of a tooltip: right of the crosshair in the left half of the host, left of it in the right half, and
 * always inside the host, even if it then covers the crosshair.
 */
export function tooltipLeftPx(crosshairPx: number, tooltipPx: number, hostPx: number): number {
  const isRight = crosshairPx < hostPx / 2
  const preferred = isRight ? crosshairPx + GAP_PX : crosshairPx - GAP_PX - tooltipPx
  return Math.round(Math.max(0, Math.min(preferred, hostPx - tooltipPx)))
}
