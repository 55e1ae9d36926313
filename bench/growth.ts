import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { type BenchDatabase, ENGINES } from './bench-database.ts'
import type { Figure } from './figure.ts'
import { createAnalysts, QUERY_EVERY_S } from './growth/analysts.ts'
import { drawGrowth } from './growth/draw-growth.ts'
import { figuresOf, linesOf, type Measured, printTables, type Stored } from './growth/growth-figures.ts'
import { sendAtFixedRate, within } from './growth/open-loop.ts'
import { residentMb } from './load.ts'
import { signIn, startProduct } from './product.ts'
import type { Program } from './programs.ts'
import { fillYears } from './test-market.ts'

const PLOT_FILE = 'docs/pictures/growth.svg'
const LAST_YEAR = 2025
const YEARS = (process.env['GROWTH_YEARS'] ?? '1,10,50').split(',').map(Number)
const PHASE_S = Number(process.env['GROWTH_S'] ?? 20)
const USERS = [1, 10, 100]
/** Asked for only with the longest history, to see where the time bends. */
const MANY_USERS = [200, 400, 800, 1600, 2400, 3200]
const MOST_YEARS = Math.max(...YEARS)
/** So few queries say nothing about the slowest of them. A single user asks more often instead: no query waits for another. */
const FEWEST_QUERIES = 20

async function measureUsers(
  setup: string,
  years: number,
  servers: readonly Program[],
  users: readonly number[],
): Promise<Measured[]> {
  const { token } = await signIn(servers[0]?.url ?? '')
  const analysts = createAnalysts(
    servers.map(({ url }) => url),
    token,
  )
  // The first queries of a process run code that is not yet compiled.
  await sendAtFixedRate(analysts.ask, { perSecond: 4, count: FEWEST_QUERIES })
  const measured: Measured[] = []
  for (const count of users) {
    const asked = Math.max(FEWEST_QUERIES, Math.round((count / QUERY_EVERY_S) * PHASE_S))
    const { latenciesMs, refused } = await sendAtFixedRate(analysts.ask, {
      perSecond: Math.max(count / QUERY_EVERY_S, FEWEST_QUERIES / PHASE_S),
      count: asked,
    })
    const memories = await Promise.all(servers.map(({ pid }) => residentMb(pid)))
    measured.push({
      setup,
      years,
      users: count,
      p50Ms: within(latenciesMs, 0.5),
      p95Ms: within(latenciesMs, 0.95),
      refused,
      asked,
      memoryMb: memories.reduce((sum, mb) => sum + mb, 0),
    })
  }
  analysts.leave()
  return measured
}

/** Starts as many servers, measures, and stops them. */
async function withServers(
  location: BenchDatabase['location'],
  count: number,
  measure: (servers: readonly Program[]) => Promise<Measured[]>,
): Promise<Measured[]> {
  const servers: Program[] = []
  try {
    for (let server = 0; server < count; server += 1)
      servers.push(await startProduct(location, 'none', count === 1 ? 0 : null))
    return await measure(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function sizeMbOf(location: BenchDatabase['location']): Promise<number> {
  if ('url' in location) {
    const database = await openDatabase(location)
    const [row] = await database.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    )
    await database.close()
    return (row?.bytes ?? Number.NaN) / 1e6
  }
  const entries = await readdir(location.dataDir, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  )
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6
}

/** Adds years to a database until it has so many. The values go through the product's own bulk write. */
async function addYears(location: BenchDatabase['location'], from: number, to: number): Promise<number> {
  const database = await openDatabase(location)
  const startMs = performance.now()
  await fillYears(createSeriesStore(database), LAST_YEAR - to + 1, LAST_YEAR - from)
  const seconds = (performance.now() - startMs) / 1000
  await database.close()
  return seconds
}

async function measureEngine(make: () => Promise<BenchDatabase>) {
  const bench = await make()
  await bench.close()
  const { engine, location } = bench
  const stored: Stored[] = []
  const measured: Measured[] = []
  try {
    let before = 0
    for (const years of YEARS) {
      const writeS = await addYears(location, before, years)
      stored.push({ engine, years, writeS, sizeMb: await sizeMbOf(location) })
      before = years
      const users = years === MOST_YEARS ? [...USERS, ...MANY_USERS] : USERS
      measured.push(
        ...(await withServers(location, 1, (servers) => measureUsers(engine, years, servers, users))),
      )
    }
    if ('url' in location) {
      const setup = `two servers, ${engine}`
      measured.push(
        ...(await withServers(location, 2, (servers) =>
          measureUsers(setup, MOST_YEARS, servers, [...USERS, ...MANY_USERS]),
        )),
      )
    }
    return { stored, measured }
  } finally {
    await bench.remove()
  }
}

/**
 * Growing histories and growing numbers of users on both engines, and on two servers. Queries are sent at a fixed rate, and their
 * time counts from when they were due. Prints the tables and draws the picture of docs/performance.md.
 */
export async function measureGrowth(): Promise<Figure[]> {
  const stored: Stored[] = []
  const measured: Measured[] = []
  for (const make of ENGINES) {
    const result = await measureEngine(make)
    stored.push(...result.stored)
    measured.push(...result.measured)
  }
  printTables(stored, measured)
  await writeFile(PLOT_FILE, drawGrowth(linesOf(measured)))
  return figuresOf(measured)
}
