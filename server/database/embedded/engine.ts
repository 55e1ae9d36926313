import { statfsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

import { PGlite, types } from '@electric-sql/pglite'

import { PLAIN_READ } from '#server/database/database.ts'

import { createFlushedFiles } from './flushed-files.ts'

/** One statement at a time. Errors have their SQLSTATE in `code`. */
export interface EmbeddedEngine {
  query: (text: string, parameters: readonly unknown[]) => Promise<object[]>
  script: (text: string) => Promise<void>
  close: () => Promise<void>
}

export interface LocalEngine extends EmbeddedEngine {
  dump: () => Promise<Uint8Array>
}

export interface EmbeddedEngineOptions {
  /** Absolute path; without it the database is in memory. */
  dataDir?: string
  dump?: Uint8Array
}

/** Uses memory of its own: a slice of Node's pool would send the whole pool to a thread. */
const parseBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))

/** PGlite sends bytes as they are, but its type allows only text. */
function toBinary(bytes: Uint8Array): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return bytes as unknown as string
}

/**
 * `-F` would forbid flushing; only `fsync` reaches our files. By default the write-ahead log would grow to 1 GB. The default cache of 128 MB repeats
 * the operating system's: with a quarter, an open database of 41 MB takes 110 MB less, and queries as much processor time.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((word) => word !== '-F'),
  ...['wal_sync_method=fsync', 'max_wal_size=64MB', 'shared_buffers=32MB', 'TimeZone=UTC'].flatMap(
    (setting) => ['-c', setting],
  ),
]

/** By default a start compiles half of the engine twice (decision 11). */
setFlagsFromString('--wasm-tiering-budget=200000000')

const FATAL_REASON = /\b(?:FATAL|PANIC): +(.+)$/

/** PGlite's number for a statement that failed. */
const STATEMENT_FAILED = 100
/** PostgreSQL's code for a crash. */
export const CRASHED = '57P02'

/** PGlite catches the end of the engine, such as after a failed write to the log, and would run on, possibly forever. */
function stopWhereItEnds(engine: PGlite['Module'], toError: (cause: unknown) => Error): void {
  const run = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (cause) {
      if (cause instanceof Object && 'status' in cause && cause.status === STATEMENT_FAILED) throw cause
      const error = toError(cause)
      const refuse = () => {
        throw error
      }
      for (const name of Object.keys(engine).filter((key) => /^(_|stackRestore$)/.test(key)))
        Object.assign(engine, { [name]: refuse })
      throw error
    }
  }
}

/** Two log segments. If the disk fills up during a write, the engine ends, and needs room to be opened again. */
const ROOM_FOR_WRITES_BYTES = 32 * 2 ** 20
/** Files of tables and indexes, and a segment of the log. */
const ROOM_FOR_FILES = 32
const LOCKING_READ = /\bFOR (NO KEY )?(UPDATE|SHARE)\b/
const ENDS_OR_BEGINS = /^(BEGIN|COMMIT|ROLLBACK|SET)\b/

/** Refuses with PostgreSQL's code for a full disk. */
function requireRoom(dataDir: string, text: string): void {
  if ((PLAIN_READ.test(text) && !LOCKING_READ.test(text)) || ENDS_OR_BEGINS.test(text)) return
  const { bavail, bsize, files, ffree } = statfsSync(dataDir)
  // File systems that create inodes on demand count none.
  const lacks =
    bavail * bsize < ROOM_FOR_WRITES_BYTES
      ? 'less than 32 MB are free'
      : files > 0 && ffree < ROOM_FOR_FILES
        ? 'it has no inodes for more files'
        : null
  if (lacks !== null) throw Object.assign(new Error(lacks), { code: '53100' })
}

/** Opens the engine on this thread. A new data folder takes some seconds. Rejects with the engine's own reason. */
export async function openEmbeddedEngine({ dataDir, dump }: EmbeddedEngineOptions): Promise<LocalEngine> {
  let reason: string | null = null
  const onLog = (line: string) => (reason ??= FATAL_REASON.exec(line)?.[1] ?? null)
  const toError = (cause: unknown) =>
    Object.assign(new Error(reason ?? String(cause), { cause }), { code: CRASHED })
  const onLoad = (engine: PGlite['Module']) => stopWhereItEnds(engine, toError)
  const pglite = await PGlite.create({
    ...(dataDir !== undefined && { fs: createFlushedFiles(dataDir, onLog, onLoad) }),
    ...(dump && { loadDataDir: new Blob([new Uint8Array(dump)]) }),
    startParams: START_PARAMETERS,
    serializers: { [types.BYTEA]: toBinary },
    parsers: { [types.BYTEA]: parseBytes, [types.INT8]: Number, [types.DATE]: String },
  }).catch((error: unknown) => {
    throw reason === null ? error : toError(error)
  })
  return {
    async query(text, parameters) {
      if (dataDir !== undefined) requireRoom(dataDir, text)
      const result = await pglite.query<object>(text, [...parameters])
      return result.rows
    },
    async script(text) {
      await pglite.exec(text)
    },
    async dump() {
      const dump = await pglite.dumpDataDir('none')
      return new Uint8Array(await dump.arrayBuffer())
    },
    close: () => pglite.close(),
  }
}
