import type { MemberCode } from '#contract/areas.ts'
import type { Part } from '#contract/row-tables.ts'
import { QUARTER_MS, type Span } from '#contract/time.ts'
import { marketDay, timeOfDay } from '#contract/zone-time.ts'
import { columnsOf, packBytes, utcOf } from '#server/database/columns.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import { decodeChunk, encodeChunk, toMegawatts } from '#server/series/chunks/chunk-codec.ts'
import { type Known, type KnownPart, knownParts } from '#server/series/known.ts'
import { differenceOf } from '#server/series/residual-load.ts'
import { type Block, QUANTITIES } from '#server/series/series.ts'

/** Per upload. The oldest days are deleted. */
const MAX_VERSIONS = 100_000
/** Per day that is not over. */
const MAX_ISSUES = 24

/** One delivery day (Brussels) and issue. */
export interface UploadVersion {
  area: MemberCode
  quantity: Part | 'residual'
  day: string
  issuedUtc: number
  /** MW by quarter hour; NaN for none. */
  quarters: Float32Array
}

interface WantedUploads {
  uploads: readonly string[]
  area: MemberCode
  quantities: readonly UploadVersion['quantity'][]
}

/** Values issued in time as claimed; `hadArrived` also requires arrival in time. */
export type UploadedBlock = (
  upload: string,
  quantity: UploadVersion['quantity'],
  hadArrived?: boolean,
) => Block

export interface AskedMoment {
  area: MemberCode
  day: string
  utc: number
}

export type ReadMoments = (
  connection: Transaction,
  days: { from: string; to: string },
) => Promise<readonly AskedMoment[]>

interface Row extends Omit<UploadVersion, 'quarters'> {
  /** Null for an import by command, and for older rows. */
  receivedUtc: number | null
  bytes: Uint8Array
}

const KEYS = ['area', 'quantity', 'day', 'issuedUtc'] as const
const GIVEN = `unnest($2::text[], $3::text[], $4::date[], $5::float8[])
  WITH ORDINALITY AS given (area, quantity, delivery_day, issued_utc, place)`
const IS_GIVEN = `upload_id = $1::uuid AND version.area = given.area AND version.quantity = given.quantity
  AND version.delivery_day = given.delivery_day AND version.issued_at = to_timestamp(issued_utc / 1000)`
const FIELDS = `area, quantity, delivery_day AS day, ${utcOf('issued_at')} AS "issuedUtc",
  ${utcOf('received_at')} AS "receivedUtc", power_mw AS bytes`

/** A value replaces the one of the same time and issue. Returns whether a value of a begun day changed. */
export async function writeVersions(
  connection: Transaction,
  upload: string,
  versions: readonly UploadVersion[],
  { nowUtc, receivedUtc }: { nowUtc: number; receivedUtc: number | null },
): Promise<boolean> {
  const before = await connection.query<{ place: number; bytes: Uint8Array }>(
    `SELECT place, power_mw AS bytes FROM ${GIVEN} JOIN upload_version AS version ON ${IS_GIVEN}`,
    [upload, ...columnsOf(versions, ...KEYS)],
  )
  const old = new Map(before.map(({ place, bytes }) => [place - 1, decodeChunk(bytes)]))
  let isPastChanged = false
  const changed = versions.flatMap((version, place) => {
    const known = old.get(place)
    if (known === undefined) return [version]
    const quarters = laidOver(known, version.quarters)
    const isOther = (quarter: number) => !Object.is(quarters[quarter], known[quarter])
    const differing = [...quarters.keys()].filter(isOther)
    isPastChanged ||=
      timeOfDay(version.day) <= nowUtc && differing.some((quarter) => !Number.isNaN(known[quarter] ?? NaN))
    return differing.length === 0 ? [] : [{ ...version, quarters }]
  })
  await storeVersions(
    connection,
    upload,
    changed.map(({ quarters, ...version }) => ({ ...version, receivedUtc, bytes: encodeChunk(quarters) })),
  )
  return isPastChanged
}

function laidOver(before: Float32Array, after: Float32Array): Float32Array {
  return after.map((mw, quarter) => (Number.isNaN(mw) ? (before[quarter] ?? NaN) : mw))
}

async function storeVersions(connection: Transaction, upload: string, rows: readonly Row[]): Promise<void> {
  const { bytes, starts, lengths } = packBytes(rows.map((row) => row.bytes))
  await connection.query(
    `INSERT INTO upload_version (upload_id, area, quantity, delivery_day, issued_at, received_at, power_mw)
     SELECT $1::uuid, area, quantity, delivery_day, to_timestamp(issued_utc / 1000), to_timestamp(received_utc / 1000),
       substring($7::bytea FROM start FOR length)
     FROM unnest($2::text[], $3::text[], $4::date[], $5::float8[], $6::float8[], $8::int[], $9::int[])
       AS given (area, quantity, delivery_day, issued_utc, received_utc, start, length)
     ON CONFLICT (upload_id, area, quantity, delivery_day, issued_at)
       DO UPDATE SET power_mw = excluded.power_mw, received_at = excluded.received_at`,
    [upload, ...columnsOf(rows, ...KEYS, 'receivedUtc'), bytes, starts, lengths],
  )
}

/** Deletes versions that count at no moment, except the first and last: of days that ended since the last call, and of days with many versions. */
export async function thinVersions(
  connection: Transaction,
  upload: string,
  touched: readonly string[],
  nowUtc: number,
  readMoments: ReadMoments,
): Promise<void> {
  const rows = await connection.query<Row>(
    `SELECT ${FIELDS} FROM (
       SELECT version.*, count(*) OVER (PARTITION BY area, quantity, delivery_day) AS issues
       FROM upload_version AS version JOIN upload ON upload.id = upload_id
       WHERE upload_id = $1::uuid
         AND (delivery_day = ANY ($2::date[]) OR (delivery_day >= thinned_to AND delivery_day < $3::date))
     ) AS counted
     WHERE issues > CASE WHEN delivery_day < $3::date THEN 2 ELSE $4::int END ORDER BY issued_at`,
    [upload, touched, marketDay(nowUtc), MAX_ISSUES],
  )
  await connection.query('UPDATE upload SET thinned_to = $2::date WHERE id = $1::uuid', [
    upload,
    marketDay(nowUtc),
  ])
  const series = new Map<string, Row[]>()
  for (const row of rows) {
    const name = `${row.area} ${row.quantity} ${row.day}`
    series.set(name, [...(series.get(name) ?? []), row])
  }
  const days = rows.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const moments = from === undefined || to === undefined ? [] : await readMoments(connection, { from, to })
  const thinned = [...series.values()].map((versions) => {
    const asked = moments.filter(({ area, day }) => area === versions[0]?.area && day === versions[0].day)
    return thinnedOf(
      versions,
      asked.map(({ utc }) => utc),
    )
  })
  const gone = thinned.flatMap((one) => one.gone)
  if (gone.length > 0)
    await connection.query(`DELETE FROM upload_version AS version USING ${GIVEN} WHERE ${IS_GIVEN}`, [
      upload,
      ...columnsOf(gone, ...KEYS),
    ])
  await storeVersions(
    connection,
    upload,
    thinned.flatMap((one) => one.changed),
  )
  await connection.query(
    `DELETE FROM upload_version WHERE upload_id = $1::uuid
       AND $2::int < (SELECT count(*) FROM upload_version WHERE upload_id = $1::uuid)
       AND delivery_day <= (SELECT delivery_day FROM upload_version WHERE upload_id = $1::uuid
         ORDER BY delivery_day DESC OFFSET $2::int LIMIT 1)`,
    [upload, MAX_VERSIONS],
  )
}

/** `gone` counts at no moment, as claimed or as arrived. The next kept version takes over its values, as a reader would overlay them. */
function thinnedOf(rows: readonly Row[], moments: readonly number[]): { gone: Row[]; changed: Row[] } {
  const kept = new Set([
    rows[0],
    rows.at(-1),
    ...moments.flatMap((utc) =>
      [false, true].map((hadArrived) => rows.findLast((row) => isKnownBy(row, utc, hadArrived))),
    ),
  ])
  let below: Float32Array | null = null
  const changed: Row[] = []
  for (const row of rows) {
    const values: Float32Array = decodeChunk(row.bytes)
    const whole: Float32Array = below === null ? values : laidOver(below, values)
    if (kept.has(row) && below !== null) changed.push({ ...row, bytes: encodeChunk(whole) })
    below = kept.has(row) ? null : whole
  }
  return { gone: rows.filter((row) => !kept.has(row)), changed }
}

const isKnownBy = (
  { issuedUtc, receivedUtc }: Pick<Row, 'issuedUtc' | 'receivedUtc'>,
  utc: number,
  hadArrived: boolean,
) => issuedUtc <= utc && (!hadArrived || (receivedUtc ?? issuedUtc) <= utc)

/** The last values issued by the moment of a day and the cutoff. Residual load that was not uploaded is computed from its parts. */
export async function readUploadValues(
  database: Database,
  { uploads, area, quantities }: WantedUploads,
  span: Span,
  known: Known,
  cutoffOf: (part: KnownPart) => number = () => Infinity,
): Promise<UploadedBlock> {
  const fromUtc = Math.floor(span.fromUtc / QUARTER_MS) * QUARTER_MS
  const length = Math.ceil((span.toUtc - fromUtc) / QUARTER_MS)
  const parts = knownParts(known, { fromUtc, toUtc: fromUtc + length * QUARTER_MS }).map((part) => ({
    ...part,
    knownUtc: Math.min(part.knownUtc, cutoffOf(part)),
  }))
  const issues = new Map<string, Row[]>()
  const wanted = quantities.includes('residual') ? ['residual', ...QUANTITIES] : quantities
  // Most answers have no uploads.
  const rows =
    uploads.length === 0
      ? []
      : await database.query<Row & { upload: string }>(
          `SELECT upload_id::text AS upload, ${FIELDS} FROM upload_version
           WHERE upload_id = ANY ($1::uuid[]) AND area = $2 AND quantity = ANY ($3::text[])
             AND delivery_day BETWEEN $4::date AND $5::date ORDER BY issued_at`,
          [uploads, area, wanted, parts[0]?.day.date ?? null, parts.at(-1)?.day.date ?? null],
        )
  for (const row of rows) {
    const name = `${row.upload} ${row.quantity} ${row.day}`
    issues.set(name, [...(issues.get(name) ?? []), row])
  }

  const blockOf: UploadedBlock = (upload, quantity, hadArrived = false) => {
    const powerMw = new Float64Array(length).fill(NaN)
    for (const part of parts)
      for (const row of issues.get(`${upload} ${quantity} ${part.day.date}`) ?? []) {
        if (!isKnownBy(row, part.knownUtc, hadArrived)) continue
        const values = decodeChunk(row.bytes)
        for (let utc = part.fromUtc; utc < part.toUtc; utc += QUARTER_MS) {
          const mw = values[(utc - part.day.fromUtc) / QUARTER_MS] ?? NaN
          if (!Number.isNaN(mw)) powerMw[(utc - fromUtc) / QUARTER_MS] = toMegawatts(mw)
        }
      }
    return { startsAtUtc: fromUtc, stepMinutes: 15, powerMw }
  }
  return (upload, quantity, hadArrived) => {
    const own = blockOf(upload, quantity, hadArrived)
    if (quantity !== 'residual') return own
    const ofParts = differenceOf(QUANTITIES.map((part) => blockOf(upload, part, hadArrived)))
    const whole = (mw: number, slot: number) => (Number.isNaN(mw) ? (ofParts.powerMw[slot] ?? NaN) : mw)
    return { ...own, powerMw: own.powerMw.map(whole) }
  }
}

/** Bytes on disk, with indexes. */
export async function readUploadBytes(database: Queryable): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('upload_version')::float8 AS bytes`,
  )
  return row?.bytes ?? 0
}
