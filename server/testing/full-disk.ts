import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

import { onTestFinished } from 'vitest'

/** A disk whose free space a test takes away and gives back. */
export interface TestDisk {
  setFull: (isFull: boolean) => void
}

function noSpace(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  })
}

/**
 * Plays a full disk to the embedded engine, which writes with Node's synchronous calls: what needs more room fails, what overwrites
 * goes on. A real disk would have to be mounted, which only an administrator can do.
 */
export function useTestDisk(): TestDisk {
  let isFull = false
  const { writeSync } = fs
  const write = (
    file: number,
    bytes: Uint8Array,
    offset = 0,
    length = bytes.byteLength - offset,
    at?: number | null,
  ) => {
    if (isFull && at !== null && at !== undefined && at + length > fs.fstatSync(file).size) throw noSpace()
    return writeSync(file, bytes, offset, length, at)
  }
  Object.assign(fs, { writeSync: write })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { writeSync })
    syncBuiltinESMExports()
  })
  return {
    setFull(value) {
      isFull = value
    },
  }
}
