import { parse } from 'csv-parse/sync'
import { z } from 'zod'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'

import text from './areas.csv?raw'

const number = z.coerce.number()

/**
 * Capacities: ENTSO-E installed capacity per type, Fraunhofer ISE, Terna and Ember, 2024 to 2026, collected by electricitymaps; southern Italy split
 * by zone. Mean loads: recorded 2021 to 2025; Italian zones Terna 2023. Centres: area-weighted. The rest is estimated.
 */
const AreaSchema = z.object({
  code: z.enum(MEMBER_CODES),
  zone: z.string(),
  stepMinutes: number.pipe(z.literal([15, 60])),
  latitude: number,
  longitude: number,
  /** Installed capacity in 2026. */
  solarMw: number,
  onshoreMw: number,
  offshoreMw: number,
  meanLoadMw: number,
  dayProfile: z.enum(['continental', 'southern']),
  /** Share of a working day's load. */
  sundayDrop: number,
  /** Yearly mean, and half the difference between January and July, °C. */
  meanC: number,
  swingC: number,
  /** Load per °C below 15 °C and above 21 °C, as a share of the mean load. */
  heatingPerC: number,
  coolingPerC: number,
  /** Mean speed at hub height; highest feed-in as a share of the capacity. */
  windMs: number,
  windShare: number,
  /** Feed-in at a clear noon with the sun square to the panels, as a share of the capacity; without use behind the meter. */
  solarShare: number,
  /** 0 to 1. */
  cloudiness: number,
  loadErrorShare: number,
})

export type DemoArea = z.infer<typeof AreaSchema>

export const DEMO_AREAS: readonly DemoArea[] = z.array(AreaSchema).parse(parse(text, { columns: true }))

export function demoArea(code: MemberCode): DemoArea {
  const area = DEMO_AREAS.find((other) => other.code === code)
  if (area === undefined) throw new Error(`the demo does not know ${code}`)
  return area
}
