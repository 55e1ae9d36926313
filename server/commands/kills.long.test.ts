import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect } from 'vitest'

import { describeOnPostgresql } from '#server/testing/database.ts'
import { halfMoments, lostSpans } from '#server/testing/kills/contents.ts'
import { createFolderPlace, urlPlace } from '#server/testing/kills/places.ts'
import { type ProgramWords, providePrograms } from '#server/testing/kills/programs.ts'
import { type Place, testKills } from '#server/testing/kills/test-kills.ts'
import { createFolder } from '#server/testing/process.ts'

const HOUR_MS = 3_600_000
const HOURS = 8760
const OPEN = ['background-work', 'open'] as const
const FILL = ['background-work', 'fill'] as const

/** KILLS=2 makes a short run of it; another SEED kills at other moments. */
const options = {
  kills: Number(process.env['KILLS'] ?? 40),
  seed: Number(process.env['SEED'] ?? 1),
  programs: providePrograms(),
}

/** Makes a place with what another one holds, or an empty one. */
type CreatePlace = (copyOf?: Place) => Promise<Place>

/** A year of one area by the hour, with load, sun and wind in every line. */
async function writeYear(): Promise<string> {
  const file = join(await createFolder(), 'year.csv')
  const lines = Array.from({ length: HOURS }, (_, hour) => {
    const stamp = new Date(Date.UTC(2024, 0, 1) + hour * HOUR_MS).toISOString()
    return `${stamp},DE,${50_000 + (hour % 9000)},${hour % 24},${hour % 700}`
  })
  await writeFile(file, `timestamp,area,load,solar,wind\n${lines.join('\n')}\n`)
  return file
}

/** A place in which some work has been done. */
async function placeAfter(words: ProgramWords, createPlace: CreatePlace): Promise<Place> {
  const place = await createPlace()
  expect((await options.programs.run(words, place.environment)).code).toBe(0)
  return place
}

function testAllKills(createPlace: CreatePlace): void {
  /** Makes places with an empty database. */
  async function fromEmpty(): Promise<{ createPlace: () => Promise<Place> }> {
    const empty = await placeAfter(OPEN, createPlace)
    return { createPlace: () => createPlace(empty) }
  }

  testKills('an import', options, async () => {
    const file = await writeYear()
    return {
      ...(await fromEmpty()),
      words: () => ['import', file],
      faults: halfMoments,
    }
  })

  testKills('a restore', options, async () => {
    const full = await placeAfter(['import', await writeYear()], createPlace)
    const backup = join(await createFolder(), 'year.backup')
    expect((await options.programs.run(['backup', backup], full.environment)).code).toBe(0)
    return {
      ...(await fromEmpty()),
      words: () => ['restore', backup],
      again: () => ['restore', backup, '--replace'],
      isAlone: true,
      faults: (found, whole) => (found.values === 0 || found.values === whole.values ? [] : [found.values]),
    }
  })

  testKills('a fill', options, async () => ({
    ...(await fromEmpty()),
    words: () => FILL,
    faults: (found, whole) => [...halfMoments(found), ...lostSpans(found, whole)],
  }))

  testKills('a forecast run', options, async () => {
    const filled = await placeAfter(FILL, createPlace)
    return {
      createPlace: () => createPlace(filled),
      words: () => ['background-work', 'forecast'],
      faults: (found, whole) =>
        Object.entries(found.runs).filter(([name, count]) => count !== whole.runs[name]),
    }
  })
}

describe('killed (embedded)', () => {
  testAllKills((copyOf) => createFolderPlace(copyOf?.environment['DATA_DIR']))
})

describeOnPostgresql('killed', (createUrl) => {
  const createOnServer: CreatePlace = async (copyOf) => {
    const template = copyOf?.environment['DATABASE_URL']
    return urlPlace(await createUrl(template && new URL(template).pathname.slice(1)))
  }
  testAllKills(createOnServer)

  testKills('a move to PostgreSQL', options, async () => {
    const filled = await placeAfter(FILL, () => createFolderPlace())
    const empty = await placeAfter(OPEN, createOnServer)
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
      words: ({ environment }) => ['move', '--to', environment['TARGET'] ?? ''],
      faults: (found, whole) => (found.values === 0 || found.values === whole.values ? [] : [found.values]),
    }
  })
})
