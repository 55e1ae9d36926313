import { readdir } from 'node:fs/promises'

import { atMost, type Figure } from './figure.ts'
import { measureCapacity, residentMb, sendAtRate, withLoadedProduct } from './load.ts'

/** SOAK_MIN=10 makes a shorter run of it. */
const MINUTES = Number(process.env['SOAK_MIN'] ?? 30)
/** The memory grows at first, until the cache is full and the compiler has seen everything. */
const WARM_UP_MIN = 5
const SHARE_OF_CAPACITY = 0.5

interface Minute {
  memoryMb: number
  openFiles: number
}

/** How much a value grows from one of these to the next, by the line through all of them. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [above, below] = [0, 0]
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean)
    below += (index - middle) ** 2
  }
  return above / below
}

/** New queries at half the capacity for half an hour: whether memory or open files grow, and whether anything fails. */
export function measureSoak(): Promise<Figure[]> {
  return withLoadedProduct(async (client, pid) => {
    const rate = SHARE_OF_CAPACITY * (await measureCapacity(client))
    const minutes: Minute[] = []
    let failed = 0
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const answers = await sendAtRate(client, rate, 60)
      failed += answers.filter(({ status }) => status !== 200).length
      const openFiles = (await readdir(`/proc/${pid}/fd`)).length
      minutes.push({ memoryMb: await residentMb(pid), openFiles })
    }
    const warm = minutes.slice(WARM_UP_MIN)
    const against = `the limit; new queries of a year at ${rate.toFixed(1)} a second for ${MINUTES} min, without the first ${WARM_UP_MIN}`
    const memory = slopeOf(warm.map(({ memoryMb }) => memoryMb))
    const files = slopeOf(warm.map(({ openFiles }) => openFiles))
    return [
      atMost({ what: 'growth of memory at half load', against, unit: 'MB/min' }, memory, 1),
      atMost({ what: 'growth of open files at half load', against, unit: 'files/min' }, files, 0.1),
      atMost({ what: 'failures at half load', against, unit: 'requests' }, failed, 0),
    ]
  })
}
