import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/database.ts'

const SECRET_BYTES = 32

/**
 * The key that signs the tokens: the given one, or one that is generated once and kept in the database, so that all servers on
 * the database use the same key. Rejects with a `DatabaseError`.
 */
export async function readTokenSecret(database: Database, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return Buffer.from(given)
  await database.query('INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    'token_secret',
    randomBytes(SECRET_BYTES).toString('base64'),
  ])
  const rows = await database.query<{ value: string }>('SELECT value FROM setting WHERE name = $1', [
    'token_secret',
  ])
  const secret = Buffer.from(rows[0]?.value ?? '', 'base64')
  if (secret.length < SECRET_BYTES) throw new Error('The token secret in the database is too short.')
  return secret
}
