import { statfsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

import { PGlite, types } from '@electric-sql/pglite'

import { PLAIN_READ } from '#server/database/database.ts'

import { createFlushedFiles } from './flushed-files.ts'

/** One session of the embedded engine: one statement at a time, in the order of the calls. Errors carry their SQLSTATE in `code`. */
export interface EmbeddedEngine {
  query: (text: string, parameters: readonly unknown[]) => Promise<object[]>
  /** Runs several statements without parameters. */
  script: (text: string) => Promise<void>
  close: () => Promise<void>
}

export interface LocalEngine extends EmbeddedEngine {
  /** The whole data folder as a tar file. */
  dump: () => Promise<Uint8Array>
}

export interface EmbeddedEngineOptions {
  /** Absolute path. Without one the database lives in memory. */
  dataDir?: string
  /** The result of an earlier `dump` to start from. */
  dump?: Uint8Array
}

/** `\x00ff` as bytes in memory of their own: with a part of Node's pool, a thread would be sent the whole of it. */
const parseBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))

/** PGlite sends bytes as they are. Its type knows only text. */
function toBinary(bytes: Uint8Array): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return bytes as unknown as string
}

/**
 * `-F` is left out because it forbids flushing. `fsync` is the only way of flushing that reaches our files. By default the
 * write-ahead log would grow to 1 GB before it is cut. The default cache of 128 MB holds what the operating system caches as well:
 * with a quarter of it, an open database of 41 MB takes 110 MB less, and the same queries as much processor time.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((word) => word !== '-F'),
  ...['wal_sync_method=fsync', 'max_wal_size=64MB', 'shared_buffers=32MB', 'TimeZone=UTC'].flatMap(
    (setting) => ['-c', setting],
  ),
]

/** How much of a function runs before its code is made fast. By default a start compiles half of the engine twice (decision 11). */
setFlagsFromString('--wasm-tiering-budget=200000000')

/** A line of the engine's log that says why it gave up. */
const LAST_WORDS = /\b(?:FATAL|PANIC): +(.+)$/

/** Two segments of the write-ahead log. An engine that meets a full disk in the middle of a write can turn in circles for ever. */
const ROOM_FOR_WRITES_BYTES = 32 * 2 ** 20
/** A statement can make tables and indexes of several files each, and a segment of the log. */
const ROOM_FOR_FILES = 32
const LOCKING_READ = /\bFOR (NO KEY )?(UPDATE|SHARE)\b/
const ENDS_OR_BEGINS = /^(BEGIN|COMMIT|ROLLBACK|SET)\b/

/** Refuses a write, with PostgreSQL's code for a full disk, while the disk of the folder has no room for it. */
function requireRoom(dataDir: string, text: string): void {
  if ((PLAIN_READ.test(text) && !LOCKING_READ.test(text)) || ENDS_OR_BEGINS.test(text)) return
  const { bavail, bsize, files, ffree } = statfsSync(dataDir)
  // A file system that makes inodes as they are needed counts none.
  const lacks =
    bavail * bsize < ROOM_FOR_WRITES_BYTES
      ? 'less than 32 MB are free'
      : files > 0 && ffree < ROOM_FOR_FILES
        ? 'it has no inodes for more files'
        : null
  if (lacks !== null) throw Object.assign(new Error(lacks), { code: '53100' })
}

/** Opens the engine on this thread. A new data folder is initialised, which takes some seconds. Rejects with the engine's own reason. */
export async function openEmbeddedEngine({ dataDir, dump }: EmbeddedEngineOptions): Promise<LocalEngine> {
  let reason: string | null = null
  const onLog = (line: string) => (reason ??= LAST_WORDS.exec(line)?.[1] ?? null)
  const pglite = await PGlite.create({
    ...(dataDir !== undefined && { fs: createFlushedFiles(dataDir, onLog) }),
    ...(dump && { loadDataDir: new Blob([new Uint8Array(dump)]) }),
    startParams: START_PARAMETERS,
    serializers: { [types.BYTEA]: toBinary },
    parsers: { [types.BYTEA]: parseBytes, [types.INT8]: Number, [types.DATE]: String },
  }).catch((error: unknown) => {
    throw reason === null ? error : new Error(reason, { cause: error })
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
