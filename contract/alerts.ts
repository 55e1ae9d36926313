import { z } from 'zod'

import { MEMBER_CODES } from './areas.ts'

export const ALERTS_PATH = '/energia/alerts'

/** As many as a user can keep. */
export const MAX_ALERTS = 20
export const MAX_ALERT_NAME_LENGTH = 80
export const MAX_ALERT_HOURS = 48

/** `error` is how far the final forecast of residual load was from the actual value; the others are the final forecast itself. */
export const ALERT_MEASURES = ['residual', 'load', 'solar', 'wind', 'error'] as const
export type AlertMeasure = (typeof ALERT_MEASURES)[number]
export const ALERT_SIDES = ['above', 'below'] as const
export type AlertSide = (typeof ALERT_SIDES)[number]

/** Larger than any power of an area, MW. */
const MAX_MW = 1_000_000

export const NewAlertSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ALERT_NAME_LENGTH)
    .regex(/^\P{C}*$/u),
  area: z.enum(MEMBER_CODES),
  measure: z.enum(ALERT_MEASURES),
  side: z.enum(ALERT_SIDES),
  thresholdMw: z.number().min(-MAX_MW).max(MAX_MW),
  /** How many hours are looked at: the next ones, or for errors the last ones. */
  hours: z.int().min(1).max(MAX_ALERT_HOURS),
  /** Where the messages go: an address on a host that the operator allows. */
  url: z.url({ protocol: /^https?$/ }).max(1000),
})
export type NewAlert = z.infer<typeof NewAlertSchema>

const instant = z.iso.datetime()

/** A rule in the list of its user; instants are UTC, RFC 3339. */
export const AlertEntrySchema = NewAlertSchema.extend({
  id: z.string(),
  /** Whether it was crossed when it was last looked at; null until then. */
  isCrossed: z.boolean().nullable(),
  /** The newest message; `endedAt` is null while it is being sent, `failure` says why it was given up or waits. */
  lastMessage: z
    .object({ createdAt: instant, endedAt: instant.nullable(), failure: z.string().nullable() })
    .nullable(),
})
export type AlertEntry = z.infer<typeof AlertEntrySchema>

/** The rules of the signed-in user, by name, and the hosts that the operator allows. */
export const AlertListSchema = z.object({ alerts: z.array(AlertEntrySchema), hosts: z.array(z.string()) })

/** A new rule with the secret that signs its messages, which is shown this once. */
export const MadeAlertSchema = AlertEntrySchema.extend({ secret: z.string() })
export type MadeAlert = z.infer<typeof MadeAlertSchema>

export const RemovedAlertSchema = z.object({ id: z.string() })

/** How a message for testing went; `failure` is null where the receiver took it. */
export const TestedAlertSchema = z.object({ failure: z.string().nullable() })
