import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { checkBackup } from '#server/database/backup/read-backup.ts'
import { backUp } from '#server/database/backup/write-backup.ts'
import { openDatabase } from '#server/open-database.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import {
  builtProgram,
  environmentWith,
  type ProductProcess,
  requestToken,
  runCommand,
  startReady,
} from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'

const signInStatus = async (product: ProductProcess, username: string) =>
  (await requestToken(product, username, PASSWORD)).status

const startWithPassword = (environment: Readonly<Record<string, string>>) =>
  startReady({ ADMIN_PASSWORD: PASSWORD, ...environment })

async function stop(product: ProductProcess): Promise<void> {
  product.kill()
  expect(await product.ended).toBe(0)
}

/** A restore or a sign-in changes these: even one that succeeds begins the count of its network again. */
const CHANGING_TABLES = new Set(['revision', 'app_user', 'sign_in_attempt'])

/** Counts and sums of all other tables. */
async function rowsIn(file: string): Promise<unknown[]> {
  return (await checkBackup(file)).sums.filter(({ table }) => !CHANGING_TABLES.has(table))
}

describeOnPostgresql('backup and restore', (createUrl) => {
  test('while servers run, from PostgreSQL to a new folder, and over what has changed since', async () => {
    const folder = await createFolder()
    const [first, second] = [join(folder, 'first.backup'), join(folder, 'second.backup')]
    const postgresql = { DATABASE_URL: await createUrl() }
    expect(runCommand('backup', [first], postgresql).stderr).toBe(
      'The database is empty. There is nothing to back up.\n',
    )
    // The first sign-in makes the key of the tokens.
    expect(await signInStatus(await startWithPassword(postgresql), 'admin')).toBe(200)
    expect(runCommand('backup', [first], postgresql).stdout).toMatch(
      /first\.backup is complete: \d+\.\d MB\.\n$/,
    )
    expect(runCommand('backup', [first], postgresql).stderr).toContain('exists already')
    expect(runCommand('restore', [first, '--replace'], postgresql).stderr).toContain('stop all servers first')

    const embedded = { DATA_DIR: join(folder, 'data') }
    const damaged = join(folder, 'damaged.backup')
    await writeFile(damaged, (await readFile(first)).subarray(0, -9))
    expect(runCommand('restore', [damaged], embedded).stderr).toBe(
      'damaged.backup is damaged. Nothing was changed.\n',
    )
    expect(runCommand('restore', [first], embedded).stdout).toMatch(/every checksum agrees\.\n$/)
    const server = await startWithPassword({ ...embedded, ADMIN_PASSWORD: 'another rather long password' })
    expect(await signInStatus(server, 'admin')).toBe(200)
    expect(runCommand('backup', [second], embedded).status).toBe(0)
    expect(await rowsIn(second)).toEqual(await rowsIn(first))

    expect(runCommand('users', ['add', 'jane'], embedded, `${PASSWORD}\n`).status).toBe(0)
    expect(runCommand('restore', [second, '--replace'], embedded).stderr).toContain(
      'is in use by another process',
    )
    await stop(server)
    expect(runCommand('restore', [second], embedded).stderr).toMatch(
      /^second\.backup would replace 0 months of series, and 2 users\. Nothing was changed: add --replace /,
    )
    expect(runCommand('restore', [second, '--replace'], embedded).stdout).toMatch(
      /^Replacing 0 months of series, and 2 users\.\n[^]+every checksum agrees\.\n$/,
    )
    expect(runCommand('users', ['list'], embedded).stdout).toMatch(/^admin .+\n$/)
  })
  test('a backup on standard output can be checked and restored, and is remembered', async () => {
    const { dataDir } = await copyDataFolder()
    const embedded = { DATA_DIR: dataDir }
    const server = await startWithPassword(embedded)
    const metrics = async () => (await fetch(`${server.address}/metrics`)).text()
    expect(await metrics()).toContain('\nenergy_backup_timestamp_seconds 0\n')
    const written = spawnSync(process.execPath, [...builtProgram('backup'), '-'], {
      env: environmentWith(embedded),
    })
    expect(written.status).toBe(0)
    expect(written.stderr.toString()).toMatch(/^Backing up: \d+ of /)
    expect(await metrics()).toMatch(/\nenergy_backup_timestamp_seconds [1-9]/)
    expect(runCommand('move', ['--to', 'postgres://127.0.0.1:1/none'], embedded).stderr).toContain(
      'is in use by another process',
    )
    await stop(server)

    const file = join(await createFolder(), 'a.backup')
    await writeFile(file, written.stdout)
    expect(runCommand('backup', ['--check', file], {})).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /a\.backup is whole: \d+ rows of 20.+Z with schema \d+; every sum agrees\.\n$/,
      ),
    })
    expect(runCommand('restore', [file, '--replace'], embedded).status).toBe(0)
    await writeFile(file, written.stdout.subarray(0, -1))
    expect(runCommand('backup', ['--check', file], {})).toMatchObject({
      status: 1,
      stderr: 'a.backup is damaged. Nothing was changed.\n',
    })
    for (const words of [
      ['-', 'x'],
      ['--check', '-'],
      ['--chek', file],
    ])
      expect(runCommand('backup', words, embedded).stderr).toMatch(/^Usage: /)
  })

  test('a move copies a folder into an empty PostgreSQL database, and replaces another only when told to', async () => {
    const { dataDir } = await copyDataFolder()
    const embedded = { DATA_DIR: dataDir }
    const folder = await createFolder()
    const csv = join(folder, 'load.csv')
    await writeFile(csv, 'timestamp,area,load\n2026-01-10T00:00Z,DE,50000\n2026-02-10T00:00Z,DE,51000\n')
    expect(runCommand('import', [csv], embedded).status).toBe(0)
    const url = await createUrl()
    expect(runCommand('move', ['--to', url], embedded).stdout).toMatch(
      /\nCopied \d+ rows; every checksum agrees\./,
    )
    const rowsOf = async (place: Parameters<typeof openDatabase>[0]) => {
      const [database, file] = [await openDatabase(place), join(folder, 'copy.backup')]
      await backUp(database, { to: file, nowMs: 0 })
      await database.close()
      return rowsIn(file)
    }
    const rows = await rowsOf({ dataDir })
    expect(rows.length).toBeGreaterThan(10)
    expect(await rowsOf({ url })).toEqual(rows)
    expect(runCommand('move', ['--to', url], embedded).stderr).toContain('add --replace')
    expect(runCommand('move', ['--to', url, '--replace'], embedded).status).toBe(0)
    expect(await signInStatus(await startWithPassword({ DATABASE_URL: url }), 'admin')).toBe(200)
  })
})
