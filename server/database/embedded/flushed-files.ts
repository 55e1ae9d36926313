import { fsyncSync } from 'node:fs'

import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

import { flushToDisk } from '#server/database/flush-to-disk.ts'
import { codeOf } from '#server/errors.ts'

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

/** The engine's own file system never flushes, and lets all users write. */
export function createFlushedFiles(
  dataDir: string,
  onLog: (line: string) => void,
  onLoad: (engine: PGlite['Module']) => void,
): NodeFS {
  const files = new NodeFS(dataDir)
  const init = files.init.bind(files)
  files.init = async (engine, options) => {
    const { emscriptenOpts } = await init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), changeFiles, onLoad]
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
  const { tryFSOperation } = nodeFiles
  nodeFiles.tryFSOperation = (work) =>
    tryFSOperation(() => {
      try {
        return work()
      } catch (error) {
        const code = codeOf(error)
        // Node.js has no name for some errors, such as one of a file system to be repaired.
        if (code !== '') Object.assign(Object(error), { code: /^unknown/i.test(code) ? 'EIO' : code })
        throw error
      }
    })
  nodeFiles.stream_ops.fsync = ({ node, nfd }) => {
    nodeFiles.tryFSOperation(() => {
      if (nfd === undefined) flushToDisk(nodeFiles.realPath(node), 'folder')
      else fsyncSync(nfd)
    })
    return 0
  }
}
