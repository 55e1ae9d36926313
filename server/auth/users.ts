import type { Role, UserChange, UserEntry } from '#contract/users.ts'
import type { Database, Transaction } from '#server/database/database.ts'

import type { Credentials } from './require-user.ts'
import { userNameKey } from './user-name.ts'

export interface User {
  id: number
  name: string
  role: Role
  isDisabled: boolean
  /** argon2id, in PHC format; null for one who signs in with the organisation. */
  passwordHash: string | null
  /** Tokens of any other version are invalid. */
  credentialVersion: number
  lastAddress: string | null
}

/** The people who may sign in. Every call rejects with a `DatabaseError` if the database does not answer. */
export interface Users {
  /** Finds a user by any spelling of the name. */
  find(name: string): Promise<User | null>
  findById(id: number): Promise<User | null>
  /** The first user becomes an admin. Returns false if the name is taken, in any spelling. */
  add(name: string, passwordHash: string, role?: Role): Promise<boolean>
  /** The user who is this person for the organisation. */
  findByIdentity(person: Person): Promise<User | null>
  /** Adds a user without a password. Returns false if the person is known or the name is taken. */
  addFromOrganisation(name: string, person: Person, role: Role): Promise<boolean>
  /** Like `add`, but returns false if there is any user at all. */
  addFirst(name: string, passwordHash: string): Promise<boolean>
  hasAny(): Promise<boolean>
  /** Sets a new password, invalidates the user's tokens and may remove the keys. Returns false if there is no such user with a password. */
  setPassword(id: number, passwordHash: string, removeKeys?: boolean): Promise<boolean>
  /** Changes what a user may do. Disabling invalidates the user's tokens. */
  change(id: number, change: UserChange): Promise<UserOutcome>
  remove(id: number): Promise<UserOutcome>
  list(): Promise<UserEntry[]>
  /** Current credentials by user id; a removed or disabled user is absent. */
  credentials(ids: readonly number[]): Promise<Map<number, Credentials>>
  /** Stores when and where a user signed in from, and the hash of the same password if it was hashed again. */
  recordSignIn(user: User, address: string, passwordHash: string | null): Promise<void>
}

/** Who somebody is for an OpenID Connect provider. */
export interface Person {
  issuer: string
  subject: string
}

/** How a change of a user went. There is always an admin who can sign in. */
export type UserOutcome = 'done' | 'unknown' | 'last admin'

interface UserRow {
  id: number
  name: string
  role: Role
  is_disabled: boolean
  password_hash: string | null
  credential_version: number
  last_address: string | null
}

interface EntryRow {
  id: number
  name: string
  role: Role
  is_disabled: boolean
  has_password: boolean
  keys: number
  created_at: Date
  last_sign_in_at: Date | null
}

const SELECT_USER =
  'SELECT id, name, role, is_disabled, password_hash, credential_version, last_address FROM app_user'

function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    isDisabled: row.is_disabled,
    passwordHash: row.password_hash,
    credentialVersion: row.credential_version,
    lastAddress: row.last_address,
  }
}

/** Whether an admin who can sign in is left without this user. Until the transaction ends, no other one takes an admin away. */
async function hasOtherAdmin(connection: Transaction, id: number): Promise<boolean> {
  const admins = await connection.query<{ id: number }>(
    "SELECT id FROM app_user WHERE role = 'admin' AND NOT is_disabled ORDER BY id FOR UPDATE",
  )
  return admins.some((admin) => admin.id !== id)
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

    async add(name, passwordHash, role = 'analyst') {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, password_hash, role)
         VALUES ($1, $2, $3, CASE WHEN EXISTS (SELECT FROM app_user) THEN $4::text ELSE 'admin' END)
         ON CONFLICT (name_key) DO NOTHING RETURNING id`,
        [name.trim(), userNameKey(name), passwordHash, role],
      )
      return rows.length > 0
    },

    async addFirst(name, passwordHash) {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, password_hash, role)
         SELECT $1, $2, $3, 'admin' WHERE NOT EXISTS (SELECT FROM app_user)
         ON CONFLICT (name_key) DO NOTHING RETURNING id`,
        [name.trim(), userNameKey(name), passwordHash],
      )
      return rows.length > 0
    },

    async findByIdentity({ issuer, subject }) {
      const where = 'WHERE issuer = $1 AND subject = $2'
      const rows = await database.query<UserRow>(`${SELECT_USER} ${where}`, [issuer, subject])
      return rows[0] === undefined ? null : toUser(rows[0])
    },

    async addFromOrganisation(name, { issuer, subject }, role) {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, issuer, subject, role) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING id`,
        [name, userNameKey(name), issuer, subject, role],
      )
      return rows.length > 0
    },

    async hasAny() {
      return (await database.query('SELECT id FROM app_user LIMIT 1')).length > 0
    },

    async setPassword(id, passwordHash, removeKeys = false) {
      const rows = await database.query(
        `WITH removed AS (DELETE FROM access_key WHERE $3::boolean AND user_id = $1)
         UPDATE app_user SET password_hash = $2, credential_version = credential_version + 1
         WHERE id = $1 AND password_hash IS NOT NULL RETURNING id`,
        [id, passwordHash, removeKeys],
      )
      return rows.length > 0
    },

    change(id, { role, isDisabled }) {
      return database.transaction(async (connection) => {
        const mayEndAdmin = role === 'analyst' || isDisabled === true
        if (mayEndAdmin && !(await hasOtherAdmin(connection, id))) return 'last admin'
        const rows = await connection.query(
          `UPDATE app_user SET role = coalesce($2::text, role), is_disabled = coalesce($3::boolean, is_disabled),
             credential_version = credential_version + CASE WHEN $3::boolean THEN 1 ELSE 0 END
           WHERE id = $1 RETURNING id`,
          [id, role ?? null, isDisabled ?? null],
        )
        return rows.length > 0 ? 'done' : 'unknown'
      })
    },

    remove(id) {
      return database.transaction(async (connection) => {
        if (!(await hasOtherAdmin(connection, id))) return 'last admin'
        const rows = await connection.query('DELETE FROM app_user WHERE id = $1 RETURNING id', [id])
        return rows.length > 0 ? 'done' : 'unknown'
      })
    },

    async list() {
      const rows = await database.query<EntryRow>(
        `SELECT id, name, role, is_disabled, password_hash IS NOT NULL AS has_password, created_at, last_sign_in_at,
           (SELECT count(*) FROM access_key WHERE user_id = app_user.id)::int AS keys
         FROM app_user ORDER BY name_key`,
      )
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        role: row.role,
        isDisabled: row.is_disabled,
        hasPassword: row.has_password,
        keys: row.keys,
        createdAt: row.created_at.toISOString(),
        lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
      }))
    },

    async credentials(ids) {
      const rows = await database.query<Credentials>(
        `SELECT id, name, role, credential_version AS "credentialVersion"
         FROM app_user WHERE id = ANY($1::int[]) AND NOT is_disabled`,
        [ids],
      )
      return new Map(rows.map((row) => [row.id, row]))
    },

    async recordSignIn(user, address, passwordHash) {
      // The version keeps a password that was set in the meantime.
      await database.query(
        `UPDATE app_user SET last_sign_in_at = now(), last_address = $3, password_hash = $4
         WHERE id = $1 AND credential_version = $2`,
        [user.id, user.credentialVersion, address, passwordHash],
      )
    },
  }
}
