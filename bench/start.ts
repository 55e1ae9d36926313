import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { atMost, type Figure, median } from './figure.ts'
import { residentMb } from './load.ts'
import { CONNECTIONS, memoryUnderQueries } from './memory-under-queries.ts'
import { cpuS, whenAtRest } from './process-rest.ts'
import { signIn, withFreshProduct } from './product.ts'
import type { Program } from './programs.ts'

const ROUNDS = 5
/** The thread of the forecasts ends ten seconds after its last job, and its memory is given back. */
const THREAD_ENDS_S = 30
const LONGEST_FILL_S = 180
const ASK_EVERY_S = 0.2
const FillSchema = z.object({ parts: z.object({ values: z.object({ isReady: z.boolean() }) }) })
const READY_MS = 1500
/** Two processors for that time. */
const READY_USED_S = 3

/** Waits until a server has read the values of the first fill, which is before its first forecasts. */
async function whenFilled(url: string): Promise<void> {
  for (let waitedS = 0; waitedS < LONGEST_FILL_S; waitedS += ASK_EVERY_S) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    const state = FillSchema.safeParse(await response?.json())
    if (state.data?.parts.values.isReady === true) return
    await sleep(ASK_EVERY_S * 1000)
  }
  throw new Error('The first fill does not end')
}

/** A bare start, the first fill with demo data, and the memory afterwards: at rest, and while 200 connections ask. */
export async function measureStart(): Promise<Figure[]> {
  const starts: { readyMs: number; usedS: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    starts.push(
      await withFreshProduct('none', null, async ({ pid }, readyMs) => ({ readyMs, usedS: await cpuS(pid) })),
    )
  const measureFilled = async (product: Program) => {
    await whenFilled(product.url)
    const usedS = await cpuS(product.pid)
    await whenAtRest(product.pid)
    await sleep(THREAD_ENDS_S * 1000)
    const idleMb = await residentMb(product.pid)
    const { token } = await signIn(product.url)
    return { usedS, idleMb, busyMb: await memoryUnderQueries(product, token) }
  }
  const filled = await withFreshProduct('demo', null, measureFilled, '/livez')
  const against = 'the goal itself'
  const readyMs = median(starts.map((start) => start.readyMs))
  const usedS = median(starts.map((start) => start.usedS))
  return [
    atMost({ what: 'ready on an empty data folder, no source', against, unit: 'ms' }, readyMs, READY_MS),
    atMost({ what: 'the same, processor time', against, unit: 's' }, usedS, READY_USED_S),
    atMost(
      { what: 'start and first fill with two years of demo data, processor time', against, unit: 's' },
      filled.usedS,
      8,
    ),
    atMost({ what: 'memory at rest after the first fill', against, unit: 'MB' }, filled.idleMb, 300),
    atMost({ what: `memory while ${CONNECTIONS} connections ask`, against, unit: 'MB' }, filled.busyMb, 500),
  ]
}
