import { BAND_COVERAGE, quantile } from '#server/forecast/model/adaptive-conformal.ts'

/** One hour with a band: MW, and where it stands. */
export interface BandHour {
  actual: number
  p10: number
  p90: number
  /** P10 and P90 that past errors of the TSO alone give; NaN where there are none. */
  climatology: { p10: number; p90: number }
  /** The TSO's wind forecast of the hour, NaN for none. */
  windMw: number
  /** Hour of the local day, and its month as `yyyy-MM`. */
  hour: number
  month: string
}

/** The share of some hours, 0 to 1, whose actual value lies in the band. */
export interface BandShare {
  hours: number
  coverage: number
}

/** How well the band of a quantity held, and how sharp it was. */
export interface BandReport {
  /** By the level of the TSO's wind forecast, from the calmest hours to the windiest. */
  byWind: (BandShare & { fromMw: number; toMw: number })[]
  byHour: (BandShare & { hour: number })[]
  byMonth: (BandShare & { month: string })[]
  /** Mean pinball loss of P10 and P90, MW, on the hours that the climatology has too. */
  pinballMw: number | null
  /** The same of 91 days of errors around the TSO's forecast. */
  climatologyPinballMw: number | null
}

/** Levels of the wind forecast that part the hours: a tenth of them lies below the first. */
const WIND_LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9] as const
const LOW = (1 - BAND_COVERAGE) / 2

/** The figures of at least one hour. */
export function bandFigures(hours: readonly BandHour[]): BandReport {
  const compared = hours.filter(({ climatology }) => climatology.p10 < climatology.p90)
  const pinball = (band: (hour: BandHour) => { p10: number; p90: number }) =>
    compared.length === 0 ? null : tenths(mean(compared.map((hour) => pinballLoss(hour.actual, band(hour)))))
  return {
    byWind: byWind(hours),
    byHour: shares(hours, ({ hour }) => hour)
      .map(([hour, share]) => ({ hour, ...share }))
      .toSorted((a, b) => a.hour - b.hour),
    byMonth: shares(hours, ({ month }) => month)
      .map(([month, share]) => ({ month, ...share }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    pinballMw: pinball((hour) => hour),
    climatologyPinballMw: pinball(({ climatology }) => climatology),
  }
}

function byWind(hours: readonly BandHour[]): BandReport['byWind'] {
  const winds = Float64Array.from(hours, ({ windMw }) => windMw)
    .filter((value) => !Number.isNaN(value))
    .sort()
  const [least, most] = [winds[0], winds.at(-1)]
  if (least === undefined || most === undefined || least === most) return []
  const cuts = [least, ...WIND_LEVELS.map((level) => quantile(winds, level)), most]
  return cuts.slice(1).flatMap((toMw, bin) => {
    const fromMw = cuts[bin] ?? NaN
    const isLast = bin === WIND_LEVELS.length
    const inside = hours.filter(
      ({ windMw }) => windMw >= fromMw && (windMw < toMw || (isLast && windMw === toMw)),
    )
    return inside.length === 0 ? [] : [{ fromMw: tenths(fromMw), toMw: tenths(toMw), ...shareOf(inside) }]
  })
}

function shares<Key>(hours: readonly BandHour[], keyOf: (hour: BandHour) => Key): [Key, BandShare][] {
  const groups = new Map<Key, BandHour[]>()
  for (const hour of hours) {
    const group = groups.get(keyOf(hour))
    if (group) group.push(hour)
    else groups.set(keyOf(hour), [hour])
  }
  return [...groups].map(([key, ofKey]) => [key, shareOf(ofKey)])
}

/** How often the band held. */
export function shareOf(hours: readonly BandHour[]): BandShare {
  const held = hours.filter(({ actual, p10, p90 }) => actual >= p10 && actual <= p90).length
  return { hours: hours.length, coverage: Math.round((held / hours.length) * 10_000) / 10_000 }
}

/** Mean of the pinball losses of both bounds. */
function pinballLoss(actual: number, { p10, p90 }: { p10: number; p90: number }): number {
  const loss = (bound: number, level: number) =>
    actual >= bound ? level * (actual - bound) : (1 - level) * (bound - actual)
  return (loss(p10, LOW) + loss(p90, 1 - LOW)) / 2
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
