import { expect, test } from 'vitest'

import { openTestApp } from '#server/testing/app.ts'
import { besideSlowClients } from '#server/testing/slow-clients.ts'

test('serves other users while 2,000 slow clients are connected, and closes them all in time', async () => {
  const app = await openTestApp()
  app.server.post('/echo', async () => 'read')
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { slowMs, servedMs, statuses } = await besideSlowClients(app, 2000)
  expect(statuses).toEqual(new Set([408]))
  expect(Math.max(...slowMs)).toBeLessThan(20_000)
  expect(Math.max(...servedMs)).toBeLessThan(1000)
})
