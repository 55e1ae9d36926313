/* All thresholds of judgement. Those of levels were chosen on recorded history with faults planted in it: docs/forecast.md. */

/** Values up to this repeat, and equal a forecast, by rounding alone, MW. */
export const ROUNDED_MW = 50

/** Hours that cannot be true. */
export const BROKEN_HOURS = {
  /** Neighbours agree if they differ by less than this share of their mean. */
  agreementShare: 0.3,
  /** A lone hour is broken further than this share from the mean of neighbours that agree. Wind can fall that far in an hour, load cannot. */
  loneShare: { load: 0.3, solar: 0.5, wind: 0.5 },
  /** Hours in a row with one value: a stuck meter, or filled-in values. The model does not learn from them. */
  stuckHours: 8,
  /** Hours in a row with one value: an incomplete forecast that was filled in. The model does not use it at all. */
  filledHours: 12,
  /** Share of the peak up to which no hour is broken. */
  smallPeakShare: 0.02,
} as const

/** Days whose actual energy does not fit the forecast. */
export const LEVEL = {
  /** A day is beyond the limits if log(actual ÷ forecast) is further from its median than this many median absolute deviations … */
  maxDeviations: { load: 4, solar: 3, wind: 3 },
  /** … and than this. */
  minDistance: { load: 0.1, solar: 0.35, wind: 0.3 },
  /** Days whose forecast is up to this share of the usual one are not judged: a small error of little power is a large ratio. */
  smallShare: { load: 0.1, solar: 0.3, wind: 0.1 },
  /** Days before, whose median counts. Long enough that a TSO that is missing for weeks does not become the usual. */
  medianDays: 60,
  /** Days before, whose mean power is the usual one. */
  usualDays: 120,
  /** Days of either that must be known. */
  minDays: 14,
  /** Hours of a day that must be known. As many with one value are a day that stands still. */
  minHours: 20,
  /** Mean power up to which a day is not judged, MW: whatever it errs, no sum is wrong by it. */
  smallMw: 50,
} as const

/** Forecasts that are the actual values: repeated, times a constant, or of an hour or a day before. */
export const COPY = {
  /** A forecast is near the actual value within this share of it. */
  nearShare: 0.003,
  /** A real forecast is near in a tenth of the hours, a copy in more than this share of them. */
  nearHoursShare: 0.5,
  minHours: 14 * 24,
  /** The same for a day, among whose few hours more are near by chance. */
  nearHoursShareOfDay: 0.9,
  minHoursOfDay: 5,
  /** Hours of a day whose forecast is the actual value itself. Fewer happen by rounding. */
  minEqualHoursOfDay: 5,
  /** Hours by which a copy can be late. */
  shiftsHours: [0, 1, 24],
  /**
   * On a day of a scaled copy, forecast ÷ actual varies by at most this share of its mean, or by less than the second of what is usual. In recorded
   * years of five areas it varied by 0.009 or more, and by 0.44 of the usual, on the 14th day of any 27 in order of size.
   */
  scaledSpread: 0.002,
  scaledShareOfUsual: 1 / 20,
  usualDays: 120,
  /** Share by which the actual values of a day must vary: to flatter ones any flat forecast has one ratio. */
  minVariation: 0.03,
  /** Days that make a scaled copy. A real forecast may err by one share for a day. */
  scaledDays: 14,
} as const

/** Forecasts that are not usable as a whole. */
export const FORECAST = {
  /** Last days that are compared, and how many of them must have values. */
  comparedDays: 28,
  minDays: 14,
  /** Share of all hours that can lie in days with copied hours. In a larger share the forecast says nothing of tomorrow. */
  maxCopiedShare: 0.2,
  /** The energy of another fleet of plants is more than this many times too large or too small. */
  fleetRatio: 2,
} as const
