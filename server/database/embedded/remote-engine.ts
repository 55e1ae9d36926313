import { Worker } from 'node:worker_threads'

import { codeOf, DatabaseError } from '#server/errors.ts'

import type { EmbeddedEngine, EmbeddedEngineOptions } from './engine.ts'

/** A statement for an engine elsewhere. Each caller numbers its own. */
export interface EngineRequest {
  id: number
  call: 'query' | 'script' | 'close'
  text: string
  parameters: readonly unknown[]
}

export interface EngineAnswer {
  id: number
  rows?: object[] | undefined
  error?: { message: string; code: string } | undefined
}

/** An engine in another thread or process: sends it requests, and gives each answer to its caller. */
export function createRemoteEngine(send: (request: EngineRequest) => void) {
  const waiting = new Map<number, { resolve: (rows: object[]) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let endError: DatabaseError | null = null

  function request(
    call: EngineRequest['call'],
    text = '',
    parameters: readonly unknown[] = [],
  ): Promise<object[]> {
    return new Promise((resolve, reject) => {
      if (endError) {
        reject(endError)
        return
      }
      lastId += 1
      send({ id: lastId, call, text, parameters })
      waiting.set(lastId, { resolve, reject })
    })
  }
  const engine: EmbeddedEngine = {
    query: (text, parameters) => request('query', text, parameters),
    async script(text) {
      await request('script', text)
    },
    async close() {
      await request('close')
    },
  }
  return {
    engine,
    receive: ({ id, rows, error }: EngineAnswer): void => {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (error) caller?.reject(Object.assign(new Error(error.message), { code: error.code }))
      else caller?.resolve(rows ?? [])
    },
    isWaiting: (): boolean => waiting.size > 0,
    /** Rejects what still waits for an answer, and everything after it. Only the first reason counts. */
    end: (reason: string, cause?: unknown): void => {
      endError ??= new DatabaseError(reason, { cause })
      for (const { reject } of waiting.values()) reject(endError)
      waiting.clear()
    },
  }
}

/** Runs a request for the other side. Never rejects: an error travels as its message and its SQLSTATE. */
export async function answerRequest(id: number, run: () => Promise<object[]>): Promise<EngineAnswer> {
  try {
    return { id, rows: await run() }
  } catch (error) {
    return {
      id,
      error: { message: error instanceof Error ? error.message : String(error), code: codeOf(error) },
    }
  }
}

/** A statement that takes longer never ends: its engine turns in circles. More than any request waits, and time for `VACUUM`. */
const STATEMENT_LIMIT_S = 20
/** On a busy machine it takes long to compile the engine, to read its log, and to change its schema. */
const OPENING_LIMIT_S = 120

/** The embedded engine in its own thread, so that no statement holds up the event loop of the server. */
export async function startEmbeddedWorker(
  options: EmbeddedEngineOptions,
  workerFile: URL,
  statementLimitS = STATEMENT_LIMIT_S,
): Promise<EmbeddedEngine> {
  const worker = new Worker(workerFile, { workerData: options })
  const { engine, receive, end, isWaiting } = createRemoteEngine((request) => worker.postMessage(request))
  let limitS = OPENING_LIMIT_S
  let silentS = 0
  // Seconds that this process had: a pause of the whole machine counts once.
  const counting = setInterval(() => {
    silentS = isWaiting() ? silentS + 1 : 0
    if (silentS < limitS) return
    end('The embedded database turned in circles.')
    void worker.terminate()
  }, 1000).unref()
  worker.on('message', (answer) => {
    silentS = 0
    receive(answer)
  })
  worker.on('error', (error) => end('The embedded database stopped.', error))
  worker.on('exit', () => {
    clearInterval(counting)
    end('The embedded database is closed.')
  })
  // The first answer comes when the engine is open, or says why it is not.
  await engine.query('SELECT 1', []).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  limitS = statementLimitS
  return {
    ...engine,
    async script(text) {
      limitS = OPENING_LIMIT_S
      await engine.script(text).finally(() => (limitS = statementLimitS))
    },
    async close() {
      await engine.close().finally(() => worker.terminate())
    },
  }
}
