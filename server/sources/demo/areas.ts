import type { MemberCode } from '#contract/areas.ts'

/** Clock of an area: central European time (UTC+1) or eastern (UTC+2), both with the common summer time. */
export type ClockZone = 'central' | 'eastern'
export type DayProfile = 'continental' | 'southern'

/** What the demo knows about an area. */
export interface DemoArea {
  code: MemberCode
  /** Country whose public holidays count. */
  country: string
  clockZone: ClockZone
  /** Where the sun and the weather are taken. */
  latitude: number
  longitude: number
  /** Installed capacity in 2026. */
  solarMw: number
  onshoreMw: number
  offshoreMw: number
  meanLoadMw: number
  dayProfile: DayProfile
  /** Share of a working day's load that is missing on a Sunday. */
  sundayDrop: number
  /** Mean temperature of the year and half the distance from January to July, °C. */
  meanC: number
  swingC: number
  /** Change of load per °C below 15 °C and above 21 °C, as a share of the mean load. */
  heatingPerC: number
  coolingPerC: number
  /** Mean wind speed at hub height, and the most that ever feeds in at once as a share of the capacity. */
  windMs: number
  windShare: number
  /** Feed-in at a clear noon with the sun square to the panels, as a share of the capacity; use behind the meter is not measured. */
  solarShare: number
  /** How much of the sky is clouded over the year, 0 to 1. */
  cloudiness: number
  /** Mean absolute error of the TSO's load forecast as a share of the load. */
  loadErrorShare: number
}

type Row = readonly [
  ...place: [code: MemberCode, country: string, clockZone: ClockZone, latitude: number, longitude: number],
  ...capacityGw: [solar: number, onshore: number, offshore: number],
  ...load: [meanGw: number, profile: DayProfile, sundayDrop: number],
  ...climate: [meanC: number, swingC: number, heatingPerC: number, coolingPerC: number],
  ...sky: [windMs: number, windShare: number, solarShare: number, cloudiness: number],
  loadErrorShare: number,
]

/**
 * Capacities: ENTSO-E installed capacity per type, Fraunhofer ISE, Terna and Ember, 2024 to 2026, as collected by
 * electricitymaps; Italy's south split by zone. Mean loads: recorded years 2021 to 2025, Terna 2023 for the Italian zones.
 * Centres: area-weighted. Climate, wind, shape of the load: estimates that make the year look right.
 */
// prettier-ignore
const ROWS: readonly Row[] = [
  // code      country clock       lat    lon    solar  onsh   offsh  load   profile        sun    meanC swing heat   cool    m/s  most  solar cloud error
  ['DE',       'DE', 'central',  51.10, 10.35, 124.3, 70.6,  9.8,   53.7,  'continental', 0.20,  9.6,  9.2, 0.011, 0.004,  8.0, 0.66,  0.56, 0.62, 0.040],
  ['FR',       'FR', 'central',  46.55,  2.55,  28.3, 23.7,  1.5,   50.6,  'continental', 0.13, 12.2,  8.2, 0.040, 0.012,  7.9, 0.75, 0.70, 0.52, 0.018],
  ['AT',       'AT', 'central',  47.59, 14.13,   9.8,  4.1,  0,      7.0,  'continental', 0.18,  8.0,  9.8, 0.012, 0.006,  7.6, 0.88, 0.62, 0.57, 0.030],
  ['CH',       'CH', 'central',  46.80,  8.22,   7.8,  0.1,  0,      7.4,  'continental', 0.13,  7.6,  9.2, 0.012, 0.005,  6.8, 0.85, 0.60, 0.55, 0.038],
  ['NL',       'NL', 'central',  52.27,  5.58,  29.3,  7.2,  4.7,   12.2,  'continental', 0.16, 10.8,  7.4, 0.011, 0.004,  7.7, 0.85, 0.54, 0.63, 0.085],
  ['BE',       'BE', 'central',  50.64,  4.64,  11.7,  3.6,  2.26,   9.3,  'continental', 0.16, 10.9,  7.6, 0.009, 0.004,  7.6, 0.86, 0.58, 0.62, 0.026],
  ['PL',       'PL', 'central',  52.12, 19.39,  20.7, 10.7,  0,     19.7,  'continental', 0.20,  9.0, 10.6, 0.009, 0.007,  7.8, 0.80, 0.58, 0.60, 0.024],
  ['CZ',       'CZ', 'central',  49.73, 15.31,   5.3,  0.38, 0,      7.4,  'continental', 0.16,  8.7, 10.2, 0.014, 0.005,  7.4, 0.88, 0.62, 0.59, 0.025],
  ['SK',       'SK', 'central',  48.70, 19.48,   1.2,  0.003, 0,     3.0,  'continental', 0.13,  8.9, 10.8, 0.010, 0.006,  7.0, 0.90, 0.64, 0.56, 0.024],
  ['HU',       'HU', 'central',  47.16, 19.40,   8.8,  0.33, 0,      5.0,  'continental', 0.16, 11.4, 11.2, 0.009, 0.017,  7.6, 0.88, 0.66, 0.50, 0.032],
  ['IT-NORD',  'IT', 'central',  45.38, 10.19,  17.7,  0.25, 0,     17.8,  'continental', 0.30, 12.8, 10.4, 0.007, 0.028,  5.6, 0.85, 0.74, 0.48, 0.032],
  ['IT-CNOR',  'IT', 'central',  43.42, 11.71,   3.0,  0.17, 0,      2.7,  'southern',    0.24, 13.8,  9.4, 0.008, 0.026,  6.8, 0.90, 0.74, 0.42, 0.035],
  ['IT-CSUD',  'IT', 'central',  41.91, 13.50,   6.7,  2.5,  0,      5.6,  'southern',    0.19, 15.0,  9.2, 0.010, 0.028,  7.1, 0.88, 0.74, 0.38, 0.034],
  ['IT-SUD',   'IT', 'central',  40.94, 16.19,   4.6,  5.2,  0.03,   2.1,  'southern',    0.14, 16.0,  9.2, 0.012, 0.030,  7.5, 0.88, 0.74, 0.34, 0.045],
  ['IT-CALA',  'IT', 'central',  39.07, 16.35,   0.7,  1.2,  0,      0.70, 'southern',    0.08, 16.6,  8.6, 0.014, 0.034,  7.4, 0.90, 0.74, 0.32, 0.050],
  ['IT-SICI',  'IT', 'central',  37.59, 14.15,   2.7,  2.5,  0,      2.0,  'southern',    0.11, 17.6,  8.6, 0.012, 0.036,  7.3, 0.88, 0.74, 0.28, 0.040],
  ['IT-SARD',  'IT', 'central',  40.09,  9.03,   1.75, 1.2,  0,      0.94, 'southern',    0.08, 16.4,  8.2, 0.012, 0.026,  7.5, 0.90, 0.74, 0.32, 0.045],
  ['RO',       'RO', 'eastern',  45.85, 24.97,   2.8,  3.1,  0,      6.0,  'continental', 0.13, 10.2, 11.6, 0.009, 0.014,  7.7, 0.85, 0.74, 0.47, 0.024],
  ['BG',       'BG', 'eastern',  42.77, 25.22,   6.2,  0.72, 0,      4.2,  'southern',    0.09, 11.8, 10.8, 0.022, 0.014,  7.3, 0.90, 0.74, 0.42, 0.028],
  ['GR',       'GR', 'eastern',  39.04, 22.99,   9.8,  5.5,  0,      5.7,  'southern',    0.13, 16.2,  9.4, 0.015, 0.034,  7.9, 0.85, 0.74, 0.30, 0.036],
  ['BA',       'BA', 'central',  44.04, 17.64,   0.34, 0.32, 0,      1.35, 'continental', 0.09, 10.2, 10.0, 0.016, 0.010,  7.3, 0.92, 0.74, 0.50, 0.030],
  ['HR',       'HR', 'central',  45.06, 16.40,   0.62, 1.31, 0,      2.05, 'southern',    0.12, 12.4, 10.2, 0.014, 0.024,  7.7, 0.90, 0.74, 0.45, 0.030],
  ['MK',       'MK', 'central',  41.59, 21.72,   0.8,  0.037, 0,     0.80, 'southern',    0.08, 11.8, 11.2, 0.024, 0.016,  7.3, 0.92, 0.74, 0.40, 0.045],
  ['RS',       'RS', 'central',  44.22, 20.79,   0.19, 1.1,  0,      4.0,  'continental', 0.09, 11.4, 11.0, 0.021, 0.012,  7.6, 0.90, 0.74, 0.46, 0.028],
  ['SI',       'SI', 'central',  46.12, 14.81,   1.6,  0.004, 0,     1.5,  'continental', 0.17, 10.2, 10.0, 0.011, 0.012,  6.2, 0.90, 0.74, 0.50, 0.034],
]

export const DEMO_AREAS: readonly DemoArea[] = ROWS.map(
  ([
    code,
    country,
    clockZone,
    latitude,
    longitude,
    solarGw,
    onshoreGw,
    offshoreGw,
    meanLoadGw,
    dayProfile,
    sundayDrop,
    meanC,
    swingC,
    heatingPerC,
    coolingPerC,
    windMs,
    windShare,
    solarShare,
    cloudiness,
    loadErrorShare,
  ]) => ({
    code,
    country,
    clockZone,
    latitude,
    longitude,
    solarMw: solarGw * 1000,
    onshoreMw: onshoreGw * 1000,
    offshoreMw: offshoreGw * 1000,
    meanLoadMw: meanLoadGw * 1000,
    dayProfile,
    sundayDrop,
    meanC,
    swingC,
    heatingPerC,
    coolingPerC,
    windMs,
    windShare,
    solarShare,
    cloudiness,
    loadErrorShare,
  }),
)
