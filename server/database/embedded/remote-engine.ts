import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

import { codeOf, DatabaseError } from '#server/errors.ts'

import type { EmbeddedEngine, EmbeddedEngineOptions } from './engine.ts'

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

/** The engine has ended; its files may be intact. */
export class EngineEndedError extends DatabaseError {
  override name = 'EngineEndedError'
}

export function createRemoteEngine(send: (request: EngineRequest) => void) {
  const waiting = new Map<number, { resolve: (rows: object[]) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let endError: EngineEndedError | null = null

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
    /** Only the first reason counts. */
    end: (reason: string, cause?: unknown): void => {
      endError ??= new EngineEndedError(reason, { cause })
      for (const { reject } of waiting.values()) reject(endError)
      waiting.clear()
    },
  }
}

/** Never rejects: an error is sent as its message and SQLSTATE. */
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

/** Processor time: on a starved machine a sound statement takes minutes by the clock. `VACUUM` needs some. */
const STATEMENT_LIMIT_S = 20
/** To compile the engine, read its log, and change its schema. */
const OPENING_LIMIT_S = 120

/** Number in `/proc`, null on systems without. */
export interface WorkerThread {
  thread: string | null
}

/** Linux counts in hundredths of a second. */
const TICKS_PER_S = 100

function processorTimeS(thread: string | null): number | null {
  if (thread === null) return null
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    // The thread's name, which ends at `)`, can contain spaces. The fields are `utime` and `stime`.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) / TICKS_PER_S
  } catch {
    return null
  }
}

/** Runs the engine in a thread, so that no statement blocks the event loop of the server. */
export async function startEmbeddedWorker(
  options: EmbeddedEngineOptions,
  workerFile: URL,
  statementLimitS = STATEMENT_LIMIT_S,
): Promise<EmbeddedEngine> {
  const worker = new Worker(workerFile, { workerData: options })
  const { engine, receive, end, isWaiting } = createRemoteEngine((request) => worker.postMessage(request))
  let limitS = OPENING_LIMIT_S
  let thread: string | null = null
  /** Processor time at the last answer or idle moment, and seconds of this process since. */
  let busy = { fromS: processorTimeS(thread), seconds: 0 }
  const begin = () => {
    busy = { fromS: processorTimeS(thread), seconds: 0 }
  }
  const counting = setInterval(() => {
    if (!isWaiting()) return begin()
    busy.seconds += 1
    const nowS = processorTimeS(thread)
    const usedS = nowS === null || busy.fromS === null ? busy.seconds : nowS - busy.fromS
    if (usedS < limitS) return
    end('The embedded database did not finish a statement.')
    void worker.terminate()
  }, 1000).unref()
  worker.on('message', (message: EngineAnswer | WorkerThread) => {
    if ('thread' in message) thread = message.thread
    else receive(message)
    begin()
  })
  worker.on('error', (error) => end('The embedded database stopped.', error))
  worker.on('exit', () => {
    clearInterval(counting)
    end('The embedded database is closed.')
  })
  // Rejects with the reason if the engine cannot be opened.
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
