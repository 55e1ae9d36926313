import type { Curve } from '#web/chart/data/chart-data.ts'
import { lineAttributes, SAMPLE_LENGTH_PX } from '#web/chart/plot/line-sample.ts'
import { LINE_WIDTH_PX } from '#web/chart/plot/line-style.ts'

/** A short piece of a curve's line as the chart draws it. */
export function LineSample({ curve }: { curve: Curve }) {
  const middle = LINE_WIDTH_PX / 2
  return (
    <svg aria-hidden="true" width={SAMPLE_LENGTH_PX} height={LINE_WIDTH_PX} className="shrink-0">
      <line x1={0} x2={SAMPLE_LENGTH_PX} y1={middle} y2={middle} {...lineAttributes(curve)} />
    </svg>
  )
}
