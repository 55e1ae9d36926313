import type { Queryable } from '#server/database/database.ts'

const SETTING = 'last_backup'

export async function recordBackup(database: Queryable, takenAtUtc: number): Promise<void> {
  await database.query(
    'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [SETTING, new Date(takenAtUtc).toISOString()],
  )
}

/** When the last backup was taken, epoch milliseconds; null without one. */
export async function readLastBackup(database: Queryable): Promise<number | null> {
  const [row] = await database.query<{ value: string }>('SELECT value FROM setting WHERE name = $1', [
    SETTING,
  ])
  return row === undefined ? null : Date.parse(row.value)
}
