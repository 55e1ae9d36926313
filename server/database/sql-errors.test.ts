import { expect, test } from 'vitest'

import { toOwnError } from './sql-errors.ts'

test.each([
  ['53100', 'could not extend file: No space left on device', 'full'],
  ['XX000', 'could not write: Disk quota exceeded', 'full'],
  ['', 'No space left on device', 'full'],
  ['58030', 'could not read block 7: I/O error', 'failing'],
  ['XX000', 'could not write: I/O error', 'failing'],
  ['', 'could not open file: I/O error', 'failing'],
  ['57P02', 'could not write to log file: I/O error', 'failing'],
  ['42501', 'could not extend file: Read-only file system', 'failing'],
  ['42501', 'permission denied for table series', 'refused'],
  ['EIO', "EIO: i/o error, unlink 'postmaster.pid'", 'failing'],
  ['EDQUOT', "Unknown system error -122, open 'postmaster.pid'", 'full'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'silent'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'read-only'],
  ['', 'socket hang up', 'silent'],
])('%s "%s" is told as a disk or database that is %s', (code, message, fault) => {
  const error = toOwnError(Object.assign(new Error(message), { code }))
  expect(error).toMatchObject({ name: 'DatabaseError', fault })
  expect(error.message.includes('full')).toBe(fault === 'full')
})
