import { Worker } from 'node:worker_threads'

import { DatabaseError } from '#server/errors.ts'

import type { EmbeddedEngine, EmbeddedEngineOptions } from './engine.ts'
import type { EngineAnswer, EngineRequest } from './engine-worker.ts'

interface Waiting {
  resolve: (answer: EngineAnswer) => void
  reject: (error: Error) => void
}

/** The embedded engine in a thread of its own, so that no statement holds up the event loop of the server. */
export async function startEmbeddedWorker(
  options: EmbeddedEngineOptions,
  workerFile: URL,
): Promise<EmbeddedEngine> {
  const worker = new Worker(workerFile, { workerData: options })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let end: Error | null = null

  function endAll(error: Error): void {
    end ??= error
    for (const call of waiting.values()) call.reject(end)
    waiting.clear()
  }
  worker.on('message', ({ id, error, ...answer }: EngineAnswer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else call?.resolve({ id, ...answer })
  })
  worker.on('error', (error) => endAll(new DatabaseError('The embedded database stopped.', { cause: error })))
  worker.on('exit', () => endAll(new DatabaseError('The embedded database is closed.')))

  // The first answer says that the engine is open.
  await new Promise<EngineAnswer>((resolve, reject) => {
    waiting.set(lastId, { resolve, reject })
  })

  function ask(
    call: EngineRequest['call'],
    text = '',
    parameters: readonly unknown[] = [],
  ): Promise<EngineAnswer> {
    return new Promise((resolve, reject) => {
      if (end) {
        reject(end)
        return
      }
      lastId += 1
      const request: EngineRequest = { id: lastId, call, text, parameters }
      worker.postMessage(request)
      waiting.set(lastId, { resolve, reject })
    })
  }
  return {
    query: async (text, parameters) => (await ask('query', text, parameters)).rows ?? [],
    async script(text) {
      await ask('script', text)
    },
    dump: async () => (await ask('dump')).dump ?? new Uint8Array(),
    async close() {
      await ask('close')
      await worker.terminate()
    },
  }
}
