import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts'

import { createRandom } from './market-history.ts'
import { createFolder } from './process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HOUR_MS = 3_600_000
const HOURS = 8760
/** Longer than a command needs to start and to write all of its data. */
const MOST_MS = 6000

/** A place for a database: where it is, as a program of the product and as a test find it. */
export interface Place {
  location: DatabaseLocation
  environment: Readonly<Record<string, string>>
}

/** A year of one area by the hour, with load, sun and wind in every line. */
async function writeYear(folder: string): Promise<string> {
  const file = join(folder, 'year.csv')
  const lines = Array.from({ length: HOURS }, (_, hour) => {
    const stamp = new Date(Date.UTC(2024, 0, 1) + hour * HOUR_MS).toISOString()
    return `${stamp},DE,${50_000 + (hour % 9000)},${hour % 24},${hour % 700}`
  })
  await writeFile(file, `timestamp,area,load,solar,wind\n${lines.join('\n')}\n`)
  return file
}

interface Contents {
  values: number
  /** Hours of which some values are stored and others are not. */
  halfHours: number
  sum: number
}

/** What is in a database, which must open by itself. */
async function contentsOf({ location }: Place): Promise<Contents> {
  const database = await openDatabase(location)
  try {
    const [row] = await database.query<{ values: number; half: number; sum: number }>(
      `SELECT coalesce(sum(count), 0)::int AS values, count(*) FILTER (WHERE count <> 3)::int AS half,
         coalesce(sum(total * (1 + extract(epoch FROM ts) / 3600 - 473000)), 0)::float8 AS sum
       FROM (SELECT ts, count(value), sum(value) AS total FROM observation GROUP BY ts) AS hours WHERE count > 0`,
    )
    return { values: row?.values ?? 0, halfHours: row?.half ?? 0, sum: row?.sum ?? 0 }
  } finally {
    await database.close()
  }
}

/** Runs a command, and kills it after some time if it has not ended by then. True if it ended by itself, well. */
async function runCommand(words: readonly string[], place: Place, killAfterMs?: number): Promise<boolean> {
  const [program = '', ...rest] = words
  const child = spawn(process.execPath, [`build/server/${program}.js`, ...rest], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], ...place.environment },
  })
  const ended = once(child, 'exit')
  if (killAfterMs !== undefined) {
    await Promise.race([ended, sleep(killAfterMs)])
    child.kill('SIGKILL')
  }
  const [code] = await ended
  return code === 0
}

/** Kills the commands that write much at random moments. After each kill the database opens, and nothing in it is half there. */
export function testKills(kills: number, seed: number, createPlace: () => Promise<Place>): void {
  test(`import and restore, killed ${kills} times each (seed ${seed}), leave whole lines or nothing, and can be repeated`, async () => {
    const random = createRandom(seed)
    const folder = await createFolder()
    const file = await writeYear(folder)
    const backup = join(folder, 'year.backup')
    const whole = await createPlace()
    expect(await runCommand(['import', file], whole)).toBe(true)
    expect(await runCommand(['backup', backup], whole)).toBe(true)
    const all = await contentsOf(whole)
    expect(all).toMatchObject({ values: HOURS * 3, halfHours: 0 })

    for (let kill = 0; kill < kills; kill += 1) {
      const imported = await createPlace()
      await runCommand(['import', file], imported, random() * MOST_MS)
      expect((await contentsOf(imported)).halfHours).toBe(0)
      expect(await runCommand(['import', file], imported)).toBe(true)
      expect(await contentsOf(imported)).toEqual(all)

      const restored = await createPlace()
      await runCommand(['restore', backup], restored, random() * MOST_MS)
      expect([0, all.values]).toContain((await contentsOf(restored)).values)
      expect(await runCommand(['restore', backup, '--replace'], restored)).toBe(true)
      expect(await contentsOf(restored)).toEqual(all)
    }
  })
}
