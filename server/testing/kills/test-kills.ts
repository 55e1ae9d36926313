import { expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { type DatabaseLocation, openDatabase, openServerDatabase } from '#server/database/open-database.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { type Contents, contentsOf, type Ends } from './contents.ts'
import type { IsTime, Programs, ProgramWords } from './programs.ts'

/** Work that ends before its kill does not count, and is tried again this often. */
const MAX_ATTEMPTS = 20

/** A place for a database: where it is, as a program of the product and as a test find it. */
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
  /** What repeats it after a kill, where that is something else. */
  again?: (place: Place) => ProgramWords
  /** Whether nothing else may have the database open while it works. */
  isAlone?: boolean
  /** When a share of the work is done, where its processor time does not say that. */
  isDone?: (share: number) => IsTime
  /** Names the state of a place that a kill left, before it is opened as usual, and fails where there must not be such a state. */
  look?: (place: Place) => Promise<string>
  /** Of what a killed run left: everything of which only a part is stored, and all that is lost but was called stored. */
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
    /** A place in which the work was killed. */
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
