import { existsSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine.ts'
import { answerRequest, type EngineRequest, type WorkerThread } from './remote-engine.ts'

const SELF = '/proc/thread-self'
const self: WorkerThread = { thread: existsSync(SELF) ? basename(readlinkSync(SELF)) : null }
parentPort?.postMessage(self)

const options: EmbeddedEngineOptions = workerData
const opening = openEmbeddedEngine(options)
// Each request reports the error.
opening.catch(() => null)

async function run({ call, text, parameters }: EngineRequest): Promise<object[]> {
  const engine = await opening
  if (call === 'query') return engine.query(text, parameters)
  await (call === 'script' ? engine.script(text) : engine.close())
  return []
}

async function answer(request: EngineRequest): Promise<void> {
  parentPort?.postMessage(await answerRequest(request.id, () => run(request)))
}

parentPort?.on('message', (request: EngineRequest) => void answer(request))
