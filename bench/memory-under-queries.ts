import { createAnalysts } from './growth/analysts.ts'
import { whileWatched } from './load.ts'

export const CONNECTIONS = 200
const QUERIES_S = 20

/** The largest memory of a server in MB while connections ask for 20 s without a pause. */
export async function memoryUnderQueries(
  { url, pid }: { url: string; pid: number },
  token: string,
): Promise<number> {
  const analysts = createAnalysts([url], token)
  const endMs = performance.now() + QUERIES_S * 1000
  const askOn = async () => {
    while (performance.now() < endMs) await analysts.ask()
  }
  const { peakMb } = await whileWatched(pid, () => Promise.all(Array.from({ length: CONNECTIONS }, askOn)))
  analysts.leave()
  return peakMb
}
