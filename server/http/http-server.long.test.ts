import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { openTestApp } from '#server/testing/app.ts'
import { provideBuiltPrograms } from '#server/testing/built-programs.ts'
import { serveUntil } from '#server/testing/slow-clients.ts'

/** SLOW_CLIENTS=1000 makes a short run of it. */
const COUNT = Number(process.env['SLOW_CLIENTS'] ?? 2000)
const CutOffSchema = z.object({ slowMs: z.array(z.number()), refusals: z.array(z.string()) })

const program = provideBuiltPrograms('server/testing/slow-clients-process.ts')

test(`serves other users while ${COUNT} slow clients are connected, and closes them all in time`, async () => {
  const app = await openTestApp()
  app.server.post('/echo', async () => 'read')
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const clients = promisify(execFile)(process.execPath, [
    program('slow-clients-process'),
    new URL(address).port,
    String(COUNT),
  ])
  const servedMs = (await serveUntil(clients, address)).toSorted((a, b) => a - b)
  const { slowMs, refusals } = CutOffSchema.parse(JSON.parse((await clients).stdout))
  const slowestMs = servedMs.at(-1) ?? NaN
  const mostMs = servedMs[Math.floor(servedMs.length * 0.95)] ?? NaN
  process.stdout.write(
    `${COUNT} slow clients: cut off within ${Math.max(...slowMs).toFixed(0)} ms; 95 % of ${servedMs.length} other answers within ${mostMs.toFixed(0)} ms, all within ${slowestMs.toFixed(0)} ms\n`,
  )
  expect(slowMs).toHaveLength(COUNT)
  expect(refusals).toEqual([expect.stringMatching(/^408 /)])
  expect(Math.max(...slowMs)).toBeLessThan(20_000)
  expect(servedMs.length).toBeGreaterThan(5)
  expect(mostMs).toBeLessThan(1000)
  expect(slowestMs).toBeLessThan(5000)
})
