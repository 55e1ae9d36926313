import { expect, test } from 'vitest'

import type { AlertEntry } from '#contract/alerts.ts'
import { unreadFields } from '#web/market/links.tsx'

import { describeState, readLink, readThreshold, withoutSecrets } from './alert-words.ts'

const ALERT: AlertEntry = {
  id: 'a',
  name: 'High',
  area: 'DE',
  measure: 'residual',
  side: 'above',
  thresholdMw: 60_000,
  hours: 24,
  url: 'https://hooks.example.org/',
  isCrossed: true,
  lastMessage: null,
}

test('says how it stands', () => {
  const message = { createdAt: '2026-11-20T12:00:00.000Z', endedAt: null, failure: null }
  const words = (change: Partial<AlertEntry>) => describeState({ ...ALERT, ...change }, '2026-11-21')
  expect(words({})).toBe('Crossed in the next 24 hours · no message yet')
  expect(words({ isCrossed: null, lastMessage: null })).toBe('Checking … · no message yet')
  expect(words({ measure: 'run', area: null, isCrossed: null })).toBe(
    'Waiting for the next run · no message yet',
  )
  expect(words({ hours: 'tomorrow', isCrossed: false })).toBe(
    'Not crossed tomorrow, Sat, Nov 21 · no message yet',
  )
  expect(words({ lastMessage: { ...message, failure: 'No.' } })).toMatch(
    /^Crossed in the next 24 hours · message of .* waits: No\.$/,
  )
  expect(words({ isCrossed: false, lastMessage: message })).toMatch(
    /^Not crossed in the next 24 hours · message of .* is being sent$/,
  )
  const ended = { ...message, endedAt: '2026-11-20T12:00:01.000Z' }
  expect(words({ lastMessage: ended })).toMatch(
    /^Crossed in the next 24 hours · last message Nov 20, 2026, \d\d:00$/,
  )
  expect(words({ lastMessage: { ...ended, failure: 'The receiver answered 404.' } })).toMatch(
    /failed: The receiver answered 404\.$/,
  )
})

test('an address shows its host and its path, and nothing that could be a secret', () => {
  for (const [url, shown] of [
    ['https://example.org/hook', 'https://example.org/hook'],
    ['https://example.org/a?sig=abc&v=1', 'https://example.org/a?sig=…&v=…'],
    ['https://example.org/services/T01/B0123456789abcdef0/x', 'https://example.org/services/T01/…/x'],
    ['http://user:pass@127.0.0.1:9000/', 'http://127.0.0.1:9000/'],
  ] as const)
    expect(withoutSecrets(url)).toBe(shown)
})

test.each([
  ['area=DE&measure=ramp&below=-5000', { area: 'DE', measure: 'ramp', below: '-5000' }],
  ['area=de&measure=P90&above=45 000&tz=UTC', { area: 'DE', measure: 'p90', above: '45 000' }],
  ['area=XX&above=50000', { above: '50000' }, 'area=XX'],
  ['area=&measure=price&above=', {}, 'area=', 'measure=price', 'above='],
  ['area=FR&area=DE&above=many&below=5', { area: 'DE', below: '5' }, 'area=FR', 'above=many'],
  ['above=5&below=1', { above: '5' }, 'below=1'],
])('a link %s gives a new rule %o, and names what is not understood', (search, rule, ...unread) => {
  const params = new URLSearchParams(search)
  expect(readLink(params)).toEqual(rule)
  expect(unreadFields(params, readLink(params))).toEqual(unread)
})

test.each([
  ['45000', [45_000]],
  [' 45,000 ', [45_000]],
  ['45 000', [45_000]],
  ['45 000', [45_000]],
  ["45'000", [45_000]],
  ['1’234’567.5', [1_234_567.5]],
  ['1.234.567', [1_234_567]],
  ['45.000,5', [45_000.5]],
  ['45,000.5', [45_000.5]],
  ['45,5', [45.5]],
  ['0.500', [0.5]],
  ['−500', [-500]],
  ['-1,200', [-1200]],
  ['0', [0]],
])('%s is understood', (text, values) => {
  expect(readThreshold(text)).toEqual(values)
})

test('45.000 can be a large number or a small one', () => {
  expect(readThreshold('45.000')).toEqual([45_000, 45])
  expect(readThreshold('-1.200')).toEqual([-1200, -1.2])
})

test.each(['', ' ', 'many', '45 GW', '1e5', '4,5,6', '1.2,3,4', '--5', "4'5"])(
  '%j is not a number',
  (text) => {
    expect(readThreshold(text)).toEqual([])
  },
)
