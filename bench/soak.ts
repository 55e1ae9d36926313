import { readdir } from 'node:fs/promises'

import { atMost, type Figure, median } from './figure.ts'
import { type LoadClient, measureCapacity, residentMb, sendAtRate, withLoadedProduct } from './load.ts'

/** SOAK_MIN=2 makes a shorter run of it. */
const MINUTES = Number(process.env['SOAK_MIN'] ?? 30)
const SAMPLE_S = 10
/** Memory grows at first, until the cache is full and the compiler has seen everything. */
const WARM_UP_SHARE = 1 / 6
const SHARE_OF_CAPACITY = 0.5

/** Lets the server collect its garbage at a signal. */
const COLLECT_AT_SIGNAL = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => collect())`

/** What the server holds when it has answered everything and collected its garbage. */
interface Sample {
  /** Of JavaScript, and of the bytes that it refers to. */
  heapMb: number
  residentMb: number
  handles: number
  openFiles: number
}

async function takeSample(client: LoadClient, pid: number): Promise<Sample> {
  // Otherwise a slow moment, in which more connections were opened, would look like a leak.
  client.close()
  process.kill(pid, 'SIGUSR2')
  // Its answer comes after the collection.
  await client.probe()
  const metrics = await client.readMetrics()
  const valueOf = (name: string) => metrics.get(name) ?? Number.NaN
  return {
    heapMb: (valueOf('nodejs_heap_size_used_bytes') + valueOf('nodejs_external_memory_bytes')) / 2 ** 20,
    residentMb: await residentMb(pid),
    handles: valueOf('nodejs_active_handles_total'),
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
  }
}

/** By how much the last third of the values is above the first. */
function growthOf(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3)
  return median(values.slice(-third)) - median(values.slice(0, third))
}

/** New queries at half the capacity for half an hour: whether memory, handles or open files grow, and whether anything fails. */
export function measureSoak(): Promise<Figure[]> {
  const environment = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COLLECT_AT_SIGNAL)}`,
  }
  return withLoadedProduct(async (client, pid) => {
    const rate = SHARE_OF_CAPACITY * (await measureCapacity(client))
    const samples: Sample[] = []
    let failed = 0
    for (let taken = 0; taken < (MINUTES * 60) / SAMPLE_S; taken += 1) {
      const answers = await sendAtRate(client, rate, SAMPLE_S)
      failed += answers.filter(({ status }) => status !== 200).length
      samples.push(await takeSample(client, pid))
    }
    const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
    const growth = (part: keyof Sample) => growthOf(warm.map((sample) => sample[part]))
    const against = `the limit; new queries of a year at ${rate.toFixed(1)} a second for ${MINUTES} min, the last third against the first`
    return [
      atMost({ what: 'growth of the heap at half load', against, unit: 'MB' }, growth('heapMb'), 5),
      atMost({ what: 'growth of the process at half load', against, unit: 'MB' }, growth('residentMb'), 20),
      atMost({ what: 'growth of handles at half load', against, unit: 'handles' }, growth('handles'), 0),
      atMost({ what: 'growth of open files at half load', against, unit: 'files' }, growth('openFiles'), 0),
      atMost({ what: 'failures at half load', against, unit: 'requests' }, failed, 0),
    ]
  }, environment)
}
