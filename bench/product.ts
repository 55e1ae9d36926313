import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { MEMORY_SETTINGS } from '#scripts/memory-settings.js'
import { freePort } from '#scripts/postgres-server.js'

import type { BenchDatabase } from './bench-database.ts'
import { whenAtRest } from './process-rest.ts'
import { type Processor, type Program, startServer } from './programs.ts'

const PASSWORD = 'a password for the benchmark'
/** Time for two years of demo data and the first forecasts. */
const FILL_MS = 180_000

/**
 * The built product on a database. With the demo source it is ready when the fill and the first forecasts are done. `processor` is
 * the one it may use; null for any. `environment` is added to its own. It has the memory settings of the image and the unit. It counts
 * as ready when `readyPath` answers 200.
 */
export async function startProduct(
  location: BenchDatabase['location'],
  source: 'demo' | 'none',
  processor: Processor | null = 0,
  environment: Readonly<Record<string, string>> = {},
  readyPath = '/readyz',
): Promise<Program> {
  const port = await freePort()
  const env = {
    ...process.env,
    ...MEMORY_SETTINGS,
    ...('url' in location ? { DATABASE_URL: location.url } : { DATA_DIR: location.dataDir }),
    PORT: String(port),
    SOURCE: source,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
    ...environment,
  }
  return startServer(process.execPath, ['build/server/main.js'], {
    env,
    processor,
    url: `http://127.0.0.1:${port}`,
    readyPath,
    patienceMs: FILL_MS,
  })
}

/**
 * Calls `measure` with the built product on a fresh data folder and the time until it was ready, and removes both afterwards. `processor` and
 * `readyPath` as above.
 */
export async function withFreshProduct<Result>(
  source: 'demo' | 'none',
  processor: Processor | null,
  measure: (product: Program, readyMs: number) => Promise<Result>,
  readyPath = '/readyz',
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  try {
    const startMs = performance.now()
    const product = await startProduct({ dataDir }, source, processor, {}, readyPath)
    return await measure(product, performance.now() - startMs).finally(() => product.stop())
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

/**
 * Calls `measure` with the address of a fresh product on one processor, when it has come to rest: after it is ready it makes the
 * forecasts of the past, which takes the processor for half a minute.
 */
export async function withProduct<Result>(
  source: 'demo' | 'none',
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  return withFreshProduct(source, 0, async ({ url, pid }) => {
    await whenAtRest(pid)
    return measure(url)
  })
}

/** A token of the first user. */
export async function signIn(url: string): Promise<{ token: string; lifetimeS: number }> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const response = await fetch(url + TOKEN_PATH, { method: 'POST', body })
  const { access_token, expires_in } = TokenAnswerSchema.parse(await response.json())
  return { token: access_token, lifetimeS: expires_in }
}
