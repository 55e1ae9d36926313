/** A narrower chart would disappear behind finger and tooltip. */
const MIN_WIDTH_PX = 560

/** Whether the tooltip is below the chart instead of on it. A mouse moves on from what the tooltip hides; a finger hides more. */
export function isDocked(hostPx: number, hasMouse: boolean): boolean {
  return !hasMouse && hostPx < MIN_WIDTH_PX
}

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
