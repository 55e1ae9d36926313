import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { AREA_CODES } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'

import { openCrowd } from './crowd.ts'
import { ALL_SERIES, hourlyBlocks } from './databases.ts'
import { atMost, type Figure, shareOf } from './figures.ts'
import { ask, metricOf, processorS, type Program, queryBody } from './programs.ts'

const PAGES = [1000, 3000]
const YEAR = 2025
const LAST_UTC = Date.UTC(YEAR + 1, 0)
/** Ten minutes; `WAVE=short` is one for a machine with other work. */
const [VALUES, EVERY_MS] = process.env['WAVE'] === 'short' ? [3, 20_000] : [10, 60_000]
/** Pages ask for the status every minute since they were opened, so they come evenly. This is six times as close. */
const SPREAD_MS = 10_000
/** A server reads the revision at most this much later. Pages that learn of a value by its status ask after that. */
const LEARNED_MS = 1000
const CARDS = 2

/** The cards of a page: nine of ten show the last week of an area or group, the others one to four weeks more. */
const cardsOf = (page: number): string[] =>
  Array.from({ length: CARDS }, (_, card) => {
    const number = page * CARDS + card
    const area = AREA_CODES[number % AREA_CODES.length] ?? 'DE'
    const days = number % 10 === 9 ? 8 + ((number * 7) % 28) : 7
    return queryBody(area, LAST_UTC - days * DAY_MS, days)
  })

/** Stores one more hour of every actual series, as a source does. */
async function storeValues(database: Database, round: number): Promise<void> {
  const keys = ALL_SERIES.filter(({ kind }) => kind === 'actual')
  const blocks = hourlyBlocks(keys, LAST_UTC - HOUR_MS, 1).map((block) => ({
    ...block,
    powerMw: block.powerMw.map((mw) => mw + round),
  }))
  await createSeriesStore(database).mirror(blocks, [], { source: 'bench', fetchedAtUtc: LAST_UTC + round })
}

interface Wave {
  database: Database
  servers: readonly Program[]
  tokens: readonly string[]
}

/** One new value, after which every page asks each of its cards once, at a moment of its own. */
async function measureValue(wave: Wave, round: number) {
  const { database, tokens } = wave
  await storeValues(database, round)
  const storedMs = performance.now()
  const pages = await Promise.all(
    tokens.map(async (token, page) => {
      await sleep(LEARNED_MS + (SPREAD_MS * ((page * 7919) % tokens.length)) / tokens.length)
      const answers = await Promise.all(cardsOf(page).map((body) => ask(serverOf(wave, page), token, body)))
      return { answers, newAfterMs: performance.now() - storedMs }
    }),
  )
  await sleep(Math.max(0, storedMs + EVERY_MS - performance.now()))
  return pages
}

const serverOf = ({ servers }: Wave, page: number): string => servers[page % servers.length]?.url ?? ''

/** Different answers, counted for every server that is asked for them. */
const differentOf = (wave: Wave): number =>
  new Set(wave.tokens.flatMap((_, page) => cardsOf(page).map((body) => serverOf(wave, page) + body))).size

const sumOf = async (of: readonly Promise<number>[]) => (await Promise.all(of)).reduce((a, b) => a + b, 0)

const spentOf = async (servers: readonly Program[]) => ({
  seconds: await sumOf(servers.map(({ pid }) => processorS(pid))),
  made: await sumOf(servers.map(({ url }) => metricOf(url, /energy_answers_made_total (\d+)/g))),
})

async function measureWave(wave: Wave): Promise<Figure[]> {
  const { servers, tokens } = wave
  // Compiles code.
  await measureValue(wave, 0)
  const before = await spentOf(servers)
  const values: Awaited<ReturnType<typeof measureValue>>[] = []
  for (let value = 1; value <= VALUES; value += 1) values.push(await measureValue(wave, value))
  const after = await spentOf(servers)
  const made = (after.made - before.made) / values.length / differentOf(wave)
  const spentS = (after.seconds - before.seconds) / values.length
  const pages = values.flat()
  const answers = pages.flatMap((page) => page.answers)
  const times = answers.map(({ ms }) => ms)
  const refused = answers.filter(({ status }) => status !== 200).length
  const at = (share: number) => Math.round(shareOf(times, share))
  const what = `${tokens.length.toLocaleString('en')} open pages, ${servers.length === 1 ? 'one server' : 'two servers'}`
  const newAfterMs = pages.map((page) => page.newAfterMs)
  console.log(
    `${what}: answers ${at(0.5)}, ${at(0.95)}, ${at(0.99)} ms; 95 of 100 pages after ${(shareOf(newAfterMs, 0.95) / 1000).toFixed(1)} s; ` +
      `${spentS.toFixed(1)} s of processor time a value; each different answer made ${made.toFixed(2)} times; ${refused} refused; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`,
  )
  return [
    atMost(
      `${what}, a new value a minute: 95 of 100 answers within`,
      [shareOf(times, 0.95)],
      'ms',
      500,
      true,
    ),
    atMost(`${what}, refused`, [refused], 'queries', 0),
    atMost(`${what}, times that a different answer was made on a server`, [made], '×', 1.1),
  ]
}

/** New values make every kept answer old, and every open page asks again: on one server, then on two that share the machine. */
export async function measureWaves(): Promise<Figure[]> {
  const { database, tokens, start } = await openCrowd(Math.max(...PAGES), YEAR, YEAR)
  const figures: Figure[] = []
  const servers: Program[] = []
  for (const _ of ['one server', 'two servers']) {
    servers.push(await start())
    for (const pages of PAGES)
      figures.push(...(await measureWave({ database, servers, tokens: tokens.slice(0, pages) })))
  }
  return figures
}
