import { Worker } from 'node:worker_threads'

import type { EmbeddedEngine, EmbeddedEngineOptions } from './engine.ts'
import { createRemoteEngine } from './remote-engine.ts'

/** The embedded engine in its own thread, so that no statement holds up the event loop of the server. */
export async function startEmbeddedWorker(
  options: EmbeddedEngineOptions,
  workerFile: URL,
): Promise<EmbeddedEngine> {
  const worker = new Worker(workerFile, { workerData: options })
  const { engine, receive, end } = createRemoteEngine((request) => worker.postMessage(request))
  worker.on('message', receive)
  worker.on('error', (error) => end('The embedded database stopped.', error))
  worker.on('exit', () => end('The embedded database is closed.'))
  // The first answer comes when the engine is open, or says why it is not.
  await engine.query('SELECT 1', []).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    ...engine,
    async close() {
      await engine.close()
      await worker.terminate()
    },
  }
}
