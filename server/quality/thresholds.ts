/* Thresholds of levels were chosen on recorded history with planted faults: docs/forecast.md. */

/** MW. Smaller values repeat, and equal a forecast, by rounding alone. */
export const ROUNDED_MW = 50

export const BROKEN_HOURS = {
  /** Neighbours agree within this share of their mean. */
  agreementShare: 0.3,
  /** Distance of a lone hour from the mean of agreeing neighbours. Wind changes faster than load. */
  loneShare: { load: 0.3, solar: 0.5, wind: 0.5 },
  /** At one value: a stuck meter, or filled-in values. The model does not learn from them. */
  stuckHours: 8,
  /** At one value: an incomplete forecast that was filled in. The model ignores it. */
  filledHours: 12,
  /** Hours up to this share of the peak are not broken. */
  smallPeakShare: 0.02,
} as const

/** Days whose actual energy does not fit the forecast. */
export const LEVEL = {
  /** Median absolute deviations of log(actual ÷ forecast) from its median. A suspicious day also exceeds `minLogDistance`. */
  maxDeviations: { load: 4, solar: 3, wind: 3 },
  /** Distance of log(actual ÷ forecast) from its median. */
  minLogDistance: { load: 0.1, solar: 0.35, wind: 0.3 },
  /** Share of the usual forecast up to which days are not judged: a small error of little power is a large ratio. */
  smallShare: { load: 0.1, solar: 0.3, wind: 0.1 },
  /** Long enough that a TSO that is missing for weeks does not become the usual. */
  medianDays: 60,
  /** Earlier days of the usual mean power. */
  usualDays: 120,
  /** Known days that median and mean need. */
  minDays: 14,
  /** Known hours that a day needs. As many at one value stand still. */
  minHours: 20,
  /** MW. Errors of smaller days spoil no sum. */
  smallMw: 50,
} as const

/** Repeated actual values, times a constant, or of an hour or a day before. */
export const COPY = {
  /** A forecast is near within this share of the actual value. */
  nearShare: 0.003,
  /** A real forecast is near in a tenth of the hours, a copy in more than this share. */
  nearHoursShare: 0.5,
  minHours: 14 * 24,
  /** On a single day more hours are near by chance. */
  nearHoursShareOfDay: 0.9,
  minHoursOfDay: 5,
  /** Hours whose forecast equals the actual value. Fewer happen by rounding. */
  minEqualHoursOfDay: 5,
  shiftsHours: [0, 1, 24],
  /**
   * In a scaled copy forecast ÷ actual varies by at most this share of its mean, or by less than the second share of its usual variation. In recorded
   * years of five areas it varied by 0.009 or more, and by 0.44 of the usual, on the 14th day of any 27 in order of size.
   */
  maxScaledSpreadShare: 0.002,
  scaledShareOfUsual: 1 / 20,
  usualDays: 120,
  /** Variation that the actual values of a day need: to flatter ones any flat forecast has one ratio. */
  minVariationShare: 0.03,
  /** Days of a scaled copy. A real forecast may err by one share for a day. */
  scaledDays: 14,
} as const

/** Forecasts that are not usable as a whole. */
export const FORECAST = {
  /** How many days are compared, and how many of them need values. */
  comparedDays: 28,
  minDays: 14,
  /** Share of all hours. Beyond it the forecast is useless for tomorrow. */
  maxCopiedShare: 0.2,
  /** Beyond this ratio the energy is of another fleet of plants. */
  fleetRatio: 2,
} as const
