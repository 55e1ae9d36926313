import { DatabaseError } from '#server/errors.ts'

import { type Database, PLAIN_READ } from './database.ts'

export interface WatchedDiskSpace {
  /** The same database, watched. */
  database: Database
  /** False from a statement for which the disk of the database had no room until the next write that is stored. */
  hasRoom: () => boolean
}

/** Watches whether a database has room for what is written. */
export function watchDiskSpace(database: Database): WatchedDiskSpace {
  let hasRoom = true
  async function watch<Result>(work: Promise<Result>, isRead: boolean): Promise<Result> {
    try {
      const result = await work
      hasRoom ||= !isRead
      return result
    } catch (error) {
      if (error instanceof DatabaseError && error.fault === 'full') hasRoom = false
      throw error
    }
  }
  return {
    database: {
      ...database,
      query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
        watch(database.query<Row>(text, parameters), PLAIN_READ.test(text)),
      copyOut: (select) => watch(database.copyOut(select), true),
      transaction: (work) => watch(database.transaction(work), false),
    },
    hasRoom: () => hasRoom,
  }
}
