import { codeOf, DamageError, DatabaseError, type DatabaseFault, StatementError } from '#server/errors.ts'

/** SQLSTATE classes of statements that are wrong in any state of the server. */
const STATEMENT_CLASSES = new Set(['0A', '21', '22', '23', '25', '26', '2B', '34', '3F', '42', '44'])

/** SQLSTATE codes or classes. */
const FAULTS: readonly [RegExp, DatabaseFault][] = [
  [/^53100$/, 'full'],
  [/^58030$/, 'failing'],
  // A primary that has become a stand-by.
  [/^25006$/, 'read-only'],
  // Wrong credentials, unknown database, missing rights.
  [/^28|^3D|^42501$/, 'refused'],
]

/**
 * Their message tells the fault. An engine that cannot be opened has no code, or one of Node.js; 42501 is a missing
 * right or a read-only disk.
 */
const CODES_WITHOUT_CAUSE = /^(XX000|57P02|42501|E[A-Z]+)?$/
const FAULTS_BY_WORDS: typeof FAULTS = [
  [/No space left|quota exceeded|system error -122/i, 'full'],
  [/I\/O error|read-only file system/i, 'failing'],
]

/** Damaged page or index on the disk. */
const DAMAGE = /^XX00[12]$/

/** The address answers, for example a pooler, which may give a connection later. */
const NO_CONNECTION = /^08|^533/

const WORDS = {
  silent: 'The database does not answer',
  full: 'The disk of the database is full',
  failing: 'The disk of the database fails',
  'read-only': 'The database can only be read',
  refused: 'The database refuses us',
} as const

export function toOwnError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  if ([DamageError, DatabaseError, StatementError].some((own) => error instanceof own)) return error
  const code = codeOf(error)
  if (DAMAGE.test(code))
    return new DamageError(`The database is damaged: ${error.message}. Restore a backup.`, { cause: error })
  const byWords = CODES_WITHOUT_CAUSE.test(code)
    ? FAULTS_BY_WORDS.find(([words]) => words.test(error.message))
    : undefined
  const fault = (byWords ?? FAULTS.find(([codes]) => codes.test(code)))?.[1] ?? null
  if (fault === null && code.length === 5 && STATEMENT_CLASSES.has(code.slice(0, 2))) {
    return new StatementError(code, error.message, { cause: error })
  }
  const words = NO_CONNECTION.test(code)
    ? 'The database, or a pooler, gives no connection'
    : WORDS[fault ?? 'silent']
  const message = `${words}: ${error.message || code}`
  return new DatabaseError(message, { cause: error, fault: fault ?? 'silent' })
}
