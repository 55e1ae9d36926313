/** `solid`: measured; `dashed`: a forecast; `dimmed`: another period, drawn dashed and faint. */
export type CurveStyle = 'solid' | 'dashed' | 'dimmed'

export interface Curve {
  name: string
  style: CurveStyle
  /** Index into the palette of nine. From nine on, the dash tells a curve from the one of the same colour. */
  colourIndex: number
  /** One value per stamp of `timesS`; `null` is missing and stays a gap. */
  values: readonly (number | null)[]
}

/** A shaded area between two limits, below the curves. Each limit has one value per stamp; `null` leaves a gap. */
export interface Band {
  /** Its name in the legend, and in the tooltip before `low – high`. */
  name: string
  /** The palette index of the curve that it surrounds. */
  colourIndex: number
  low: readonly (number | null)[]
  high: readonly (number | null)[]
}

/** A curve, and the one of an earlier period that is drawn at its stamps. */
export interface Comparison {
  name: string
  earlierName: string
  /** The moment that an earlier value is from, by the stamp at which it is drawn; epoch seconds. */
  earlierTimeS: (timeS: number) => number
}

/** What a chart draws: curves over ascending, unique stamps (epoch seconds). */
export interface ChartData {
  timesS: readonly number[]
  curves: readonly Curve[]
  /** Name of the measured curve that the dashed curves forecast: the legend then shows their errors against it. */
  reference?: string
  band?: Band
  /** Where values are sorted: what one of them stands for, such as hours. `timesS` then holds their ranks, from 1 on. */
  ranks?: string
  /** Two curves to compare: a reading tells their difference, and the moment that the earlier values are from. */
  comparison?: Comparison
  /** Where the curves are errors of forecasts: what was measured, in the order of the curves, one value per stamp. */
  measured?: readonly (readonly (number | null)[])[]
}
