import { describeAlert, type NewAlert, type ThresholdRule } from '#contract/alerts.ts'
import { formatMw } from '#contract/power-text.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { toStamp } from '#server/clock.ts'

import type { Crossing } from './crossing.ts'

/** More is refused by Discord. */
const MAX_CONTENT_LENGTH = 2000
/** Hosts of the workflows of Microsoft Teams. They take nothing but cards. */
const TEAMS_HOST = /\.(?:api\.powerplatform\.com|logic\.azure\.com)$/

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The JSON of a message. Slack and what works like it show `text`, Discord `content`, Teams a card. */
function writeMessage(
  rule: NewAlert,
  nowUtc: number,
  { type, text, data = {} }: { type: string; text: string; data?: object },
): string {
  if (TEAMS_HOST.test(new URL(rule.url).hostname)) return JSON.stringify(teamsMessage(text))
  const { name, area, measure, side, thresholdMw, hours } = rule
  const cut = text.lastIndexOf('\n', MAX_CONTENT_LENGTH - 2)
  return JSON.stringify({
    type,
    timestamp: toStamp(nowUtc),
    text,
    content: text.length <= MAX_CONTENT_LENGTH ? text : `${text.slice(0, cut)}\n…`,
    data: { rule: { name, area, measure, side, thresholdMw, hours }, ...data },
  })
}

function teamsMessage(text: string) {
  const body = text
    .split('\n')
    .map((line) => ({ type: 'TextBlock', text: line, wrap: true, spacing: 'None', fontType: 'Monospace' }))
  const card = { type: 'AdaptiveCard', version: '1.4', msteams: { width: 'Full' }, body }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  }
}

export function writeCrossing(rule: ThresholdRule, crossing: Crossing, nowUtc: number): string {
  const { first, furthest, hours } = crossing
  const at = ({ utc, mw }: typeof first) => `${formatMw(mw)} MW on ${moment.format(utc)}`
  const dataOf = ({ utc, mw }: typeof first) => ({ startsAt: toStamp(utc), powerMw: mw })
  return writeMessage(rule, nowUtc, {
    type: 'alert.crossed',
    text: `${rule.name}: ${describeAlert(rule)}. First ${at(first)}, furthest ${at(furthest)} (Brussels), ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    data: { first: dataOf(first), furthest: dataOf(furthest), hours },
  })
}

/** The JSON of a message that a run is there; `sheet` is the morning sheet of its delivery day. */
export function writeRun(
  rule: NewAlert,
  run: { day: string; issuedAtUtc: string },
  sheet: string,
  nowUtc: number,
): string {
  return writeMessage(rule, nowUtc, {
    type: 'run.made',
    text: `${rule.name}: the run of ${moment.format(new Date(run.issuedAtUtc))} (Brussels) is there.\n${sheet}`,
    data: { day: run.day, issuedAt: toStamp(Date.parse(run.issuedAtUtc)) },
  })
}

export function writeTest(rule: NewAlert, nowUtc: number): string {
  return writeMessage(rule, nowUtc, {
    type: 'alert.test',
    text: `${rule.name}: a message for testing. ${describeAlert(rule)}.`,
  })
}
