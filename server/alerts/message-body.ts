import { describeAlert, type NewAlert, type ThresholdRule } from '#contract/alerts.ts'
import type { Delay } from '#contract/data-days.ts'
import { toStamp } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { lateWords } from '#contract/words/data-days.ts'
import { formatMw } from '#contract/words/power.ts'

/** Slack's markup (docs.slack.dev, formatting message text). */
const SLACK_MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeSlack = (text: string) => text.replaceAll(/[&<>]/g, (mark) => SLACK_MARKUP[mark] ?? mark)
/** For Mattermost and Discord. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_~|<>[\]()#]/g, String.raw`\$&`)

const DISCORD_LENGTH = 2000

interface Chat {
  isAt: (url: URL) => boolean
  /** In characters. */
  maxLength: number
  escape: (name: string) => string
  body: (text: string) => object
}

/** Chats with their own fields, limits and markup. Other receivers get the whole message. */
const CHATS: readonly Chat[] = [
  {
    isAt: ({ hostname }) => /^hooks\.slack(?:-gov)?\.com$/.test(hostname),
    maxLength: 40_000,
    escape: escapeSlack,
    body: (text) => ({ text }),
  },
  {
    // Mattermost, on any host. Mattermost refuses our `type`, since it has its own.
    isAt: ({ pathname }) => /\/hooks\/[^/]+\/?$/.test(pathname),
    maxLength: 16_383,
    // A zero-width space after `@`, so that `@channel` in a name notifies no users.
    escape: (name) => escapeMarkdown(name).replaceAll('@', '@\u{200B}'),
    body: (text) => ({ text }),
  },
  {
    isAt: ({ hostname }) => /^(?:[a-z]+\.)?discord(?:app)?\.com$/.test(hostname),
    maxLength: DISCORD_LENGTH,
    escape: escapeMarkdown,
    // Names in an alert notify no users.
    body: (content) => ({ content, allowed_mentions: { parse: [] } }),
  },
  {
    // Microsoft Teams takes cards of up to 28 kB; each line costs about 130 bytes besides its text.
    isAt: ({ hostname }) => /\.(?:api\.powerplatform\.com|logic\.azure\.com)$/.test(hostname),
    maxLength: 8000,
    // A `TextRun` has no markup.
    escape: (name) => name,
    body: teamsMessage,
  },
]

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Cuts at the last line end within `maxLength` characters. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, Math.max(text.lastIndexOf('\n', maxLength - 2), 0))}\n…`
}

/** `text` follows the name of the rule. */
function writeMessage(
  rule: NewAlert,
  nowUtc: number,
  { type, text, data = {} }: { type: string; text: string; data?: object },
): string {
  const { name, area, measure, side, thresholdMw, hours } = rule
  const chat = CHATS.find(({ isAt }) => isAt(new URL(rule.url)))
  if (chat !== undefined)
    return JSON.stringify(chat.body(cutText(`${chat.escape(name)}: ${text}`, chat.maxLength)))
  return JSON.stringify({
    type,
    timestamp: toStamp(nowUtc),
    text: `${name}: ${text}`,
    content: cutText(`${name}: ${text}`, DISCORD_LENGTH),
    data: { rule: { name, area, measure, side, thresholdMw, hours }, ...data },
  })
}

function teamsMessage(text: string) {
  const body = text.split('\n').map((line) => ({
    type: 'RichTextBlock',
    spacing: 'None',
    inlines: [{ type: 'TextRun', text: line, fontType: 'Monospace' }],
  }))
  const card = { type: 'AdaptiveCard', version: '1.4', msteams: { width: 'Full' }, body }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  }
}

/** An hour by its start. */
interface Moment {
  utc: number
  mw: number
}

/** Hours beyond the threshold. */
export interface Crossing {
  first: Moment
  furthest: Moment
  hours: number
}

export function writeCrossing(rule: ThresholdRule, crossing: Crossing, nowUtc: number): string {
  const { first, furthest, hours } = crossing
  const at = ({ utc, mw }: typeof first) => `${formatMw(mw)} MW on ${moment.format(utc)}`
  const dataOf = ({ utc, mw }: typeof first) => ({ startsAt: toStamp(utc), powerMw: mw })
  return writeMessage(rule, nowUtc, {
    type: 'alert.crossed',
    text: `${describeAlert(rule)}. First ${at(first)}, furthest ${at(furthest)} (Brussels), ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    data: { first: dataOf(first), furthest: dataOf(furthest), hours },
  })
}

/** `sheet` is the morning sheet of the delivery day. */
export function writeRun(
  rule: NewAlert,
  run: { day: string; issuedAtUtc: string },
  sheet: string,
  nowUtc: number,
): string {
  return writeMessage(rule, nowUtc, {
    type: 'run.made',
    text: `the run of ${moment.format(new Date(run.issuedAtUtc))} (Brussels) is there.\n${sheet}`,
    data: { day: run.day, issuedAt: toStamp(Date.parse(run.issuedAtUtc)) },
  })
}

export function writeBriefing(rule: NewAlert, day: string, briefing: string, nowUtc: number): string {
  return writeMessage(rule, nowUtc, { type: 'briefing.made', text: briefing, data: { day } })
}

export function writeLate(rule: NewAlert, delays: readonly Delay[], nowUtc: number): string {
  const text = `${describeAlert(rule)}. ${delays.map(lateWords).join(' ')}`
  return writeMessage(rule, nowUtc, { type: 'alert.crossed', text, data: { delays } })
}

export function writeTest(rule: NewAlert, nowUtc: number): string {
  return writeMessage(rule, nowUtc, {
    type: 'alert.test',
    text: `a message for testing. ${describeAlert(rule)}.`,
  })
}
