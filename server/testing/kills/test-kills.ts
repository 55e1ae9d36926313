import { expect, test } from 'vitest'

import type { DatabaseLocation } from '#server/database/open-database.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { type Contents, contentsOf } from './contents.ts'
import type { Programs, ProgramWords } from './programs.ts'

/** Work that ends before its kill does not count, and is tried again this often. */
const MOST_ATTEMPTS = 20

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
  /** What repeats it after a kill; by default the same. */
  again?: (place: Place) => ProgramWords
  /** Of what a killed run left: everything of which only a part is stored, and all that is lost but was called stored. */
  faults: (found: Contents, whole: Contents) => readonly unknown[]
}

interface KillOptions {
  programs: Programs
  kills: number
  seed: number
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
    const work = await prepare()
    const random = createRandom(seed)
    const run = (words: ProgramWords, place: Place, killAfterMs?: number) =>
      programs.run(words, place.environment, killAfterMs)

    const reference = await work.createPlace()
    const { code, durationMs } = await run(work.words(reference), reference)
    expect(code).toBe(0)
    const whole = await contentsOf(reference.location)
    expect(whole.values).toBeGreaterThan(0)
    await reference.remove()

    /** A place in which the work was killed. */
    async function createKilledPlace(): Promise<Place> {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const place = await work.createPlace()
        const killed = await run(work.words(place), place, random() * durationMs)
        if (killed.code === null) return place
        await place.remove()
      }
      throw new Error('The work always ends before it can be killed')
    }

    for (let kill = 0; kill < kills; kill += 1) {
      const place = await createKilledPlace()
      expect(work.faults(await contentsOf(place.location), whole)).toEqual([])
      const repeated = await run((work.again ?? work.words)(place), place)
      expect(repeated.code).toBe(0)
      expect((await contentsOf(place.location)).checksum).toBe(whole.checksum)
      await place.remove()
    }
  })
}
