import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS_PER_S = 100
const REST_S = 5
/** A process at rest uses at most this share of a processor. */
const REST_SHARE = 0.02
const LONGEST_WAIT_FOR_REST_S = 180

/** Processor time of a process with all its threads. */
export async function cpuS(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces. User and system time are the 14th and 15th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}

/** Waits until a process uses next to no processor time. Rejects if it does not come to rest. */
export async function whenAtRest(pid: number): Promise<void> {
  for (let waitedS = 0; waitedS < LONGEST_WAIT_FOR_REST_S; waitedS += REST_S) {
    const before = await cpuS(pid)
    await sleep(REST_S * 1000)
    if ((await cpuS(pid)) - before < REST_S * REST_SHARE) return
  }
  throw new Error('The product does not come to rest')
}
