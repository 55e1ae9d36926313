import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { jumpingTimer } from '#server/testing/source-server.ts'
import { openTestServer, sourceErrorOf } from '#server/testing/source.ts'

import { createPace } from './pace.ts'
import { createSourceRequest, type RequestExtras, type SourceRequestOptions } from './source-request.ts'

async function open(answer: (response: ServerResponse) => void, options: Partial<SourceRequestOptions> = {}) {
  const server = await openTestServer((_url, response) => answer(response))
  const timer = jumpingTimer()
  const pace = createPace({ limits: [{ weight: 100, perMs: 1 }], atOnce: 2, timer })
  const request = createSourceRequest({ label: 'It', pace, clock: Date.now, silenceMs: 600_000, ...options })
  const ask = (extras?: RequestExtras, { signal } = new AbortController()) =>
    request(new URL(server.url), signal, extras)
  return { ask, timer, server }
}

async function ask(
  answer: (response: ServerResponse) => void,
  options: Partial<SourceRequestOptions>,
  extras?: RequestExtras,
) {
  return (await open(answer, options)).ask(extras)
}

function dropMidway(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' }).write('<a>')
  setTimeout(() => response.socket?.destroy(), 20)
}
const inSeconds = { 'retry-after': 'Mon, 02 Mar 2026 00:00:30 GMT' }

test.each<[string, (response: ServerResponse) => void, RegExp, boolean, number?]>([
  ['429 with a date', (response) => response.writeHead(429, inSeconds).end(), /answered 429/, true, 30],
  ['a redirect', (response) => response.writeHead(302, { location: '/x' }).end(), /302, a redirect/, false],
  ['an archive', (response) => response.end('PK\u0003\u0004rest'), /archive/, false],
  ['another encoding', (response) => response.end(Buffer.from('\u00e9', 'latin1')), /UTF-8/, true],
  ['a connection dropped midway', dropMidway, /broke the connection/, true],
])('%s is a SourceError', async (_title, answer, message, isTransient, retryAfterS) => {
  const failure = await sourceErrorOf(ask(answer, { clock: () => Date.UTC(2026, 2, 2) }))
  expect(failure.message).toMatch(message)
  expect(failure).toMatchObject({ isTransient, retryAfterS: retryAfterS ?? null })
})

test('a service that is not running is a SourceError, and an abort is none', async () => {
  const { ask, server } = await open(() => stop.abort(new Error('stopping')))
  const stop = new AbortController()
  await expect(ask({}, stop)).rejects.toThrow('stopping')
  await server.close()
  expect((await sourceErrorOf(ask())).message).toBe('It broke the connection (ECONNREFUSED).')
})

test('silence and an answer without end are told apart', async () => {
  const begin = (response: ServerResponse) => void response.writeHead(200).write('<a>')
  const silent = await sourceErrorOf(ask(begin, { silenceMs: 50 }))
  expect(silent).toMatchObject({ message: 'It sent nothing for 0.05 s.', isTransient: true })
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  }
  const endless = await sourceErrorOf(ask(drip, { wholeMs: 50 }))
  expect(endless).toMatchObject({ message: 'It did not end its answer within 0.05 s.', isTransient: true })
})

test('an answer larger than its kind is refused as soon as that is clear, and the connection closed', async () => {
  let isClosed = false
  const endless = (response: ServerResponse) => {
    response.on('close', () => (isClosed = true))
    const write = () => {
      while (response.write('x'.repeat(1000)));
      response.once('drain', write)
    }
    write()
  }
  const error = await sourceErrorOf(ask(endless, {}, { maxBytes: 2000 }))
  expect(error).toMatchObject({ message: 'It sent more than 2000 bytes.', isTransient: false })
  await expect.poll(() => isClosed).toBe(true)
  const small = (response: ServerResponse) => void response.end('x'.repeat(2000))
  expect((await ask(small, {}, { maxBytes: 2000 })).text).toHaveLength(2000)
})

test.each([
  [511, 'text/html'],
  [407, 'text/plain'],
  [200, 'text/html; charset=utf-8'],
])('an answer %i of %s is that of the network', async (status, type) => {
  const portal = (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': type }).end('<html>Sign in</html>')
  expect(await sourceErrorOf(ask(portal, { answers: new Set([407, 511]) }))).toMatchObject({
    message: `It was not reached: the network answered ${status} with a page of its own. Sign in to the network, or set its proxy.`,
    isTransient: true,
  })
})

test('a 429 holds all requests back for as long as it asks, longer after each further one, and several at once count as one', async () => {
  let headers: Record<string, string> | null = { 'retry-after': '90' }
  const { ask, timer } = await open(
    (response) => void response.writeHead(headers ? 429 : 200, headers ?? {}).end(),
  )
  const both = [sourceErrorOf(ask()), sourceErrorOf(ask())]
  expect((await Promise.all(both)).map(({ retryAfterS }) => retryAfterS)).toEqual([90, 90])
  const refusal = async () => {
    const beforeMs = timer.now()
    const { retryAfterS, isTransient } = await sourceErrorOf(ask())
    return [isTransient, retryAfterS, (timer.now() - beforeMs) / 1000]
  }
  for (const [asked, waited] of [
    [180, 90],
    [360, 180],
    [720, 360],
    [900, 720],
  ])
    expect(await refusal()).toEqual([true, asked, waited])
  headers = null
  await ask()
  headers = {}
  expect(await refusal()).toEqual([true, 60, 0])
})
