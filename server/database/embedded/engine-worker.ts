import { parentPort, workerData } from 'node:worker_threads'

import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from './engine.ts'

export interface EngineRequest {
  id: number
  call: keyof EmbeddedEngine
  text: string
  parameters: readonly unknown[]
}

export interface EngineAnswer {
  id: number
  rows?: object[]
  dump?: Uint8Array
  error?: { message: string; code: string | undefined }
}

function describe(error: unknown): { message: string; code: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return {
    message: error.message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  }
}

/** The memory of every `bytea` in the rows, to be handed over instead of copied. */
function buffersOf(rows: readonly object[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  for (const row of rows) {
    for (const value of Object.values(row)) {
      if (value instanceof Uint8Array && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    }
  }
  return [...buffers]
}

async function run(engine: EmbeddedEngine, request: EngineRequest): Promise<Omit<EngineAnswer, 'id'>> {
  switch (request.call) {
    case 'query':
      return { rows: await engine.query(request.text, request.parameters) }
    case 'dump':
      return { dump: await engine.dump() }
    case 'script':
      await engine.script(request.text)
      break
    case 'close':
      await engine.close()
      break
  }
  return {}
}

async function answer(engine: EmbeddedEngine, request: EngineRequest): Promise<void> {
  const { id } = request
  try {
    const answer: EngineAnswer = { id, ...(await run(engine, request)) }
    parentPort?.postMessage(answer, buffersOf(answer.rows ?? []))
  } catch (error) {
    parentPort?.postMessage({ id, error: describe(error) } satisfies EngineAnswer)
  }
}

try {
  const options: EmbeddedEngineOptions = workerData
  const engine = await openEmbeddedEngine(options)
  parentPort?.on('message', (request: EngineRequest) => void answer(engine, request))
  parentPort?.postMessage({ id: 0 } satisfies EngineAnswer)
} catch (error) {
  parentPort?.postMessage({ id: 0, error: describe(error) } satisfies EngineAnswer)
}
