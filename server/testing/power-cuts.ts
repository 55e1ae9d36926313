import { rm } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { openDataFolder } from '#server/database/embedded/data-folder.ts'

import { createFolder } from './folders.ts'
import { createRandom } from './market-history.ts'
import { recordFiles, type KeptPart, type RecordedFiles } from './recorded-files.ts'

const BATCHES = 40
const PARTS = 3

/** Writes batches, each as one transaction, and changes earlier rows, so that pages are written again. */
async function writeBatch(database: Database, batch: number): Promise<void> {
  await database.transaction(async (connection) => {
    for (let part = 0; part < PARTS; part += 1)
      await connection.query("INSERT INTO entry VALUES ($1, $2, decode(repeat('ab', 3000), 'hex'))", [
        batch,
        part,
      ])
    await connection.query('UPDATE entry SET bytes = bytes WHERE batch = $1', [Math.floor(batch / 2)])
  })
  if (batch % 15 === 0) await database.query('CHECKPOINT')
}

interface Recording {
  files: RecordedFiles
  /** How many operations had been done when each batch was called stored. */
  storedAt: number[]
}

async function record(): Promise<Recording> {
  const folder = await createFolder()
  const prepared = await openDataFolder(folder)
  await prepared.query(
    'CREATE TABLE entry (batch integer, part integer, bytes bytea, PRIMARY KEY (batch, part))',
  )
  await prepared.query('ALTER TABLE entry ALTER bytes SET STORAGE EXTERNAL')
  await prepared.close()

  const files = await recordFiles(folder)
  onTestFinished(() => files.stop())
  const storedAt: number[] = []
  const database = await openDataFolder(folder)
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await writeBatch(database, batch)
    storedAt.push(files.length())
  }
  await database.close()
  return { files, storedAt }
}

/** The batches that a folder holds, with their parts; bytes and index are read too. */
async function partsByBatch(folder: string): Promise<number[]> {
  const database = await openDataFolder(folder)
  const partsRead = async () => {
    const rows = await database.query<{ parts: number }>(
      'SELECT count(*) FILTER (WHERE length(bytes) = 3000) AS parts FROM entry GROUP BY batch ORDER BY batch',
    )
    return rows.map(({ parts }) => parts)
  }
  try {
    const parts = await partsRead()
    await database.query('SET enable_seqscan = off')
    expect(await partsRead()).toEqual(parts)
    return parts
  } finally {
    await database.close()
  }
}

const KEPT: readonly KeptPart[] = ['all', 'nothing', 'half']

/** Cuts the power at that many random moments of writing. */
export function testPowerCuts(cuts: number, seed: number): void {
  test(`after ${cuts} power cuts (seed ${seed}), every batch called stored is there, and none in part`, async () => {
    const { files, storedAt } = await record()
    const random = createRandom(seed)
    for (let cut = 0; cut < cuts; cut += 1) {
      const upTo = Math.floor(random() * (files.length() + 1))
      const folder = await files.replay(upTo, () => KEPT[Math.floor(random() * KEPT.length)] ?? 'all')
      const found = await partsByBatch(folder)
      const stored = storedAt.filter((length) => length <= upTo).length
      expect(found.length).toBeGreaterThanOrEqual(stored)
      expect(found).toEqual(Array.from(found, () => PARTS))
      await rm(folder, { recursive: true })
    }
    // It would notice: on a disk that forgets what it was asked to flush, stored batches are gone or the engine refuses.
    const forgotten = await files.replay(storedAt[5] ?? 0, () => 'nothing', { isFlushed: false })
    expect(await partsByBatch(forgotten).catch(() => [])).toEqual([])
  })
}
