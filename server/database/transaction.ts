import { AsyncLocalStorage } from 'node:async_hooks'

import type { Queryable, Transaction } from './database.ts'

/** Only in development: following every promise would slow the whole server down. */
const insideTransaction = import.meta.env.PROD ? null : new AsyncLocalStorage<object>()

/** Throws where a transaction asks for another connection: embedded it would wait for itself, on PostgreSQL it would not see what was written. */
export function refuseInsideTransaction(database: object): void {
  if (insideTransaction?.getStore() === database) {
    throw new Error('Inside a transaction only its own connection can be used')
  }
}

/** Runs `work` between BEGIN and COMMIT. A failed statement fails it all, even if `work` ignores it: PostgreSQL would turn COMMIT into ROLLBACK. */
export async function runTransaction<Result>(
  database: object,
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
    result = await (insideTransaction?.run(database, () => work(connection)) ?? work(connection))
    if (failures.length > 0) throw failures[0]
    await session.query('COMMIT')
  } catch (error) {
    // A lost session has rolled back by itself. The first error is the one to report.
    await session.query('ROLLBACK').catch(() => null)
    throw error
  }
  for (const run of afterCommit) run()
  return result
}
