import { execFile, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, onTestFinished } from 'vitest'

import { TOKEN_PATH } from '#contract/token.ts'

import { createFolder } from './folders.ts'
import { listen } from './listen.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The words that run a built program of the product. Its engine's code is compiled quickly and not optimised afterwards, which would
 * take half the processor time of a start. Only the engine is WebAssembly.
 */
export const builtProgram = (name: string): readonly [string, string] => [
  '--liftoff-only',
  `build/server/${name}.js`,
]

/**
 * The environment of a program: its settings, and what it needs of ours. Programs on one data folder meet in the folder of `TMPDIR`,
 * and have the clock of the tests, also where libfaketime sets it.
 */
export function environmentWith(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
  return { PATH, HOME, TMPDIR, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, ...settings }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
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

/** Starts a program of the product with its own port and data folder. It is killed when the test ends. */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  command?: readonly string[],
  options?: SpawnOptions,
): Promise<ProductProcess> {
  const dataDir = environment['DATA_DIR'] ?? (await createFolder())
  const { end, ...product } = await launchProduct({ ...environment, DATA_DIR: dataDir }, command, options)
  onTestFinished(end)
  return product
}

/** Starts a program of the product with its own port. `end` kills it, and resolves when it has ended. */
export async function launchProduct(
  environment: Readonly<Record<string, string>> & { DATA_DIR: string },
  command: readonly string[] = [process.execPath, ...builtProgram('main')],
  options: SpawnOptions = {},
): Promise<ProductProcess & { end: () => Promise<void> }> {
  const port = environment['PORT'] ?? String(await freePort())
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    cwd: ROOT,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentWith({ SOURCE: 'none', ...environment, PORT: port }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    kill: (signal = 'SIGTERM') => child.kill(signal),
    ended,
    end() {
      child.kill('SIGKILL')
      return exited
    },
  }
}

/** Like `startProduct`, and waits until the server is ready. */
export async function startReady(...start: Parameters<typeof startProduct>): Promise<ProductProcess> {
  const product = await startProduct(...start)
  await expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(200)
  return product
}

export const runCommand = (
  name: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = '',
) =>
  spawnSync(process.execPath, [...builtProgram(name), ...words], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
    env: environmentWith(settings),
  })

export function requestToken(
  { address }: Pick<ProductProcess, 'address'>,
  username: string,
  password: string,
): Promise<Response> {
  return fetch(address + TOKEN_PATH, { method: 'POST', body: new URLSearchParams({ username, password }) })
}

/** The status of an address, or `null` if nothing listens there. */
export async function statusOf(address: string): Promise<number | null> {
  return fetch(address).then(
    (answer) => answer.status,
    () => null,
  )
}

/** The program of the newest Node.js of a major, from the npm package `node`. */
export async function fetchNode(major: number): Promise<string> {
  const folder = await createFolder()
  const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${major}`]
  await promisify(execFile)('npm', words)
  return join(folder, 'node_modules/node/bin/node')
}

/** True if the metrics of a server say that it reads the sources and makes the forecasts. */
export async function leads({ address }: ProductProcess): Promise<boolean> {
  return (await (await fetch(`${address}/metrics`)).text()).includes('\nenergy_leader 1\n')
}
