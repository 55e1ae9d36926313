import type { Queryable, Transaction } from './database.ts'

/** Fails after any failed statement, even if `work` ignores it: PostgreSQL would turn COMMIT into ROLLBACK. */
export async function runTransaction<Result>(
  session: Queryable,
  work: (connection: Transaction) => Promise<Result>,
): Promise<Result> {
  const failures: unknown[] = []
  const afterCommit: (() => void)[] = []
  const connection: Transaction = {
    async query<Row extends object>(text: string, parameters?: readonly unknown[]) {
      try {
        return await session.query<Row>(text, parameters)
      } catch (error) {
        failures.push(error)
        throw error
      }
    },
    afterCommit: (work) => void afterCommit.push(work),
  }
  await session.query('BEGIN')
  let result: Result
  try {
    result = await work(connection)
    if (failures.length > 0) throw failures[0]
    await session.query('COMMIT')
  } catch (error) {
    // A lost session has rolled back already.
    await session.query('ROLLBACK').catch(() => null)
    throw error
  }
  for (const run of afterCommit) run()
  return result
}
