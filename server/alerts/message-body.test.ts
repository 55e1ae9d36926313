import { expect, test } from 'vitest'

import type { NewAlert } from '#contract/alerts.ts'

import { writeRun } from './message-body.ts'

const RULE: NewAlert = {
  name: 'Run',
  measure: 'run',
  area: null,
  side: null,
  thresholdMw: null,
  hours: null,
  url: 'https://hooks.slack.com/services/x',
}
const SHEET = Array.from({ length: 60 }, (_, line) => `line ${line} `.padEnd(60, '.')).join('\n')

function write(url: string, sheet = SHEET) {
  const run = { day: '2026-11-25', issuedAtUtc: '2026-11-24T17:02:00.000Z' }
  return writeRun({ ...RULE, url }, run, sheet, Date.parse('2026-11-24T17:02:10Z'))
}

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
        content: { type: 'AdaptiveCard', body: lines.map((text) => ({ type: 'TextBlock', text })) },
      },
    ],
  })
})

test('a host that only ends like one of Teams gets the message', () => {
  expect(JSON.parse(write('https://evil-logic.azure.com/'))).toHaveProperty('text')
})
