import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, onTestFinished, test, vi } from 'vitest'

import { startReceiver } from '#server/testing/services/webhook-receiver.ts'
import { openTestServer } from '#server/testing/source.ts'

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

test('a receiver that does not answer is given up in time, also after a collection of garbage', async () => {
  const receiver = await startReceiver()
  receiver.statuses = [0]
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(1000))
  onTestFinished(() => void vi.restoreAllMocks())
  const send = createSendMessage({ hosts: [receiver.host], clock: Date.now, retry: { retries: 0 } })
  const sending = send(message(receiver.url, 1, 'one'), new AbortController().signal)
  await expect.poll(() => receiver.messages.length).toBe(1)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  expect(await sending).toBe('The receiver did not answer in time.')
})

test('users whose receiver is slow leave the next free place at its host to a user whose receiver is not', async () => {
  let slow = 0
  const { url } = await openTestServer(({ pathname }, response) => {
    if (pathname === '/good') response.end()
    else setTimeout(() => response.end(), 300)
    slow += pathname === '/good' ? 0 : 1
  })
  const { origin, host } = new URL(url)
  const send = createSendMessage({ hosts: [host], clock: Date.now })
  const { signal } = new AbortController()
  const slowly = Array.from({ length: 24 }, (_, index) =>
    send(message(`${origin}/slow`, index % 3, `slow ${index}`), signal),
  )
  const slowBefore: number[] = []
  for (const id of ['first', 'second', 'third']) {
    await send(message(`${origin}/good`, 9, id), signal)
    slowBefore.push(slow)
    await sleep(50)
  }
  await Promise.all(slowly)
  // Four at a time.
  for (const [round, count] of slowBefore.entries()) expect(count).toBeLessThanOrEqual(4 * (round + 2))
})
