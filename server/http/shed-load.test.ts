import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/logger.ts'

import { createHttpServer } from './http-server.ts'

const CALLS = ['/energia/x', '/api/v1/x', '/oauth2/x']
const OTHERS = ['/livez', '/dashboard', '/assets/x.js']
const HELD_UP_MS = 400

/** Holds up this thread without using a processor. */
function holdUp(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS)
}

test('while the event loop is late, calls are refused, and pages and health checks are answered', async () => {
  const server = await createHttpServer(readConfig({}), createLogger('silent'))
  onTestFinished(() => server.close())
  for (const url of [...CALLS, ...OTHERS]) server.get(url, async () => 'answered')
  const ask = (urls: readonly string[]) => Promise.all(urls.map((url) => server.inject(url)))
  const statuses = async (urls: readonly string[]) => (await ask(urls)).map(({ statusCode }) => statusCode)

  const holding = setInterval(holdUp, 1)
  onTestFinished(() => clearInterval(holding))
  await expect.poll(() => statuses(CALLS)).toEqual([503, 503, 503])
  expect(await statuses(OTHERS)).toEqual([200, 200, 200])
  const [refused] = await ask(CALLS)
  expect(refused?.headers['retry-after']).toBe('5')
  expect(refused?.json()).toEqual({ error: 'The server is busy; try again in a moment.' })

  clearInterval(holding)
  await expect.poll(() => statuses(CALLS)).toEqual([200, 200, 200])
})
