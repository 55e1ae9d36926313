import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startReceiver } from '#server/testing/webhook-receiver.ts'

import { createSendMessage, generateSecret, urlFault } from './send-message.ts'

const HOSTS = ['hooks.example.org', '10.0.0.7:9000', '[::1]:9000', 'secure.example.org:443']

test.each([
  'https://hooks.example.org/a?b=c',
  'http://HOOKS.example.org',
  'https://hooks.example.org:443/',
  'http://10.0.0.7:9000/x',
  'http://[0:0:0:0:0:0:0:1]:9000/',
  'https://secure.example.org/',
  'https://secure.example.org:443/x',
])('allows %s', (url) => {
  expect(urlFault(url, HOSTS)).toBeNull()
})

test.each([
  'https://hooks.example.org:444/',
  'https://evil.hooks.example.org/',
  'https://hooks.example.org.evil.com/',
  'https://hooks.example.org@evil.com/',
  'https://evil.com#hooks.example.org',
  'https://evil.com\\@hooks.example.org',
  'http://10.0.0.7/',
  'http://secure.example.org/',
  'http://167772167:9001/',
  'ftp://hooks.example.org/',
  'file:///etc/passwd',
  'hooks.example.org',
  'https://user:password@hooks.example.org/',
])('refuses %s', (url) => {
  expect(urlFault(url, HOSTS)).toMatch(/^url must /)
})

test('refuses everything where no host is allowed', () => {
  expect(urlFault('https://hooks.example.org/', [])).toMatch(/ALERT_HOSTS/)
})

test('twenty messages are under way at a time, and further ones wait', async () => {
  const receiver = await startReceiver()
  receiver.statuses = [0]
  const send = createSendMessage({ hosts: [receiver.host], clock: Date.now, retry: { retries: 0 } })
  const stop = new AbortController()
  const message = { url: receiver.url, secret: generateSecret(), body: '{}' }
  const sending = Array.from({ length: 30 }, (_, id) =>
    send({ ...message, id: String(id) }, stop.signal).catch(() => 'stopped'),
  )
  await expect.poll(() => receiver.messages.length).toBeGreaterThanOrEqual(20)
  await sleep(100)
  expect(receiver.messages).toHaveLength(20)
  stop.abort()
  expect(new Set(await Promise.all(sending))).toEqual(new Set(['stopped']))
})
