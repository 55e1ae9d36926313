import { DatabaseError, StatementError } from '#server/errors.ts'

/** SQLSTATE classes of a statement that is wrong in itself, in any state of the server. */
const STATEMENT_CLASSES = new Set(['0A', '21', '22', '23', '25', '26', '2B', '34', '3D', '3F', '42', '44'])
/** The server has become a read-only stand-by: another host may be the primary now. */
const READ_ONLY_TRANSACTION = '25006'

/** Turns an error of either engine into one of ours. */
export function toOwnError(error: unknown): Error {
  if (error instanceof DatabaseError || error instanceof StatementError) return error
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.length === 5 && code !== READ_ONLY_TRANSACTION && STATEMENT_CLASSES.has(code.slice(0, 2))) {
    return new StatementError(code, error.message, { cause: error })
  }
  return new DatabaseError(`The database does not answer: ${error.message || code}`, { cause: error })
}

/** Waits for work of a database, and rejects with our own errors. */
export async function withOwnErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toOwnError(error)
  }
}
