import { readdir, readFile } from 'node:fs/promises'

/** The threads of this process, as Linux numbers them. */
export async function threadIds(): Promise<string[]> {
  return readdir('/proc/self/task')
}

/** How long threads of this process have run on a processor, in milliseconds. Node 20 reports it only for the whole process. */
export async function cpuTimeMs(threads: readonly string[]): Promise<number> {
  if (threads.length === 0) throw new Error('there is no such thread')
  const times = await Promise.all(
    threads.map(async (id) => {
      // Time running and time waiting, both in nanoseconds, and the number of time slices.
      const [onProcessor] = (await readFile(`/proc/self/task/${id}/schedstat`, 'utf8')).split(' ')
      return Number(onProcessor) / 1e6
    }),
  )
  return times.reduce((sum, ms) => sum + ms, 0)
}
