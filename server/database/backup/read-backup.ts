import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

import { z } from 'zod'

import { findUnknown } from '#server/database/migrations.ts'
import { codeOf, StartError } from '#server/errors.ts'

import { BACKUP_FORMAT, BackupEndSchema, BackupHeaderSchema, BackupTableSchema } from './backup-format.ts'
import type { BackupHeader, BackupTable, TableSum } from './backup-format.ts'
import type { RowTexts } from './stored-tables.ts'

/** Reason to refuse a backup; the database is unchanged. */
export class BackupError extends StartError {
  override name = 'BackupError'
}

/** A row of a large table has some ten thousand bytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const DAMAGED = 'is damaged. Nothing was changed.'
const FOREIGN = 'is not a backup of Energy Metrics. Nothing was changed.'
const NEWER =
  'was made by a newer version of Energy Metrics. Nothing was changed: restore it with that version.'

/** Consecutive rows, or another line. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  | { kind: 'rows'; rows: RowTexts[] }
  | { kind: 'end'; sums: TableSum[] }

async function* readLines(file: string): AsyncGenerator<string[]> {
  // A pipe cannot be read twice, and never ends without a writer.
  if (!(await stat(file)).isFile()) throw new BackupError('is not a regular file.')
  /** Pieces of an unfinished line, joined once so that a long line does not take quadratic time. */
  let rest: string[] = []
  let restLength = 0
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  for await (const piece of text.setEncoding('utf8')) {
    const [first = '', ...lines] = String(piece).split('\n')
    rest.push(first)
    restLength += first.length
    if (restLength > MAX_LINE_BYTES) throw new BackupError(DAMAGED)
    const last = lines.pop()
    if (last === undefined) continue
    yield [rest.join(''), ...lines]
    rest = [last]
    restLength = last.length
  }
  if (restLength > 0) throw new BackupError(DAMAGED)
}

const RowSchema = z.array(z.string().nullable())

function readHeader(json: unknown): BackupHeader {
  const header = BackupHeaderSchema.parse(json)
  if (header.format > BACKUP_FORMAT || findUnknown(header.schema) !== null) throw new BackupError(NEWER)
  return header
}

/** Rejects with a `BackupError`, at the latest at the end. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const sha256 = createHash('sha256')
  let last: BackupPart['kind'] | null = null

  function readPart(line: string): BackupPart {
    const json: unknown = JSON.parse(line)
    if (last === null) return { kind: 'header', header: readHeader(json) }
    if (last === 'end') throw new BackupError(DAMAGED)
    if (Array.isArray(json)) return { kind: 'rows', rows: [RowSchema.parse(json)] }
    const table = BackupTableSchema.safeParse(json).data
    if (table !== undefined) return { kind: 'table', table }
    const end = BackupEndSchema.parse(json)
    if (end.sha256 !== sha256.digest('hex')) throw new BackupError(DAMAGED)
    return { kind: 'end', sums: end.sums }
  }

  try {
    for await (const lines of readLines(file)) {
      const parts: BackupPart[] = []
      for (const line of lines) {
        const part = readPart(line)
        const before = parts.at(-1)
        if (part.kind === 'rows' && before?.kind === 'rows') before.rows.push(...part.rows)
        else parts.push(part)
        last = part.kind
        if (last !== 'end') sha256.update(`${line}\n`)
      }
      yield* parts
    }
  } catch (error) {
    throw refusalOf(error, last !== null)
  }
  if (last !== 'end') throw new BackupError(last === null ? FOREIGN : DAMAGED)
}

function refusalOf(error: unknown, isBegun: boolean): unknown {
  const code = codeOf(error)
  if (error instanceof SyntaxError || error instanceof z.ZodError || code.startsWith('Z_'))
    return new BackupError(isBegun ? DAMAGED : FOREIGN)
  if (code === 'ENOENT') return new BackupError('does not exist.')
  if (code === 'EACCES' || code === 'EPERM') return new BackupError('cannot be read: you are not allowed to.')
  return error
}

export async function checkBackup(file: string) {
  let header: BackupHeader | null = null
  let sums: TableSum[] | null = null
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'end') sums = part.sums
  }
  if (header === null || sums === null) throw new BackupError(DAMAGED)
  return { header, sums, total: sums.reduce((total, { rows }) => total + rows, 0) }
}
