import {
  ALERT_MEASURES,
  ALERT_SIDES,
  MAX_ALERT_NAME_LENGTH,
  MAX_ALERT_HOURS,
  type NewAlert,
  NewAlertSchema,
} from '#contract/alerts.ts'
import { MEMBER_CODES } from '#contract/areas.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'

import { urlFault } from './allowed-url.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${MAX_ALERT_NAME_LENGTH} printable characters.`,
  area: `area must be one of ${MEMBER_CODES.join(', ')}.`,
  measure: `measure must be one of ${ALERT_MEASURES.join(', ')}.`,
  side: `side must be one of ${ALERT_SIDES.join(', ')}.`,
  thresholdMw: 'thresholdMw must be a number of MW, from -1000000 to 1000000.',
  hours: `hours must be a whole number from 1 to ${MAX_ALERT_HOURS}, of a ramp from ${RAMP_HOURS + 1}, or the text tomorrow, but not of an error.`,
  url: 'url must be an address that begins with http:// or https://.',
}

/** Reads a new rule. Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseNewAlert(body: unknown, hosts: readonly string[]): NewAlert {
  const alert = parseBody(NewAlertSchema, body, ALLOWED)
  const fault = urlFault(alert.url, hosts)
  if (fault !== null) throw new RequestError(400, fault)
  // As the address is sent: a database keeps no text with a zero byte, for example.
  return { ...alert, url: new URL(alert.url).href }
}
