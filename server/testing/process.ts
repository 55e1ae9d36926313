import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A free TCP port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No TCP address')
  return address.port
}

export interface ProductProcess {
  pid: number
  address: string
  /** Everything it has written so far, to both streams. */
  output: () => string
  kill: (signal?: NodeJS.Signals) => void
  /** The exit code, or `null` if a signal ended the process. */
  ended: Promise<number | null>
}

/** A folder that is removed when the test ends. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program of the product with its own port and data folder. It is killed when the test ends. */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  command: readonly string[] = [process.execPath, 'build/server/main.js'],
): Promise<ProductProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: environment['DATA_DIR'] ?? (await createFolder()),
      SOURCE: 'none',
      ...environment,
      PORT: port,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    kill: (signal = 'SIGTERM') => child.kill(signal),
    ended,
  }
}

/** Creates a database with its first user in an empty folder. */
export async function makeDataFolder(folder: string): Promise<void> {
  const product = spawn(process.execPath, ['build/server/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PORT: '0', SOURCE: 'none', DATA_DIR: folder },
  })
  // The password is the last line of the welcome.
  product.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('Password') && product.kill())
  await new Promise((resolve) => product.once('exit', resolve))
}

/** The status of an address, or `null` if nothing listens there. */
export async function statusOf(address: string): Promise<number | null> {
  return fetch(address).then(
    (answer) => answer.status,
    () => null,
  )
}
