import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

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

/** Flushes the names in a folder: what was made, renamed or removed there stays so. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export async function writeFlushedFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes everything below a folder. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await flushFolder(path)
    else if (entry.isFile()) {
      const handle = await open(path, 'r+')
      await handle.sync().finally(() => handle.close())
    }
  }
  await flushFolder(folder)
}
