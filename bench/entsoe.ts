import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { MINUTE_MS } from '#contract/time.ts'

import { atMost, type Figure } from './figures.ts'
import {
  afterwards,
  createFolder,
  residentMb,
  startProduct,
  stateOfValues,
  timeOfLivez,
  whenAtRest,
} from './programs.ts'

const BACKFILL_DAYS = 730
const ASK_EVERY_MS = 20
const MAX_FILL_MS = 1_800_000

/** Starts the simulated service as a process, with files as large as the real ones. Returns settings of the product. */
async function startService() {
  const child = spawn(process.execPath, ['build/bench/entsoe-process.js', String(BACKFILL_DAYS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterwards(() => child.kill())
  const [line] = await once(createInterface(child.stdout), 'line')
  return z.record(z.string(), z.string()).parse(JSON.parse(String(line)))
}

/** The first fill of the built product from the File Library of a simulated ENTSO-E. */
export async function measureEntsoe(): Promise<Figure[]> {
  const settings = await startService()
  const dataDir = await createFolder()
  const empty = await startProduct({ dataDir })
  await whenAtRest(empty.pid)
  const emptyMb = await residentMb(empty.pid)
  await empty.stop()
  const startMs = performance.now()
  const { url, pid, stop } = await startProduct({ dataDir }, { settings, readyPath: '/livez' })
  let [peakMb, slowestMs, isFilled] = [0, 0, false]
  while (!isFilled) {
    if (performance.now() > startMs + MAX_FILL_MS) throw new Error('The past is not read')
    const livezMs = await timeOfLivez(url)
    peakMb = Math.max(peakMb, await residentMb(pid))
    const { isReady, message } = await stateOfValues(url)
    // Before the first value the server is still starting.
    if (isReady) slowestMs = Math.max(slowestMs, livezMs)
    isFilled = isReady && message === 'up to date'
    await sleep(ASK_EVERY_MS)
  }
  const fillMs = performance.now() - startMs
  await stop()
  return [
    atMost('two years of 25 areas from files of real size and the API', [fillMs / MINUTE_MS], 'min', 10),
    atMost('memory meanwhile, beyond that of an empty server', [peakMb - emptyMb], 'MB', 200),
    atMost('slowest `/livez` meanwhile', [slowestMs], 'ms', 150),
  ]
}
