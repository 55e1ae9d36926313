import { MAX_UPLOADS, type Upload, type UploadEntry, uploadLabel } from '#contract/uploads.ts'
import { isoOf } from '#server/database/columns.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import { rememberWhileUnchanged } from '#server/database/remember-while-unchanged.ts'
import { raiseRevision } from '#server/series/revision.ts'

import { type ReadMoments, readUploadValues, thinVersions, writeVersions } from './upload-values.ts'
import type { UploadVersion } from './upload-values.ts'

interface NewVersions {
  name: string
  visible_to?: Upload['visible_to'] | undefined
  versions: readonly UploadVersion[]
  nowUtc: number
  /** Null for an import by command. */
  receivedUtc: number | null
  readMoments: ReadMoments
}

type Rest<List extends unknown[]> = List extends [unknown, ...infer Others] ? Others : never

type UploadRow = Pick<Upload, 'id' | 'name'> & { owner: string }

/** Columns of an upload as user `$1` sees it. */
const SEEN = `upload.id::text, upload.name, app_user.name AS owner, user_id = $1 AS is_own, is_input,
  CASE WHEN is_shared THEN 'all' ELSE 'owner' END AS visible_to`
const VISIBLE = 'upload JOIN app_user ON app_user.id = user_id WHERE user_id = $1 OR is_shared'

const labelled = <Row extends UploadRow>({ owner, ...row }: Row) => ({
  ...row,
  label: uploadLabel(row.name, owner),
})

export type UploadStore = ReturnType<typeof createUploadStore>

/** Find an upload by `visibleTo` before reading it. Calls reject with a `DatabaseError`. */
export function createUploadStore(database: Database) {
  const owned = createOwnedRows<{ id: string }>(database, {
    table: 'upload',
    entry: 'id::text',
    noun: 'an uploaded forecast',
    most: MAX_UPLOADS,
    removal: 'Delete',
  })

  async function labelledWhere<Row extends UploadRow>(condition: string, more = '') {
    const rows = await database.query<Row>(
      `SELECT upload.id::text, upload.name, app_user.name AS owner ${more} FROM upload JOIN app_user ON app_user.id = user_id
       WHERE ${condition} ORDER BY upload.name, owner`,
    )
    return rows.map(labelled)
  }

  return {
    /** Own and shared uploads, by label. */
    visibleTo: rememberWhileUnchanged(database, async (userId: number): Promise<Upload[]> => {
      const rows = await database.query<Omit<Upload, 'label'> & { owner: string }>(
        `SELECT ${SEEN} FROM ${VISIBLE} ORDER BY upload.name, owner`,
        [userId],
      )
      return rows.map(labelled)
    }),

    /** Tells whether a user sees any upload; as of now. */
    async readSeers(): Promise<(userId: number) => boolean> {
      const rows = await database.query<{ owner: number; isShared: boolean }>(
        'SELECT DISTINCT user_id AS owner, is_shared AS "isShared" FROM upload',
      )
      const isAnyShared = rows.some(({ isShared }) => isShared)
      const owners = new Set(rows.map(({ owner }) => owner))
      return (userId) => isAnyShared || owners.has(userId)
    },

    async list(userId: number): Promise<UploadEntry[]> {
      const rows = await database.query<Omit<UploadEntry, 'label'> & { owner: string }>(
        `SELECT seen.*, areas, quantities, first_day, last_day, last_issued_utc
         FROM (SELECT ${SEEN}, ${isoOf('rewritten_at')} AS rewritten_utc FROM ${VISIBLE}) AS seen CROSS JOIN LATERAL (
           SELECT coalesce(array_agg(DISTINCT area), '{}') AS areas, coalesce(array_agg(DISTINCT quantity), '{}') AS quantities,
             min(delivery_day) AS first_day, max(delivery_day) AS last_day, ${isoOf('max(issued_at)')} AS last_issued_utc
           FROM upload_version WHERE upload_id = seen.id::uuid
         ) AS held ORDER BY seen.name, owner`,
        [userId],
      )
      return rows.map(labelled)
    },

    /** Creates a missing upload. A value replaces the one of the same time and issue. Call it with the user locked. */
    async write(
      connection: Transaction,
      userId: number,
      { name, visible_to, versions, ...when }: NewVersions,
    ): Promise<{ id: string; hasEnded: boolean }> {
      const [kept] = await connection.query<{ id: string; is_input: boolean }>(
        `UPDATE upload SET is_shared = coalesce($3, is_shared), is_input = is_input AND coalesce($3, is_shared)
         WHERE user_id = $1 AND name = $2 RETURNING id::text, is_input`,
        [userId, name, visible_to === undefined ? null : visible_to === 'all'],
      )
      const { id } = kept ?? (await owned.add(connection, userId, { name, is_shared: visible_to === 'all' }))
      const isPastChanged = await writeVersions(connection, id, versions, when)
      const hasEnded = isPastChanged && kept?.is_input === true
      if (hasEnded)
        await connection.query(
          'UPDATE upload SET is_input = false, rewritten_at = to_timestamp($2::float8 / 1000) WHERE id = $1::uuid',
          [id, when.nowUtc],
        )
      const days = [...new Set(versions.map(({ day }) => day))]
      await thinVersions(connection, id, days, when.nowUtc, when.readMoments)
      await raiseRevision(connection)
      return { id, hasEnded }
    },

    /** Uploads that the final forecast uses, by label. */
    inputs: () => labelledWhere<UploadRow>('is_input'),

    /** Shared uploads that the final forecast stopped using because their owner changed past values, by label. */
    rewritten: () =>
      labelledWhere<UploadRow & { rewrittenUtc: string }>(
        'rewritten_at IS NOT NULL AND is_shared',
        `, ${isoOf('rewritten_at')} AS "rewrittenUtc"`,
      ),

    /** Takes effect with the next run. False unless all users see the upload. */
    setInput: (id: string, isInput: boolean): Promise<boolean> =>
      database.transaction(async (connection) => {
        const rows = await connection.query(
          'UPDATE upload SET is_input = $2, rewritten_at = NULL WHERE id = $1::uuid AND is_shared RETURNING id',
          [id, isInput],
        )
        if (rows.length > 0) await raiseRevision(connection)
        return rows.length > 0
      }),

    /** Rejects with a `RequestError` 404 if the user has no such upload. */
    remove: (userId: number, id: string): Promise<void> =>
      database.transaction(async (connection) => {
        await owned.remove(userId, id, connection)
        await raiseRevision(connection)
      }),

    read: (...wanted: Rest<Parameters<typeof readUploadValues>>) => readUploadValues(database, ...wanted),

    async removeBefore(day: string): Promise<void> {
      await database.query('DELETE FROM upload_version WHERE delivery_day < $1::date', [day])
    },
  }
}
