import type { Curve } from '#web/chart/data/chart-data.ts'
import { curveDash, LINE_WIDTH_PX } from '#web/chart/plot/line-style.ts'
import { curveVariable, DIMMED_ALPHA } from '#web/chart/plot/palette.ts'

const LENGTH_PX = 22

/** A short piece of a curve's line as the chart draws it. */
export function LineSample({ curve }: { curve: Curve }) {
  return (
    <svg
      aria-hidden="true"
      width={LENGTH_PX}
      height={LINE_WIDTH_PX}
      viewBox={`0 0 ${LENGTH_PX} ${LINE_WIDTH_PX}`}
      className="shrink-0"
    >
      <line
        x1={0}
        x2={LENGTH_PX}
        y1={LINE_WIDTH_PX / 2}
        y2={LINE_WIDTH_PX / 2}
        stroke={`var(${curveVariable(curve.colourIndex)})`}
        strokeWidth={LINE_WIDTH_PX}
        strokeDasharray={curveDash(curve).join(' ')}
        strokeOpacity={curve.style === 'dimmed' ? DIMMED_ALPHA : 1}
      />
    </svg>
  )
}
