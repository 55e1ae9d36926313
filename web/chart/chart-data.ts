/** `solid`: measured; `dashed`: a forecast; `dimmed`: another period, drawn dashed and faint. */
export type CurveStyle = 'solid' | 'dashed' | 'dimmed'

export interface Curve {
  name: string
  style: CurveStyle
  /** Index into the palette of nine. */
  colourIndex: number
  /** One value per stamp of `timesS`; `null` is missing and stays a gap. */
  values: readonly (number | null)[]
}

/** What a chart draws: ascending unique stamps, epoch seconds, and curves over them. */
export interface ChartData {
  timesS: readonly number[]
  curves: readonly Curve[]
}
