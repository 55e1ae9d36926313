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

/** An area shaded under the curves, between two limits that have one value per stamp; `null` leaves a gap. */
export interface Band {
  /** Stands in the tooltip before `low – high`. */
  name: string
  /** Of the curve that it surrounds. */
  colourIndex: number
  low: readonly (number | null)[]
  high: readonly (number | null)[]
}

/** What a chart draws: ascending unique stamps, epoch seconds, and curves over them. */
export interface ChartData {
  timesS: readonly number[]
  curves: readonly Curve[]
  band?: Band
}
