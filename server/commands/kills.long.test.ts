import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { leaveSchema } from '#server/database/migrations.ts'
import { type DatabaseLocation, openDatabase } from '#server/open-database.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'
import { halfDone, halfMoments, lostSpans } from '#server/testing/kills/contents.ts'
import { providePrograms, testKills } from '#server/testing/kills/test-kills.ts'
import type { KilledWork, Place, ProgramWords } from '#server/testing/kills/test-kills.ts'
import { startTestTcpProxy } from '#server/testing/tcp-proxy.ts'

async function createFolderPlace(copyOf?: string): Promise<Place & { dataDir: string }> {
  const dataDir = await createFolder()
  if (copyOf !== undefined) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, dataDir])
  return {
    dataDir,
    location: { dataDir },
    environment: { DATA_DIR: dataDir },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

function urlPlace(url: string): Place {
  return { location: { url }, environment: { DATABASE_URL: url }, remove: async () => undefined }
}

/** Every table, column, index, view and function of a database as it stands, and the migrations that it notes. */
async function readSchema(location: DatabaseLocation): Promise<string[]> {
  const database = await openDatabase(location, leaveSchema)
  try {
    const rows = await database.query<{ part: string }>(
      `SELECT concat_ws(' ', relkind::text, relname, attname, format_type(atttypid, atttypmod), attnotnull) AS part
       FROM pg_class LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       WHERE relnamespace = current_schema()::regnamespace
       UNION ALL
       SELECT concat_ws(' ', 'function', proname) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
       UNION ALL
       SELECT concat_ws(' ', 'migration', number, title) FROM migration
       ORDER BY part`,
    )
    return rows.map(({ part }) => part)
  } finally {
    await database.close()
  }
}

const FIRST_YEAR = 2014
const MONTHS = 120
const AREAS = MEMBER_CODES.slice(0, 12)
const OPEN = ['background-work', 'open'] as const
const OLDEST = ['background-work', 'oldest'] as const
const FILL = ['background-work', 'fill'] as const

/** KILLS=2 makes a short run of it; another SEED kills at other moments. */
const options = {
  kills: Number(process.env['KILLS'] ?? 40),
  seed: Number(process.env['SEED'] ?? 1),
  programs: providePrograms(),
}

type CreatePlace = (copyOf?: Place) => Promise<Place>

/** One hour of each month, with load, sun and wind: little to read, and much to write, because whole months are stored. */
async function writeMonths(): Promise<string> {
  const file = join(await createFolder(), 'months.csv')
  const lines = Array.from({ length: MONTHS }, (_, month) => {
    const stamp = new Date(Date.UTC(FIRST_YEAR, month, 1, 12)).toISOString()
    return AREAS.map((area, index) => `${stamp},${area},60,${1000 + month},${10 + index},${20 + index}`)
  })
  await writeFile(file, `timestamp,area,step,load,solar,wind\n${lines.flat().join('\n')}\n`)
  return file
}

async function doWork(words: ProgramWords, place: Place): Promise<Place> {
  expect((await options.programs.run(words, place.environment)).code).toBe(0)
  return place
}

async function placeAfter(words: ProgramWords, createPlace: CreatePlace): Promise<Place> {
  return doWork(words, await createPlace())
}

/** The update of a place with the first schema of the product, which a kill must leave either not begun or done. */
async function updateOf(old: Place, createPlace: CreatePlace): Promise<KilledWork> {
  const schemas = [old, await placeAfter(OPEN, () => createPlace(old))]
  const [before = [], after = []] = await Promise.all(schemas.map(({ location }) => readSchema(location)))
  expect(before.length).toBeLessThan(after.length)
  return {
    createPlace: () => createPlace(old),
    words: () => OPEN,
    async look({ location }) {
      const found = await readSchema(location)
      expect([before, after]).toContainEqual(found)
      return found.length === before.length ? 'before' : 'after'
    },
    // A usual opening brings the schema up to date, whatever the kill left.
    faults: halfDone,
  }
}

function testAllKills(createPlace: CreatePlace): void {
  async function fromEmpty(): Promise<{ createPlace: () => Promise<Place> }> {
    const empty = await placeAfter(OPEN, createPlace)
    return { createPlace: () => createPlace(empty) }
  }

  testKills('an import', options, async () => {
    const file = await writeMonths()
    return { ...(await fromEmpty()), words: () => ['import', '--yes', file], faults: halfDone }
  })

  testKills('a restore', options, async () => {
    const full = await placeAfter(['import', '--yes', await writeMonths()], createPlace)
    const backup = join(await createFolder(), 'months.backup')
    await doWork(['backup', backup], full)
    return {
      ...(await fromEmpty()),
      words: () => ['restore', backup],
      again: () => ['restore', backup, '--replace'],
      isAlone: true,
      faults: halfDone,
    }
  })

  testKills('a fill', options, async () => ({
    ...(await fromEmpty()),
    words: () => FILL,
    faults: (found, { whole }) => [...halfMoments(found), ...lostSpans(found, whole)],
  }))

  testKills('a forecast run', options, async () => {
    const filled = await placeAfter(FILL, createPlace)
    return {
      createPlace: () => createPlace(filled),
      words: () => ['background-work', 'forecast'],
      // The complete forecasts of yesterday and today are made first, and those of the other past days later, each in one step.
      faults: (found, { whole }) =>
        Object.entries(found.runs).filter(
          ([name, count]) => count !== whole.runs[name] && !(name.endsWith(' complete t') && count === 2),
        ),
    }
  })
}

describe('killed (embedded)', () => {
  const createInFolder: CreatePlace = (copyOf) => createFolderPlace(copyOf?.environment['DATA_DIR'])
  testAllKills(createInFolder)

  testKills('an update of the schema', options, async () =>
    updateOf(await placeAfter(OLDEST, createInFolder), createInFolder),
  )
})

describeOnPostgresql('killed', (createUrl) => {
  const createOnServer: CreatePlace = async (copyOf) => {
    const template = copyOf?.environment['DATABASE_URL']
    return urlPlace(await createUrl(template && new URL(template).pathname.slice(1)))
  }
  testAllKills(createOnServer)

  // The server does most of the work, so the process is killed when a share of its statements has arrived there.
  testKills('an update of the schema', options, async () => {
    const old = await placeAfter(OLDEST, createOnServer)
    const proxy = await startTestTcpProxy(old.environment['DATABASE_URL'] ?? '')
    const behindProxy = (place: Place): Place => {
      const url = proxy.through(place.environment['DATABASE_URL'] ?? '')
      return { ...place, environment: { DATABASE_URL: url } }
    }
    const work = await updateOf(old, createOnServer)
    await doWork(OPEN, behindProxy(await work.createPlace()))
    const bytes = proxy.bytesOfClients()
    return {
      ...work,
      createPlace: async () => behindProxy(await work.createPlace()),
      isDone(share) {
        proxy.holdNext(share * bytes)
        return () => proxy.isHolding()
      },
    }
  })

  testKills('a move to PostgreSQL', options, async () => {
    const filled = await placeAfter(FILL, () => createFolderPlace())
    await doWork(['import', '--yes', await writeMonths()], filled)
    const empty = await placeAfter(OPEN, createOnServer)
    const move = ({ environment }: Place) => ['move', '--to', environment['TARGET'] ?? ''] as const
    return {
      async createPlace() {
        const { environment } = await createOnServer(empty)
        const url = environment['DATABASE_URL'] ?? ''
        const source = await createFolderPlace(filled.environment['DATA_DIR'])
        return {
          location: { url },
          environment: { ...source.environment, TARGET: url },
          remove: source.remove,
        }
      },
      words: move,
      // After a kill at the very end the target is full.
      again: (place) => [...move(place), '--replace'],
      faults: halfDone,
    }
  })
})
