import { expect, test } from 'vitest'

import type { NewAlert } from '#contract/alerts.ts'

import { writeRun, writeTest } from './message-body.ts'

const RULE: NewAlert = {
  name: 'Run',
  measure: 'run',
  area: null,
  side: null,
  thresholdMw: null,
  hours: null,
  url: 'https://hooks.test/x',
}
const SHEET = Array.from({ length: 60 }, (_, line) => `line ${line} `.padEnd(60, '.')).join('\n')

const LONG_SHEET = Array.from({ length: 2000 }, () => SHEET.slice(0, 60)).join('\n')

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values(value !== null && typeof value === 'object' ? value : {}).flatMap(textsOf)

function write(url: string, sheet = SHEET) {
  const run = { day: '2026-11-25', issuedAtUtc: '2026-11-24T17:02:00.000Z' }
  return writeRun({ ...RULE, url }, run, sheet, Date.parse('2026-11-24T17:02:10Z'))
}

/** Rules of each service for the body of a message: its fields, and characters of the longest text. */
const SERVICES: readonly [url: string, keys: string[], maxLength: number, name: string][] = [
  ['https://hooks.slack.com/services/T/B/x', ['text'], 40_000, '&lt;40 &amp; *high* @all'],
  ['https://chat.test/hooks/8f7e6d5c4b3a2918', ['text'], 16_383, '\\<40 & \\*high\\* @\u{200B}all'],
  ['https://discord.com/api/webhooks/1/x', ['content', 'allowed_mentions'], 2000, '\\<40 & \\*high\\* @all'],
  ['https://prod-1.eu.logic.azure.com:443/workflows/x', ['type', 'attachments'], 28_000, '<40 & *high* @all'],
  ['https://hooks.test/x', ['type', 'timestamp', 'text', 'content', 'data'], Infinity, '<40 & *high* @all'],
]

test.each(SERVICES)(
  '%s gets its fields, a text that fits and the name escaped',
  (url, keys, maxLength, name) => {
    const rule = { ...RULE, url, name: '<40 & *high* @all' }
    const body: unknown = JSON.parse(writeTest(rule, 0))
    expect(Object.keys(body ?? {}).toSorted()).toEqual(keys.toSorted())
    expect(textsOf(body).some((text) => text.startsWith(`${name}: a message for testing.`))).toBe(true)
    const long = writeRun(rule, { day: '2026-11-25', issuedAtUtc: '2026-11-24T17:02:00Z' }, LONG_SHEET, 0)
    const longest = Math.max(...textsOf(JSON.parse(long)).map(({ length }) => length))
    expect(keys.includes('attachments') ? long.length : longest).toBeLessThanOrEqual(maxLength)
  },
)

test('the text is whole, and for Discord ends with the last line that fits', () => {
  const { text, content }: { text: string; content: string } = JSON.parse(write(RULE.url))
  expect(text).toBe(`Run: the run of Tue, Nov 24, 18:02 (Brussels) is there.\n${SHEET}`)
  expect(content.length).toBeLessThanOrEqual(2000)
  expect(content.length).toBeGreaterThan(1930)
  expect(text.startsWith(`${content.slice(0, -2)}\n`)).toBe(true)
  expect(content.endsWith('.\n…')).toBe(true)
  expect(JSON.parse(write(RULE.url, 'short'))).toMatchObject({ content: expect.stringMatching(/\nshort$/) })
})

test.each([
  'https://default5c0.61.environment.api.powerplatform.com:443/powerautomate/automations/x',
  'https://prod-186.westus.logic.azure.com:443/workflows/x',
])('%s gets a card with a line of text for each line', (url) => {
  const lines = ['Run: the run of Tue, Nov 24, 18:02 (Brussels) is there.', ...SHEET.split('\n')]
  expect(JSON.parse(write(url))).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: lines.map((text) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
        },
      },
    ],
  })
})

test('a host that only ends like one of Teams gets the message', () => {
  expect(JSON.parse(write('https://evil-logic.azure.com/'))).toHaveProperty('text')
})
