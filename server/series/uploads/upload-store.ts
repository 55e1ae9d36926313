import type { MemberCode } from '#contract/areas.ts'
import type { Part } from '#contract/row-tables.ts'
import { QUARTER_MS, type Span } from '#contract/time.ts'
import { MAX_UPLOADS, type Upload, type UploadEntry, uploadLabel } from '#contract/uploads.ts'
import { columnsOf, isoOf, packBytes, utcOf } from '#server/database/columns.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import { rememberWhileUnchanged } from '#server/database/remember-while-unchanged.ts'
import { RequestError } from '#server/errors.ts'
import { decodeChunk, encodeChunk, toMegawatts } from '#server/series/chunks/chunk-codec.ts'
import { type Known, type KnownPart, knownParts } from '#server/series/known.ts'
import { differenceOf } from '#server/series/residual-load.ts'
import { raiseRevision } from '#server/series/revision.ts'
import { type Block, QUANTITIES } from '#server/series/series.ts'

/** The most issues that are kept of one delivery day, and the most days with their issues of one upload. */
const MAX_ISSUES = 24
const MAX_VERSIONS = 60_000

/** Values of one delivery day (Brussels) that were issued at one time. */
export interface UploadVersion {
  area: MemberCode
  quantity: Part | 'residual'
  day: string
  issuedUtc: number
  /** Values on the quarter hours of the day, MW; NaN for none. */
  quarters: Float32Array
}

/** Series of uploaded forecasts of an area, by the ids of the uploads. */
interface WantedUploads {
  uploads: readonly string[]
  area: MemberCode
  quantities: readonly UploadVersion['quantity'][]
}

type VersionRow = Omit<UploadVersion, 'area' | 'quarters'> & { upload: string; bytes: Uint8Array }

type NamedUpload = Pick<Upload, 'name'> & { visible_to?: Upload['visible_to'] | undefined }

type UploadRow = Pick<Upload, 'id' | 'name'> & { owner: string }

/** Columns of an upload as a user `$1` sees it. */
const SEEN = `upload.id::text, upload.name, app_user.name AS owner, user_id = $1 AS is_own, is_input,
  CASE WHEN is_shared THEN 'all' ELSE 'owner' END AS visible_to`
const VISIBLE = 'upload JOIN app_user ON app_user.id = user_id WHERE user_id = $1 OR is_shared'

const labelled = <Row extends UploadRow>({ owner, ...row }: Row) => ({
  ...row,
  label: uploadLabel(row.name, owner),
})

export type UploadStore = ReturnType<typeof createUploadStore>

/** Forecasts that users have uploaded. Whoever reads one must have found it by `visibleTo`. Calls reject with a `DatabaseError`. */
export function createUploadStore(database: Database) {
  const owned = createOwnedRows<{ id: string }>(database, {
    table: 'upload',
    entry: 'id::text',
    noun: 'an uploaded forecast',
    most: MAX_UPLOADS,
    removal: 'Delete',
  })

  /** The stored versions of some days in the order of their issue. No statement is sent without uploads, as most answers have none. */
  async function readVersions({ uploads, area, quantities }: WantedUploads, parts: readonly KnownPart[]) {
    if (uploads.length === 0) return []
    return database.query<VersionRow>(
      `SELECT upload_id::text AS upload, quantity, delivery_day AS day, ${utcOf('issued_at')} AS "issuedUtc", power_mw AS bytes
       FROM upload_version
       WHERE upload_id = ANY ($1::uuid[]) AND area = $2 AND quantity = ANY ($3::text[])
         AND delivery_day BETWEEN $4::date AND $5::date ORDER BY issued_at`,
      [uploads, area, quantities, parts[0]?.day.date ?? null, parts.at(-1)?.day.date ?? null],
    )
  }

  return {
    /** The uploads that a user may see, by label: the own ones, and those for all. */
    visibleTo: rememberWhileUnchanged(database, async (userId: number): Promise<Upload[]> => {
      const rows = await database.query<Omit<Upload, 'label'> & { owner: string }>(
        `SELECT ${SEEN} FROM ${VISIBLE} ORDER BY upload.name, owner`,
        [userId],
      )
      return rows.map(labelled)
    }),

    async list(userId: number): Promise<UploadEntry[]> {
      const rows = await database.query<Omit<UploadEntry, 'label'> & { owner: string }>(
        `SELECT seen.*, areas, quantities, first_day, last_day, last_issued_utc
         FROM (SELECT ${SEEN} FROM ${VISIBLE}) AS seen CROSS JOIN LATERAL (
           SELECT coalesce(array_agg(DISTINCT area), '{}') AS areas, coalesce(array_agg(DISTINCT quantity), '{}') AS quantities,
             min(delivery_day) AS first_day, max(delivery_day) AS last_day, ${isoOf('max(issued_at)')} AS last_issued_utc
           FROM upload_version WHERE upload_id = seen.id::uuid
         ) AS held ORDER BY seen.name, owner`,
        [userId],
      )
      return rows.map(labelled)
    },

    /** Adds values to a user's upload of a name, and makes it if there is none. A value of one time and issue replaces the one before. Call it with the user locked. */
    async write(
      connection: Transaction,
      userId: number,
      { name, visible_to }: NamedUpload,
      versions: readonly UploadVersion[],
    ): Promise<string> {
      const [kept] = await connection.query<{ id: string }>(
        `UPDATE upload SET is_shared = coalesce($3, is_shared), is_input = is_input AND coalesce($3, is_shared)
         WHERE user_id = $1 AND name = $2 RETURNING id::text`,
        [userId, name, visible_to === undefined ? null : visible_to === 'all'],
      )
      const { id } = kept ?? (await owned.add(connection, userId, { name, is_shared: visible_to === 'all' }))
      const rows = versions.map((version) => ({ ...version, issuedAt: new Date(version.issuedUtc) }))
      const keys = columnsOf(rows, 'area', 'quantity', 'day', 'issuedAt')
      const before = await connection.query<{ place: number; bytes: Uint8Array }>(
        `SELECT place, power_mw AS bytes FROM unnest($2::text[], $3::text[], $4::date[], $5::timestamptz[])
           WITH ORDINALITY AS given (area, quantity, delivery_day, issued_at, place)
           JOIN upload_version USING (area, quantity, delivery_day, issued_at) WHERE upload_id = $1::uuid`,
        [id, ...keys],
      )
      for (const { place, bytes } of before) {
        const row = rows[place - 1]
        const old = decodeChunk(bytes)
        if (row)
          row.quarters = row.quarters.map((mw, quarter) => (Number.isNaN(mw) ? (old[quarter] ?? NaN) : mw))
      }
      const { bytes, starts, lengths } = packBytes(rows.map(({ quarters }) => encodeChunk(quarters)))
      await connection.query(
        `INSERT INTO upload_version (upload_id, area, quantity, delivery_day, issued_at, power_mw)
         SELECT $1::uuid, area, quantity, delivery_day, issued_at, substring($6::bytea FROM start FOR length)
         FROM unnest($2::text[], $3::text[], $4::date[], $5::timestamptz[], $7::int[], $8::int[])
           AS given (area, quantity, delivery_day, issued_at, start, length)
         ON CONFLICT (upload_id, area, quantity, delivery_day, issued_at) DO UPDATE SET power_mw = excluded.power_mw`,
        [id, ...keys, bytes, starts, lengths],
      )
      const [most] = await connection.query<{ issues: number; total: number }>(
        `SELECT count(*) AS issues, (sum(count(*)) OVER ())::int AS total FROM upload_version
         WHERE upload_id = $1::uuid GROUP BY area, quantity, delivery_day ORDER BY issues DESC LIMIT 1`,
        [id],
      )
      if (most && (most.issues > MAX_ISSUES || most.total > MAX_VERSIONS))
        throw new RequestError(
          409,
          `${name} would have more than ${MAX_ISSUES} issues of a day, or ${MAX_VERSIONS} in all, which is the most that is kept.`,
        )
      await raiseRevision(connection)
      return id
    },

    /** The uploads that the final may use, by label. */
    async inputs(): Promise<Pick<Upload, 'id' | 'label'>[]> {
      const rows = await database.query<UploadRow>(
        `SELECT upload.id::text, upload.name, app_user.name AS owner FROM upload JOIN app_user ON app_user.id = user_id
         WHERE is_input ORDER BY upload.name, owner`,
      )
      return rows.map(labelled)
    },

    /** Lets the final use an upload from its next run on, or no longer. Rejects with a `RequestError` 404 if there is none that all users may see. */
    setInput: (id: string, isInput: boolean): Promise<void> =>
      database.transaction(async (connection) => {
        const rows = await connection.query(
          'UPDATE upload SET is_input = $2 WHERE id = $1::uuid AND is_shared RETURNING id',
          [id, isInput],
        )
        if (rows.length === 0)
          throw new RequestError(404, 'There is no such uploaded forecast that all users see.')
        await raiseRevision(connection)
      }),

    /** Rejects with a `RequestError` 404 if the user has no such upload. */
    remove: (userId: number, id: string): Promise<void> =>
      database.transaction(async (connection) => {
        await owned.remove(userId, id, connection)
        await raiseRevision(connection)
      }),

    /** Values by quarter hour, all read with one statement: of each the last that was issued when its day is looked at. Nothing issued after the cutoff of a day counts. Residual load that was not uploaded is that of its parts. */
    async read(
      { uploads, area, quantities }: WantedUploads,
      span: Span,
      known: Known,
      cutoffOf: (part: KnownPart) => number = () => Infinity,
    ): Promise<(upload: string, quantity: UploadVersion['quantity']) => Block> {
      const fromUtc = Math.floor(span.fromUtc / QUARTER_MS) * QUARTER_MS
      const length = Math.ceil((span.toUtc - fromUtc) / QUARTER_MS)
      const parts = knownParts(known, { fromUtc, toUtc: fromUtc + length * QUARTER_MS }).map((part) => ({
        ...part,
        knownUtc: Math.min(part.knownUtc, cutoffOf(part)),
      }))
      const wanted = quantities.includes('residual') ? (['residual', ...QUANTITIES] as const) : quantities
      const rows = await readVersions({ uploads, area, quantities: wanted }, parts)
      const issues = new Map<string, VersionRow[]>()
      for (const row of rows) {
        const name = `${row.upload} ${row.quantity} ${row.day}`
        issues.set(name, [...(issues.get(name) ?? []), row])
      }
      const blockOf = (upload: string, quantity: UploadVersion['quantity']): Block => {
        const powerMw = new Float64Array(length).fill(NaN)
        for (const part of parts)
          for (const { issuedUtc, bytes } of issues.get(`${upload} ${quantity} ${part.day.date}`) ?? []) {
            if (issuedUtc > part.knownUtc) continue
            const values = decodeChunk(bytes)
            for (let utc = part.fromUtc; utc < part.toUtc; utc += QUARTER_MS) {
              const mw = values[(utc - part.day.fromUtc) / QUARTER_MS] ?? NaN
              if (!Number.isNaN(mw)) powerMw[(utc - fromUtc) / QUARTER_MS] = toMegawatts(mw)
            }
          }
        return { startsAtUtc: fromUtc, stepMinutes: 15, powerMw }
      }
      return (upload, quantity) => {
        const own = blockOf(upload, quantity)
        if (quantity !== 'residual') return own
        const ofParts = differenceOf(QUANTITIES.map((part) => blockOf(upload, part)))
        const whole = (mw: number, slot: number) => (Number.isNaN(mw) ? (ofParts.powerMw[slot] ?? NaN) : mw)
        return { ...own, powerMw: own.powerMw.map(whole) }
      }
    },
  }
}
