import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPT_EVERY_MS = 100

export type Processor = 0 | 1

/** If there are two processors, server and client get one each. With null any processor will do. */
export function pinned(
  processor: Processor | null,
  program: string,
  words: readonly string[],
): [string, string[]] {
  return processor !== null && process.platform === 'linux'
    ? ['taskset', ['--cpu-list', String(processor), program, ...words]]
    : [program, [...words]]
}

/** A server that a benchmark started. */
export interface Program {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a server, on the first processor unless said otherwise, and waits until it answers. Rejects if that takes longer than `patienceMs`. */
export async function startServer(
  program: string,
  words: readonly string[],
  settings: {
    env?: NodeJS.ProcessEnv
    url: string
    readyPath: string
    patienceMs?: number
    processor?: Processor | null
  },
): Promise<Program> {
  const { env = process.env, url, readyPath, patienceMs = 20_000, processor = 0 } = settings
  const child = spawn(...pinned(processor, program, words), { stdio: ['ignore', 'ignore', 'inherit'], env })
  try {
    await whenItAnswers(url + readyPath, patienceMs)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

async function whenItAnswers(url: string, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += ATTEMPT_EVERY_MS) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok === true) return
    await sleep(ATTEMPT_EVERY_MS)
  }
  throw new Error(`${url} does not answer`)
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
