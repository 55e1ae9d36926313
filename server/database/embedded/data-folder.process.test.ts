import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { provideBuiltPrograms } from '#server/testing/built-programs.ts'

import { openDataFolder } from './data-folder.ts'

const program = provideBuiltPrograms('server/testing/writer-process.ts')
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'energy-metrics-process-'))
})
afterAll(() => rm(root, { recursive: true }))

describe('a process on a data folder', () => {
  function startWriter(folder: string): { writer: ChildProcess; stored: number[]; complaint: () => string } {
    const writer = spawn(process.execPath, [program('writer-process'), folder])
    const stored: number[] = []
    let complaint = ''
    writer.stdout.on('data', (text: Buffer) => stored.push(...text.toString().trim().split('\n').map(Number)))
    writer.stderr.on('data', (text: Buffer) => {
      complaint += text.toString()
    })
    onTestFinished(() => void writer.kill('SIGKILL'))
    return { writer, stored, complaint: () => complaint }
  }
  async function firstBatch(stored: number[]): Promise<void> {
    while (stored.length === 0) await sleep(10)
  }

  test('keeps every other process out until it ends, however it ends', async () => {
    const folder = join(root, 'locked')
    const { writer, stored } = startWriter(folder)
    await firstBatch(stored)
    const attempts = await Promise.allSettled(Array.from({ length: 100 }, () => openDataFolder(folder)))
    const refusals = attempts.filter(
      (attempt) =>
        attempt.status === 'rejected' && /is in use by another process/.test(String(attempt.reason)),
    )
    expect(refusals).toHaveLength(100)
    const second = startWriter(folder)
    const [exitCode] = await once(second.writer, 'exit')
    expect(exitCode).toBe(1)
    expect(second.complaint()).toBe(
      `StartError: ${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.\n`,
    )
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    await (await openDataFolder(folder)).close()
  })

  test('killed at any moment, leaves whole batches and everything it reported as stored', async () => {
    const folder = join(root, 'killed')
    for (let round = 0; round < 5; round += 1) {
      const { writer, stored } = startWriter(folder)
      // From before the first table is there until long after.
      await (round < 2 ? sleep(300 + round * 900) : firstBatch(stored).then(() => sleep(round * 37)))
      writer.kill('SIGKILL')
      await once(writer, 'exit')

      const database = await openDataFolder(folder)
      await database.query(
        'CREATE TABLE IF NOT EXISTS entry (batch integer, part integer, PRIMARY KEY (batch, part))',
      )
      const [row] = await database.query<{ last: number; incomplete: number }>(
        `SELECT coalesce(max(batch), 0) AS last, count(*) FILTER (WHERE parts <> 3) AS incomplete
         FROM (SELECT batch, count(*) AS parts FROM entry GROUP BY batch) AS batches`,
      )
      await database.close()
      expect(row?.incomplete).toBe(0)
      expect(row?.last).toBeGreaterThanOrEqual(stored.at(-1) ?? 0)
    }
  })
})
