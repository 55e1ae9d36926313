import { PGlite, types } from '@electric-sql/pglite'

/** One session of the embedded engine: one statement at a time, in the order of the calls. Errors carry their SQLSTATE in `code`. */
export interface EmbeddedEngine {
  query: (text: string, parameters: readonly unknown[]) => Promise<object[]>
  /** Runs several statements without parameters. */
  script: (text: string) => Promise<void>
  close: () => Promise<void>
}

/** The engine in this very thread. */
export interface LocalEngine extends EmbeddedEngine {
  /** The whole data folder as a tar file. */
  dump: () => Promise<Uint8Array>
}

export interface EmbeddedEngineOptions {
  /** Absolute path; without one the database lives in memory. */
  dataDir?: string
  /** The result of an earlier `dump` to start from. */
  dump?: Uint8Array
}

/** Each value owns its memory, so that a thread can hand it over without a copy. */
function parseBytes(hex: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow((hex.length - 2) / 2)
  bytes.write(hex.slice(2), 'hex')
  return new Uint8Array(bytes.buffer)
}

// The write-ahead log of an embedded folder would otherwise grow to 1 GB before it is cut.
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB', '-c', 'TimeZone=UTC']

/** Opens the engine on this thread; a new data folder is initialised, which takes some seconds. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<LocalEngine> {
  const pglite = await PGlite.create({
    ...(options.dataDir !== undefined && { dataDir: `file://${options.dataDir}` }),
    ...(options.dump && { loadDataDir: new Blob([new Uint8Array(options.dump)]) }),
    startParams: START_PARAMETERS,
    parsers: { [types.BYTEA]: parseBytes, [types.INT8]: Number, [types.DATE]: String },
  })
  return {
    async query(text, parameters) {
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
