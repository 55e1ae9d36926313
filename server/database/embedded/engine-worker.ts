import { parentPort, workerData } from 'node:worker_threads'

import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine.ts'
import { answerRequest, type EngineRequest } from './remote-engine.ts'

const options: EmbeddedEngineOptions = workerData
const opening = openEmbeddedEngine(options)
// Each request reports it.
opening.catch(() => null)

async function run({ call, text, parameters }: EngineRequest): Promise<object[]> {
  const engine = await opening
  if (call === 'query') return engine.query(text, parameters)
  await (call === 'script' ? engine.script(text) : engine.close())
  return []
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

async function answer(request: EngineRequest): Promise<void> {
  const answer = await answerRequest(request.id, () => run(request))
  parentPort?.postMessage(answer, buffersOf(answer.rows ?? []))
}

parentPort?.on('message', (request: EngineRequest) => void answer(request))
