import type { Database } from '#server/database/database.ts'

import { userNameKey } from './user-name.ts'

export interface User {
  id: number
  name: string
  /** argon2id, in PHC format. */
  passwordHash: string
  /** Tokens of any other version are invalid. */
  credentialVersion: number
  lastAddress: string | null
}

/** The people who may sign in. Every call rejects with a `DatabaseError` if the database does not answer. */
export interface Users {
  /** Finds a user by any spelling of the name. */
  find(name: string): Promise<User | null>
  findById(id: number): Promise<User | null>
  /** Returns false if the name is taken, in any spelling. */
  add(name: string, passwordHash: string): Promise<boolean>
  /** Like `add`, but returns false if there is any user at all. */
  addFirst(name: string, passwordHash: string): Promise<boolean>
  hasAny(): Promise<boolean>
  /** Sets a new password and invalidates the user's tokens. Returns false if there is no such user. */
  setPassword(name: string, passwordHash: string): Promise<boolean>
  /** Returns false if there is no such user. */
  remove(name: string): Promise<boolean>
  list(): Promise<{ name: string; createdAtUtc: number }[]>
  /** Current credential versions by user id; a removed user is absent. */
  credentialVersions(ids: readonly number[]): Promise<Map<number, number>>
  /** Stores where a user signed in from, and the hash of the same password if it was hashed again. */
  recordSignIn(user: User, address: string, passwordHash: string): Promise<void>
}

interface UserRow {
  id: number
  name: string
  password_hash: string
  credential_version: number
  last_address: string | null
}

const SELECT_USER = 'SELECT id, name, password_hash, credential_version, last_address FROM app_user'

function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    passwordHash: row.password_hash,
    credentialVersion: row.credential_version,
    lastAddress: row.last_address,
  }
}

export function createUsers(database: Database): Users {
  return {
    async find(name) {
      const key = userNameKey(name)
      if (key === null) return null
      const rows = await database.query<UserRow>(`${SELECT_USER} WHERE name_key = $1`, [key])
      return rows[0] === undefined ? null : toUser(rows[0])
    },

    async findById(id) {
      const rows = await database.query<UserRow>(`${SELECT_USER} WHERE id = $1`, [id])
      return rows[0] === undefined ? null : toUser(rows[0])
    },

    async add(name, passwordHash) {
      const rows = await database.query(
        'INSERT INTO app_user (name, name_key, password_hash) VALUES ($1, $2, $3) ON CONFLICT (name_key) DO NOTHING RETURNING id',
        [name.trim(), userNameKey(name), passwordHash],
      )
      return rows.length > 0
    },

    async addFirst(name, passwordHash) {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, password_hash)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM app_user)
         ON CONFLICT (name_key) DO NOTHING RETURNING id`,
        [name.trim(), userNameKey(name), passwordHash],
      )
      return rows.length > 0
    },

    async hasAny() {
      return (await database.query('SELECT id FROM app_user LIMIT 1')).length > 0
    },

    async setPassword(name, passwordHash) {
      const rows = await database.query(
        `UPDATE app_user SET password_hash = $2, credential_version = credential_version + 1
         WHERE name_key = $1 RETURNING id`,
        [userNameKey(name), passwordHash],
      )
      return rows.length > 0
    },

    async remove(name) {
      const rows = await database.query('DELETE FROM app_user WHERE name_key = $1 RETURNING id', [
        userNameKey(name),
      ])
      return rows.length > 0
    },

    async list() {
      const rows = await database.query<{ name: string; created_at_utc: number }>(
        'SELECT name, (extract(epoch FROM created_at) * 1000)::float8 AS created_at_utc FROM app_user ORDER BY name_key',
      )
      return rows.map((row) => ({ name: row.name, createdAtUtc: row.created_at_utc }))
    },

    async credentialVersions(ids) {
      const rows = await database.query<{ id: number; credential_version: number }>(
        'SELECT id, credential_version FROM app_user WHERE id = ANY($1::int[])',
        [ids],
      )
      return new Map(rows.map((row) => [row.id, row.credential_version]))
    },

    async recordSignIn(user, address, passwordHash) {
      // The version keeps a password that was set in the meantime.
      await database.query(
        'UPDATE app_user SET last_address = $3, password_hash = $4 WHERE id = $1 AND credential_version = $2',
        [user.id, user.credentialVersion, address, passwordHash],
      )
    },
  }
}
