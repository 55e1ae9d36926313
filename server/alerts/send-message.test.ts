import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startReceiver } from '#server/testing/services/webhook-receiver.ts'

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

const message = (url: string, userId: number, id: string) => ({
  id,
  url,
  userId,
  secret: generateSecret(),
  body: '{}',
})

test('four messages are under way at a host and twenty in all, and further ones wait', async () => {
  const receivers = await Promise.all(Array.from({ length: 6 }, () => startReceiver()))
  for (const receiver of receivers) receiver.statuses = [0]
  const hosts = receivers.map(({ host }) => host)
  const send = createSendMessage({ hosts, clock: Date.now, retry: { retries: 0 } })
  const stop = new AbortController()
  const count = () => receivers.reduce((sum, { messages }) => sum + messages.length, 0)
  const sending: Promise<unknown>[] = []
  const sendTo = ({ url }: { url: string }) => {
    for (let user = 0; user < 8; user += 1)
      sending.push(send(message(url, user, String(sending.length)), stop.signal).catch(() => 'stopped'))
  }
  const [first, ...others] = receivers
  if (first) sendTo(first)
  await expect.poll(count).toBeGreaterThanOrEqual(4)
  await sleep(100)
  expect(count()).toBe(4)
  others.forEach(sendTo)
  await expect.poll(count).toBeGreaterThanOrEqual(20)
  await sleep(100)
  expect(count()).toBe(20)
  stop.abort()
  expect(new Set(await Promise.all(sending))).toEqual(new Set(['stopped']))
})

test('a free place at a host goes to the user who had the last turn the longest ago', async () => {
  const receiver = await startReceiver()
  receiver.statuses = [200]
  const send = createSendMessage({ hosts: [receiver.host], clock: Date.now })
  const { signal } = new AbortController()
  const ids = [
    ...Array.from({ length: 10 }, (_, index) => [1, `greedy ${index}`] as const),
    [2, 'modest'] as const,
    [3, 'late'] as const,
  ]
  await Promise.all(ids.map(([user, id]) => send(message(receiver.url, user, id), signal)))
  const order = receiver.messages.map(({ headers }) => String(headers['webhook-id']))
  expect(
    order
      .slice(0, 6)
      .filter((id) => !id.startsWith('greedy'))
      .toSorted(),
  ).toEqual(['late', 'modest'])
})
