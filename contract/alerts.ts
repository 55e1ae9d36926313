import { z } from 'zod'

import { areaLabel, MEMBER_CODES } from './areas.ts'
import { keysOf } from './dictionary.ts'
import { RAMP_HOURS, RAMP_NAME } from './forecast.ts'
import { givenName } from './owned-rows.ts'

export const ALERTS_PATH = '/energia/alerts'

/** Per user. */
export const MAX_ALERTS = 20
export const MAX_ALERT_HOURS = 48

/** `p10` and `p90` limit the forecast's band; `run` and `briefing` are events. */
export const MEASURE_LABELS = {
  residual: 'Residual load, forecast',
  load: 'Load, forecast',
  solar: 'Solar, forecast',
  wind: 'Wind, forecast',
  p10: 'Residual load, P10 of the forecast',
  p90: 'Residual load, P90 of the forecast',
  change: 'Residual load, change from the previous run',
  ramp: `Residual load, ${RAMP_NAME}`,
  error: 'Error of the forecast of residual load',
  late: 'Actual values, later than usual',
  run: 'New forecast run, with the morning sheet',
  briefing: 'Briefing of my countries, every working day at 08:50',
}
export type AlertMeasure = keyof typeof MEASURE_LABELS
export const ALERT_MEASURES = keysOf(MEASURE_LABELS)
/** Events are not compared with a threshold. */
export const isEventMeasure = (measure: AlertMeasure): boolean => measure === 'run' || measure === 'briefing'
export const ALERT_SIDES = ['above', 'below'] as const
export type AlertSide = (typeof ALERT_SIDES)[number]

/** Above the power of any area. */
const MAX_MW = 1_000_000

const RuleSchema = z.strictObject({
  name: givenName,
  measure: z.enum(ALERT_MEASURES),
  // The next four are null unless `fieldsOf` lists them.
  area: z.enum(MEMBER_CODES).nullable().default(null),
  side: z.enum(ALERT_SIDES).nullable().default(null),
  thresholdMw: z.number().min(-MAX_MW).max(MAX_MW).nullable().default(null),
  /** The next hours, for errors the last, for `late` hours later than usual; `tomorrow` is the market's day. */
  hours: z
    .union([z.int().min(1).max(MAX_ALERT_HOURS), z.literal('tomorrow')])
    .nullable()
    .default(null),
  /** On a host that the operator allows. */
  url: z.url({ protocol: /^https?$/ }).max(1000),
})
const OF_THRESHOLD = ['area', 'side', 'thresholdMw', 'hours'] as const

/** Fields that a measure needs besides name and receiver. */
export function fieldsOf(measure: AlertMeasure): readonly (typeof OF_THRESHOLD)[number][] {
  if (isEventMeasure(measure)) return []
  return measure === 'late' ? ['area', 'hours'] : OF_THRESHOLD
}

export const NewAlertSchema = RuleSchema.superRefine((rule, context) => {
  const { measure, hours } = rule
  for (const key of OF_THRESHOLD)
    if ((rule[key] !== null) !== fieldsOf(measure).includes(key))
      context.addIssue({ code: 'custom', path: [key] })
  const isWrongSpan =
    hours === 'tomorrow'
      ? measure === 'error' || measure === 'late'
      : measure === 'ramp' && hours !== null && hours <= RAMP_HOURS
  if (isWrongSpan) context.addIssue({ code: 'custom', path: ['hours'] })
})
export type NewAlert = z.infer<typeof NewAlertSchema>

export type ThresholdRule = NewAlert & { [Key in (typeof OF_THRESHOLD)[number]]: NonNullable<NewAlert[Key]> }

export function hasThreshold<Rule extends NewAlert>(rule: Rule): rule is Rule & ThresholdRule {
  return OF_THRESHOLD.every((key) => rule[key] !== null)
}

/** `hosts` may name the port, or omit the default port. */
export function isOnAllowedHost(
  url: Readonly<Record<'host' | 'hostname' | 'port' | 'protocol', string>>,
  hosts: readonly string[],
): boolean {
  const withPort = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
  return hosts.some((host) => host === url.host || host === withPort)
}

const instant = z.iso.datetime()

export const AlertEntrySchema = RuleSchema.extend({
  id: z.string(),
  /** At the last check; null before the first, and for an event. */
  isCrossed: z.boolean().nullable(),
  /** `endedAt` is null while sending; `failure` is why sending failed or waits. */
  lastMessage: z
    .object({ createdAt: instant, endedAt: instant.nullable(), failure: z.string().nullable() })
    .nullable(),
})
export type AlertEntry = z.infer<typeof AlertEntrySchema>

export const AlertListSchema = z.object({ alerts: z.array(AlertEntrySchema), hosts: z.array(z.string()) })

/** The secret is shown only once. */
export const MadeAlertSchema = AlertEntrySchema.extend({ secret: z.string() })
export type MadeAlert = z.infer<typeof MadeAlertSchema>

export const TestedAlertSchema = z.object({ failure: z.string().nullable() })

const mw = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export function alertSpan({ measure, hours }: Pick<ThresholdRule, 'measure' | 'hours'>): string {
  if (hours === 'tomorrow') return hours
  return `in the ${measure === 'error' ? 'last' : 'next'} ${hours === 1 ? 'hour' : `${hours} hours`}`
}

/** `Residual load, forecast, in Germany above 60,000 MW in the next 24 hours` */
export function describeAlert(rule: NewAlert): string {
  if (rule.measure === 'late' && rule.area !== null)
    return `${MEASURE_LABELS.late} in ${areaLabel(rule.area)} by more than ${rule.hours} h`
  if (!hasThreshold(rule)) return MEASURE_LABELS[rule.measure]
  const { area, measure, side, thresholdMw } = rule
  return `${MEASURE_LABELS[measure]}, in ${areaLabel(area)} ${side} ${mw.format(thresholdMw)} MW ${alertSpan(rule)}`
}
