import { fsyncSync } from 'node:fs'

import { NodeFS } from '@electric-sql/pglite/nodefs'

import { flushToDisk } from '#server/database/flush-to-disk.ts'

/** A file inside the engine's file system. */
interface OpenFile {
  node: object
  /** Missing for a folder. */
  nfd?: number
}
interface NodeFiles {
  stream_ops: { fsync?: (file: OpenFile) => number }
  node_ops: {
    mknod: (parent: object, name: string, mode: number, device: number) => object
    setattr: (node: object, attributes: { mode?: number }) => void
  }
  realPath: (node: object) => string
  tryFSOperation: <Result>(work: () => Result) => Result
}

/** Input/output error, by the engine's own number. */
const EIO = 29
/** `EDQUOT` of Linux, which neither Node.js nor the engine can name. */
const QUOTA_ERRNO = -122

/** The engine's own file system never flushes, and lets all users write. */
export function createFlushedFiles(dataDir: string, onLog: (line: string) => void): NodeFS {
  const files = new NodeFS(dataDir)
  const init = files.init.bind(files)
  files.init = async (engine, options) => {
    const { emscriptenOpts } = await init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), changeFiles]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, printErr: onLog } }
  }
  return files
}

const withoutOthers = (mode: number) => mode & ~0o077

function changeFiles({ NODEFS }: { NODEFS: unknown }): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave out what it is made of
  const nodeFiles = NODEFS as NodeFiles
  const { mknod, setattr } = nodeFiles.node_ops
  nodeFiles.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, withoutOthers(mode), device)
  nodeFiles.node_ops.setattr = (node, { mode, ...others }) =>
    setattr(node, mode === undefined ? others : { ...others, mode: withoutOthers(mode) })
  nodeFiles.stream_ops.fsync = ({ node, nfd }) => {
    try {
      if (nfd === undefined) flushToDisk(nodeFiles.realPath(node), 'folder')
      else fsyncSync(nfd)
      return 0
    } catch {
      return EIO
    }
  }
  const { tryFSOperation } = nodeFiles
  nodeFiles.tryFSOperation = (work) =>
    tryFSOperation(() => {
      try {
        return work()
      } catch (error) {
        const isQuota = error instanceof Error && 'errno' in error && error.errno === QUOTA_ERRNO
        throw isQuota ? Object.assign(error, { code: 'ENOSPC' }) : error
      }
    })
}
