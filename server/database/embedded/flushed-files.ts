import { closeSync, fsyncSync, openSync } from 'node:fs'

import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the engine's file system looks like inside: every open file has the descriptor that the system gave it. */
interface OpenFile {
  node: object
  /** Missing for a folder. */
  nfd?: number
}
interface NodeFiles {
  stream_ops: { fsync?: (file: OpenFile) => number }
  realPath: (node: object) => string
}

/** The engine's number for "input/output error". */
const EIO = 29

/**
 * The files of a data folder for the engine. When it asks to flush a file to the disk, the file is flushed. The engine's own file
 * system would answer yes and do nothing. `onLog` gets what the engine logs.
 */
export function createFlushedFiles(dataDir: string, onLog: (line: string) => void): NodeFS {
  const files = new NodeFS(dataDir)
  const init = files.init.bind(files)
  files.init = async (engine, options) => {
    const { emscriptenOpts } = await init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, printErr: onLog } }
  }
  return files
}

function addFsync({ NODEFS }: { NODEFS: unknown }): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave out what it is made of
  const nodeFiles = NODEFS as NodeFiles
  nodeFiles.stream_ops.fsync = ({ node, nfd }) => {
    try {
      if (nfd === undefined) flushPath(nodeFiles.realPath(node))
      else fsyncSync(nfd)
      return 0
    } catch {
      return EIO
    }
  }
}

function flushPath(path: string): void {
  // Windows flushes no folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
