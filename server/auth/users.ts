import { type Role, type UserChange, type UserEntry, userNameKey } from '#contract/users.ts'
import { isoOf } from '#server/database/columns.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import { nullIfFull } from '#server/errors.ts'
import type { Credentials } from '#server/http/signed-in.ts'

import { adminsOnly, signInFirst } from './require-user.ts'

export interface User extends Credentials {
  isDisabled: boolean
  /** argon2id in PHC format; null for single sign-on. */
  passwordHash: string | null
  lastAddress: string | null
}

export type Checked = Pick<Credentials, 'id' | 'credentialVersion'>

export interface Person {
  issuer: string
  subject: string
}

/** One admin who can sign in always remains, if possible without the organisation. */
export type UserOutcome = 'done' | 'unknown' | 'last admin'

const SELECT_USER = `SELECT id, name, role, is_disabled AS "isDisabled", password_hash AS "passwordHash",
  credential_version AS "credentialVersion", last_address AS "lastAddress" FROM app_user`

/** Separate statements: keys made until the user's row was locked are removed too. */
async function storePassword(connection: Queryable, id: number, passwordHash: string, removeKeys: boolean) {
  const [row] = await connection.query<{ version: number }>(
    `UPDATE app_user SET password_hash = $2, credential_version = credential_version + 1
     WHERE id = $1 AND password_hash IS NOT NULL RETURNING credential_version AS version`,
    [id, passwordHash],
  )
  if (row !== undefined && removeKeys)
    await connection.query('DELETE FROM access_key WHERE user_id = $1', [id])
  return row?.version ?? null
}

/** No other transaction changes an admin meanwhile. */
function asAdmin<Result>(
  database: Database,
  by: Checked | undefined,
  work: (connection: Transaction, isLastAdmin: (id: number) => boolean) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (connection) => {
    const admins = await connection.query<Checked & { hasPassword: boolean }>(
      `SELECT id, credential_version AS "credentialVersion", password_hash IS NOT NULL AS "hasPassword" FROM app_user
       WHERE role = 'admin' AND NOT is_disabled ORDER BY id FOR UPDATE`,
    )
    const isStillAdmin = ({ id, credentialVersion }: Checked) =>
      admins.some((admin) => admin.id === id && admin.credentialVersion === credentialVersion)
    if (by !== undefined && !isStillAdmin(by)) throw adminsOnly()
    // While the organisation's sign-in is down, only admins with a password can sign in.
    const withPassword = admins.filter(({ hasPassword }) => hasPassword)
    const needed = withPassword.length > 0 ? withPassword : admins
    return work(connection, (id) => needed.every((admin) => admin.id === id))
  })
}

/** No other transaction changes or removes the user meanwhile. */
function asUser<Result>(
  database: Database,
  { id, credentialVersion }: Checked,
  work: (connection: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (connection) => {
    const still = await connection.query(
      'SELECT id FROM app_user WHERE id = $1 AND credential_version = $2 FOR NO KEY UPDATE',
      [id, credentialVersion],
    )
    if (still.length === 0) throw signInFirst()
    return work(connection)
  })
}

/** `by`: the asking admin, missing for the operator. Rejects with a `RequestError` if the admin's credentials or rights have changed. */
export type Users = ReturnType<typeof createUsers>

export const createUsers = (database: Database) => ({
  ...createReads(database),
  ...createAdditions(database),
  ...createChanges(database),
  asUser: <Result>(checked: Checked, work: (connection: Transaction) => Promise<Result>): Promise<Result> =>
    asUser(database, checked, work),
})

function createReads(database: Database) {
  async function findBy(where: string, ...parameters: readonly unknown[]): Promise<User | null> {
    const [user] = await database.query<User>(`${SELECT_USER} WHERE ${where}`, parameters)
    return user ?? null
  }
  return {
    /** By any spelling of the name. */
    find: (name: string): Promise<User | null> => findBy('name_key = $1', userNameKey(name)),

    findById: (id: number): Promise<User | null> => findBy('id = $1', id),

    findByIdentity: ({ issuer, subject }: Person): Promise<User | null> =>
      findBy('issuer = $1 AND subject = $2', issuer, subject),

    async hasAny(): Promise<boolean> {
      return (await database.query('SELECT id FROM app_user LIMIT 1')).length > 0
    },

    list(): Promise<UserEntry[]> {
      return database.query<UserEntry>(
        `SELECT id, name, role, is_disabled AS "isDisabled", password_hash IS NOT NULL AS "hasPassword",
           ${isoOf('created_at')} AS "createdAt", ${isoOf('last_sign_in_at')} AS "lastSignInAt",
           (SELECT count(*) FROM access_key WHERE user_id = app_user.id)::int AS keys
         FROM app_user ORDER BY name_key`,
      )
    },

    /** Leaves out removed and disabled users. */
    async credentials(ids: readonly number[]): Promise<Map<number, Credentials>> {
      const rows = await database.query<Credentials>(
        `SELECT id, name, role, credential_version AS "credentialVersion"
         FROM app_user WHERE id = ANY($1::int[]) AND NOT is_disabled`,
        [ids],
      )
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** Networks by key of the name. */
    async lastNetworks(nameKeys: readonly string[]): Promise<Map<string, string>> {
      const rows = await database.query<{ nameKey: string; network: string }>(
        `SELECT name_key AS "nameKey", last_address AS network FROM app_user
         WHERE last_address IS NOT NULL AND name_key = ANY($1::text[])`,
        [nameKeys],
      )
      return new Map(rows.map(({ nameKey, network }) => [nameKey, network]))
    },
  }
}

function createAdditions(database: Database) {
  return {
    /** The first user becomes an admin. Returns false if the name is taken, in any spelling. */
    add(name: string, passwordHash: string, role: Role = 'analyst', by?: Checked): Promise<boolean> {
      return asAdmin(database, by, async (connection) => {
        const rows = await connection.query(
          `INSERT INTO app_user (name, name_key, password_hash, role)
           VALUES ($1, $2, $3, CASE WHEN EXISTS (SELECT FROM app_user) THEN $4::text ELSE 'admin' END)
           ON CONFLICT (name_key) DO NOTHING RETURNING id`,
          [name.trim(), userNameKey(name), passwordHash, role],
        )
        return rows.length > 0
      })
    },

    /** Like `add`, but false if any user exists. */
    async addFirst(name: string, passwordHash: string): Promise<boolean> {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, password_hash, role)
         SELECT $1, $2, $3, 'admin' WHERE NOT EXISTS (SELECT FROM app_user)
         ON CONFLICT (name_key) DO NOTHING RETURNING id`,
        [name.trim(), userNameKey(name), passwordHash],
      )
      return rows.length > 0
    },

    /** Adds a user without a password. Returns false if the person is known or the name is taken. */
    async addFromOrganisation(name: string, { issuer, subject }: Person, role: Role): Promise<boolean> {
      const rows = await database.query(
        `INSERT INTO app_user (name, name_key, issuer, subject, role) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING id`,
        [name, userNameKey(name), issuer, subject, role],
      )
      return rows.length > 0
    },
  }
}

function createChanges(database: Database) {
  return {
    /** Returns the new credential version. */
    changePassword(checked: Checked, passwordHash: string, removeKeys: boolean): Promise<number> {
      return asUser(database, checked, async (connection) => {
        const version = await storePassword(connection, checked.id, passwordHash, removeKeys)
        if (version === null) throw signInFirst()
        return version
      })
    },

    /** Invalidates the user's tokens. Returns false without such a user with a password. */
    resetPassword(id: number, passwordHash: string, removeKeys: boolean, by?: Checked): Promise<boolean> {
      return asAdmin(
        database,
        by,
        async (connection) => (await storePassword(connection, id, passwordHash, removeKeys)) !== null,
      )
    },

    /** Disabling invalidates the user's tokens. */
    change(id: number, { role, isDisabled }: UserChange, by?: Checked): Promise<UserOutcome> {
      return asAdmin(database, by, async (connection, isLastAdmin) => {
        const mayEndAdmin = role === 'analyst' || isDisabled === true
        if (mayEndAdmin && isLastAdmin(id)) return 'last admin'
        const rows = await connection.query(
          `UPDATE app_user SET role = coalesce($2::text, role), is_disabled = coalesce($3::boolean, is_disabled),
             credential_version = credential_version + CASE WHEN $3::boolean THEN 1 ELSE 0 END
           WHERE id = $1 RETURNING id`,
          [id, role ?? null, isDisabled ?? null],
        )
        return rows.length > 0 ? 'done' : 'unknown'
      })
    },

    remove(id: number): Promise<UserOutcome> {
      return asAdmin(database, undefined, async (connection, isLastAdmin) => {
        if (isLastAdmin(id)) return 'last admin'
        const rows = await connection.query('DELETE FROM app_user WHERE id = $1 RETURNING id', [id])
        return rows.length > 0 ? 'done' : 'unknown'
      })
    },

    /** `passwordHash`: the user's, or made again with new parameters. */
    async recordSignIn(user: User, address: string, passwordHash: string | null): Promise<void> {
      // A password that was set in the meantime stays.
      await nullIfFull(
        database.query(
          `UPDATE app_user SET last_sign_in_at = now(), last_address = $3, password_hash = $4
           WHERE id = $1 AND credential_version = $2`,
          [user.id, user.credentialVersion, address, passwordHash],
        ),
      )
    },
  }
}
