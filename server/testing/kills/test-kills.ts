import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { type DatabaseLocation, openDatabase, openServerDatabase } from '#server/open-database.ts'
import { provideBuiltPrograms } from '#server/testing/built-programs.ts'
import { createRandom } from '#server/testing/market-history.ts'
import { environmentWith } from '#server/testing/process.ts'

import { type Contents, contentsOf, type Ends } from './contents.ts'

/** A program of the product, or `background-work`, and its arguments. */
export type ProgramWords = readonly [program: string, ...words: string[]]

/** True if a program is to be killed once it has used so much processor time. */
export type IsTime = (processorMs: number) => boolean

export interface Programs {
  /**
   * Runs a program, and kills it as soon as `isTime`, if it has not ended by then. Its processor time says how far it is, however busy
   * the machine is; the clock would not. `code` is null if it was killed.
   */
  run(
    words: ProgramWords,
    environment: Readonly<Record<string, string>>,
    isTime?: IsTime,
  ): Promise<{ code: number | null; processorMs: number }>
}

const CHECK_EVERY_MS = 5
/** The unit of times in `/proc`: 100 ticks a second on every Linux. */
const TICK_MS = 10

/** The processor time of a process on Linux; null if it has ended. */
async function processorMsOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name in brackets can hold anything. The times are fields 14 and 15, see proc(5).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

/** Builds `background-work` for the tests of a file. The product itself must be built. */
export function providePrograms(): Programs {
  const ownProgram = provideBuiltPrograms('server/testing/kills/background-work.ts')
  return {
    async run([program, ...words], environment, isTime) {
      const file = program === 'background-work' ? ownProgram(program) : `build/server/${program}.js`
      const child = spawn(process.execPath, [file, ...words], {
        stdio: ['ignore', 'ignore', isTime === undefined ? 'inherit' : 'ignore'],
        env: environmentWith(environment),
      })
      const ended = once(child, 'exit')
      let processorMs = 0
      while (child.exitCode === null && child.signalCode === null) {
        processorMs = (await processorMsOf(child.pid ?? 0)) ?? processorMs
        if (isTime?.(processorMs)) child.kill('SIGKILL')
        await Promise.race([ended, sleep(CHECK_EVERY_MS)])
      }
      return { code: child.exitCode, processorMs }
    },
  }
}

/** Work that ends before its kill does not count, and is tried again this often. */
const MAX_ATTEMPTS = 20

export interface Place {
  location: DatabaseLocation
  environment: Readonly<Record<string, string>>
  remove: () => Promise<void>
}

/** Something that writes much, prepared for one test. */
export interface KilledWork {
  /** A place to do it in. Each is used for one kill. */
  createPlace: () => Promise<Place>
  words: (place: Place) => ProgramWords
  /** The program that repeats it after a kill, where that is another. */
  again?: (place: Place) => ProgramWords
  /** Nothing else may have the database open while it works. */
  isAlone?: boolean
  /** When a share of the work is done, where its processor time does not say that. */
  isDone?: (share: number) => IsTime
  /** Names the state of a place that a kill left, before it is opened as usual, and fails where there must not be such a state. */
  look?: (place: Place) => Promise<string>
  /** Everything of which a killed run stored only a part, and all that is lost but was called stored. */
  faults: (found: Contents, ends: Ends) => readonly unknown[]
}

interface KillOptions {
  programs: Programs
  kills: number
  seed: number
}

/** Opens a database as a server does, so that a program can use an embedded one at the same time: that is faster than two openings. */
function open({ location }: Place): Promise<Database> {
  return 'url' in location ? openDatabase(location) : openServerDatabase({ DATA_DIR: location.dataDir })
}

async function readContents(place: Place): Promise<Contents> {
  const database = await open(place)
  try {
    return await contentsOf(database)
  } finally {
    await database.close()
  }
}

/**
 * Kills work at random moments, from its start to when it would end. After each kill the database opens, nothing in it is half there,
 * and the work can be repeated, with what uninterrupted work stores.
 */
export function testKills(
  name: string,
  { programs, kills, seed }: KillOptions,
  prepare: () => Promise<KilledWork>,
): void {
  test(`${name}, killed ${kills} times (seed ${seed}), leaves nothing half there and can be repeated`, async () => {
    const { createPlace, words, again = words, isAlone = false, isDone, look, faults } = await prepare()
    const random = createRandom(seed)
    const run = (program: ProgramWords, place: Place, isTime?: IsTime) =>
      programs.run(program, place.environment, isTime)

    const untouched = await createPlace()
    const before = await readContents(untouched)
    await untouched.remove()
    const reference = await createPlace()
    const uninterrupted = await run(words(reference), reference)
    expect(uninterrupted.code).toBe(0)
    const whole = await readContents(reference)
    expect(whole.values).toBeGreaterThan(0)
    await reference.remove()
    async function createKilledPlace(): Promise<Place> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const place = await createPlace()
        const share = random()
        const isTime = isDone?.(share) ?? ((usedMs: number) => usedMs >= share * uninterrupted.processorMs)
        const killed = await run(words(place), place, isTime)
        if (killed.code === null) return place
        await place.remove()
      }
      throw new Error('The work always ends before it can be killed')
    }

    const states = new Set<string>()
    for (let kill = 0; kill < kills; kill += 1) {
      const place = await createKilledPlace()
      const seen = (await look?.(place)) ?? ''
      let database = await open(place)
      const found = await contentsOf(database)
      states.add(seen + found.checksum)
      expect(faults(found, { before, whole })).toEqual([])
      if (isAlone) await database.close()
      expect((await run(again(place), place)).code).toBe(0)
      if (isAlone) database = await open(place)
      expect((await contentsOf(database)).checksum).toBe(whole.checksum)
      await database.close()
      await place.remove()
    }
    // Kills that all leave the same state would show little.
    process.stdout.write(`${name}: ${kills} kills left ${states.size} different states\n`)
  })
}
