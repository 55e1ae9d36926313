/* All thresholds of judgement. The thresholds of levels were chosen on recorded history with planted faults: docs/forecast.md. */

/** MW. Values up to this repeat, and equal a forecast, by rounding alone. */
export const ROUNDED_MW = 50

export const BROKEN_HOURS = {
  /** Neighbours agree if they differ by less than this share of their mean. */
  agreementShare: 0.3,
  /** A lone hour is broken beyond this share of the mean of agreeing neighbours. Wind changes faster than load. */
  loneShare: { load: 0.3, solar: 0.5, wind: 0.5 },
  /** Hours at one value: a stuck meter, or filled-in values. The model does not learn from them. */
  stuckHours: 8,
  /** Hours at one value: an incomplete forecast that was filled in. The model ignores it. */
  filledHours: 12,
  /** Hours up to this share of the peak are not broken. */
  smallPeakShare: 0.02,
} as const

/** Days whose actual energy does not fit the forecast. */
export const LEVEL = {
  /** Median absolute deviations of log(actual ÷ forecast) from its median. A day is beyond the limits if it exceeds `minLogDistance`, too. */
  maxDeviations: { load: 4, solar: 3, wind: 3 },
  /** Distance of log(actual ÷ forecast) from its median. */
  minLogDistance: { load: 0.1, solar: 0.35, wind: 0.3 },
  /** Days whose forecast is up to this share of the usual one are not judged: a small error of little power is a large ratio. */
  smallShare: { load: 0.1, solar: 0.3, wind: 0.1 },
  /** Earlier days of the median. Long enough that a TSO that is missing for weeks does not become the usual. */
  medianDays: 60,
  /** Earlier days of the usual mean power. */
  usualDays: 120,
  /** Known days that either needs. */
  minDays: 14,
  /** Known hours that a day needs. As many at one value are a day that stands still. */
  minHours: 20,
  /** MW. Days of less mean power are not judged: their errors spoil no sum. */
  smallMw: 50,
} as const

/** Forecasts that are the actual values: repeated, times a constant, or of an hour or a day before. */
export const COPY = {
  /** A forecast is near within this share of the actual value. */
  nearShare: 0.003,
  /** A real forecast is near in a tenth of the hours, a copy in more than this share. */
  nearHoursShare: 0.5,
  minHours: 14 * 24,
  /** For a single day, where more hours are near by chance. */
  nearHoursShareOfDay: 0.9,
  minHoursOfDay: 5,
  /** Hours whose forecast equals the actual value. Fewer happen by rounding. */
  minEqualHoursOfDay: 5,
  /** Delays of a copy. */
  shiftsHours: [0, 1, 24],
  /**
   * On a day of a scaled copy, forecast ÷ actual varies by at most this share of its mean, or by less than the second share of its usual variation.
   * In recorded years of five areas it varied by 0.009 or more, and by 0.44 of the usual, on the 14th day of any 27 in order of size.
   */
  maxScaledSpreadShare: 0.002,
  scaledShareOfUsual: 1 / 20,
  usualDays: 120,
  /** Variation that the actual values of a day need: to flatter ones any flat forecast has one ratio. */
  minVariationShare: 0.03,
  /** A real forecast may err by one share for a day. */
  scaledDays: 14,
} as const

/** Forecasts that are not usable as a whole. */
export const FORECAST = {
  /** Last days that are compared, and how many of them need values. */
  comparedDays: 28,
  minDays: 14,
  /** Share of all hours that lie in days with copied hours. Beyond it the forecast is useless for tomorrow. */
  maxCopiedShare: 0.2,
  /** Energy that is more than this many times too large or small is of another fleet of plants. */
  fleetRatio: 2,
} as const
