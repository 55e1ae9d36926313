import { parse } from 'csv-parse/sync'
import { z } from 'zod'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'

import text from './areas.csv?raw'

const number = z.coerce.number()

/**
 * Capacities: ENTSO-E installed capacity per type, Fraunhofer ISE, Terna and Ember, 2024 to 2026, as collected by electricitymaps; Italy's
 * south split by zone. Mean loads: recorded years 2021 to 2025, Terna 2023 for the Italian zones. Centres: area-weighted. The rest: estimates.
 */
const AreaSchema = z.object({
  code: z.enum(MEMBER_CODES),
  /** Time zone of the clocks that its load follows. */
  zone: z.string(),
  /** Some publish quarter hours, like their real markets. */
  stepMinutes: number.pipe(z.literal([15, 60])),
  /** Where the sun and the weather are taken. */
  latitude: number,
  longitude: number,
  /** Installed capacity in 2026. */
  solarMw: number,
  onshoreMw: number,
  offshoreMw: number,
  meanLoadMw: number,
  dayProfile: z.enum(['continental', 'southern']),
  /** Share of a working day's load that is missing on a Sunday. */
  sundayDrop: number,
  /** Mean temperature of the year and half the distance from January to July, °C. */
  meanC: number,
  swingC: number,
  /** Change of load per °C below 15 °C and above 21 °C, as a share of the mean load. */
  heatingPerC: number,
  coolingPerC: number,
  /** Mean wind speed at hub height, and the most that ever feeds in at once as a share of the capacity. */
  windMs: number,
  windShare: number,
  /** Feed-in at a clear noon with the sun square to the panels, as a share of the capacity; use behind the meter is not measured. */
  solarShare: number,
  /** How much of the sky is clouded over the year, 0 to 1. */
  cloudiness: number,
  /** Mean absolute error of the TSO's load forecast as a share of the load. */
  loadErrorShare: number,
})

export type DemoArea = z.infer<typeof AreaSchema>

export const DEMO_AREAS: readonly DemoArea[] = z.array(AreaSchema).parse(parse(text, { columns: true }))

export function demoArea(code: MemberCode): DemoArea {
  const area = DEMO_AREAS.find((other) => other.code === code)
  if (area === undefined) throw new Error(`the demo does not know ${code}`)
  return area
}
