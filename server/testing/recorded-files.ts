import fs, { type PathLike } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The operations of a process on the files of a folder, in order. A write names its file by number, whatever that is called later. */
type Operation =
  | { kind: 'open'; file: number; path: string; isEmptied: boolean }
  | { kind: 'write'; file: number; position: number; bytes: Buffer }
  | { kind: 'cut'; file: number; path: string | null; length: number }
  | { kind: 'flush'; file: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }
  | { kind: 'folder'; path: string }

/** How much of a write the disk keeps that was not flushed before the power went. */
export type KeptPart = 'all' | 'nothing' | 'half'

interface ReplayOptions {
  /** False plays a disk that forgets what it said it had flushed. */
  isFlushed: boolean
}

export interface RecordedFiles {
  length(): number
  /**
   * Makes the folder as a power cut after that many operations can leave it: what was flushed is there, and of each other
   * write the part that `keep` says. Names change in the order in which they were changed, as a journal keeps them.
   */
  replay(upTo: number, keep: () => KeptPart, options?: ReplayOptions): Promise<string>
  stop(): Promise<void>
}

const SECTOR_BYTES = 512

/** Records what this process does to the files of `folder` through Node's synchronous calls, which are the engine's. */
export async function recordFiles(folder: string): Promise<RecordedFiles> {
  const base = await mkdtemp(join(tmpdir(), 'energy-metrics-power-cut-'))
  await cp(folder, join(base, 'base'), { recursive: true })
  const operations: Operation[] = []
  const files = new Map<string, number>()
  const descriptors = new Map<number, number>()
  const real = { ...fs }
  const isInside = (path: PathLike): path is string =>
    typeof path === 'string' && path.startsWith(`${folder}/`)

  function fileAt(path: string): number {
    const file = files.get(path) ?? operations.length + 1_000_000
    files.set(path, file)
    return file
  }
  const recording = {
    openSync(path: PathLike, flags?: number | string, mode?: number) {
      const descriptor = real.openSync(path, flags ?? 'r', mode)
      descriptors.delete(descriptor)
      if (isInside(path) && !fs.fstatSync(descriptor).isDirectory()) {
        const file = fileAt(path)
        descriptors.set(descriptor, file)
        const isEmptied = typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0
        operations.push({ kind: 'open', file, path, isEmptied })
      }
      return descriptor
    },
    writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) {
      const written = real.writeSync(descriptor, bytes, offset, length, position)
      const file = descriptors.get(descriptor)
      const copy = Buffer.from(bytes.subarray(offset, offset + written))
      if (file !== undefined) operations.push({ kind: 'write', file, position, bytes: copy })
      return written
    },
    ftruncateSync(descriptor: number, length: number) {
      real.ftruncateSync(descriptor, length)
      const file = descriptors.get(descriptor)
      if (file !== undefined) operations.push({ kind: 'cut', file, path: null, length })
    },
    truncateSync(path: string, length: number) {
      real.truncateSync(path, length)
      if (isInside(path)) operations.push({ kind: 'cut', file: fileAt(path), path, length })
    },
    fsyncSync(descriptor: number) {
      real.fsyncSync(descriptor)
      const file = descriptors.get(descriptor)
      if (file !== undefined) operations.push({ kind: 'flush', file })
    },
    renameSync(from: string, to: string) {
      real.renameSync(from, to)
      if (!isInside(from)) return
      const file = files.get(from)
      files.delete(from)
      if (file === undefined) files.delete(to)
      else files.set(to, file)
      operations.push({ kind: 'rename', from, to })
    },
    unlinkSync(path: string) {
      real.unlinkSync(path)
      if (!isInside(path)) return
      files.delete(path)
      operations.push({ kind: 'remove', path })
    },
    mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
      real.mkdirSync(path, options)
      if (isInside(path)) operations.push({ kind: 'folder', path })
    },
  }
  Object.assign(fs, recording)
  syncBuiltinESMExports()

  return {
    length: () => operations.length,
    async replay(upTo, keep, { isFlushed } = { isFlushed: true }) {
      const copy = await mkdtemp(join(base, 'cut-'))
      await cp(join(base, 'base'), copy, { recursive: true })
      const played = operations.slice(0, upTo).filter(({ kind }) => isFlushed || kind !== 'flush')
      replayInto(copy, folder, played, keep)
      return copy
    },
    async stop() {
      Object.assign(fs, Object.fromEntries(Object.entries(real).filter(([name]) => name in recording)))
      syncBuiltinESMExports()
      await rm(base, { recursive: true })
    },
  }
}

function replayInto(
  copy: string,
  folder: string,
  operations: readonly Operation[],
  keep: () => KeptPart,
): void {
  const placeOf = (path: string) => join(copy, path.slice(folder.length + 1))
  const lastFlush = new Map<number, number>()
  for (const [index, operation] of operations.entries())
    if (operation.kind === 'flush') lastFlush.set(operation.file, index)
  const descriptors = new Map<number, number>()

  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'open') {
      const known = descriptors.get(operation.file)
      const descriptor =
        known ?? fs.openSync(placeOf(operation.path), fs.constants.O_RDWR | fs.constants.O_CREAT)
      descriptors.set(operation.file, descriptor)
      if (operation.isEmptied) fs.ftruncateSync(descriptor, 0)
    } else if (operation.kind === 'write') {
      const isFlushed = (lastFlush.get(operation.file) ?? -1) > index
      const kept = isFlushed ? 'all' : keep()
      const { length } = operation.bytes
      const bytes = { all: length, nothing: 0, half: Math.floor(length / 2 / SECTOR_BYTES) * SECTOR_BYTES }[
        kept
      ]
      const descriptor = descriptors.get(operation.file)
      if (descriptor !== undefined && bytes > 0)
        fs.writeSync(descriptor, operation.bytes, 0, bytes, operation.position)
    } else if (operation.kind === 'cut') {
      const descriptor = descriptors.get(operation.file)
      if (descriptor !== undefined) fs.ftruncateSync(descriptor, operation.length)
      else if (operation.path !== null) fs.truncateSync(placeOf(operation.path), operation.length)
    } else if (operation.kind === 'rename') fs.renameSync(placeOf(operation.from), placeOf(operation.to))
    else if (operation.kind === 'remove') fs.rmSync(placeOf(operation.path))
    else if (operation.kind === 'folder') fs.mkdirSync(placeOf(operation.path), { recursive: true })
  }
  for (const descriptor of descriptors.values()) fs.closeSync(descriptor)
}
