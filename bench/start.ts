import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { atMost, type Figure, median } from './figure.ts'
import { residentMb } from './load.ts'
import { CONNECTIONS, memoryUnderQueries } from './memory-under-queries.ts'
import { signIn, withFreshProduct } from './product.ts'
import type { Program } from './programs.ts'

const ROUNDS = 5
/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS_PER_S = 100
const REST_S = 5
/** A process at rest uses at most this share of a processor. */
const REST_SHARE = 0.02
const LONGEST_WAIT_FOR_REST_S = 180
/** The thread of the forecasts ends ten seconds after its last job, and its memory is given back. */
const THREAD_ENDS_S = 30
const LONGEST_FILL_S = 180
const ASK_EVERY_S = 0.2
const FillSchema = z.object({ parts: z.object({ values: z.object({ isReady: z.boolean() }) }) })
const READY_MS = 1500
/** Two processors for that time. */
const READY_USED_S = 3

/** Processor time of a process with all its threads. */
async function cpuS(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces. User and system time are the 14th and 15th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}

/** Waits until a process uses next to no processor time. Rejects if it does not come to rest. */
async function whenAtRest(pid: number): Promise<void> {
  for (let waitedS = 0; waitedS < LONGEST_WAIT_FOR_REST_S; waitedS += REST_S) {
    const before = await cpuS(pid)
    await sleep(REST_S * 1000)
    if ((await cpuS(pid)) - before < REST_S * REST_SHARE) return
  }
  throw new Error('The product does not come to rest')
}

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
