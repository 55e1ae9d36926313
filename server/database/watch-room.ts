import { DatabaseError } from '#server/errors.ts'

import { type Database, PLAIN_READ } from './database.ts'

export interface WatchedRoom {
  /** The same database, watched. */
  database: Database
  /** False from a statement for which the disk of the database had no room until the next write that is stored. */
  hasRoom: () => boolean
}

/** SQLSTATE of both engines. */
const DISK_FULL = '53100'

function isDiskFull(error: unknown): boolean {
  const cause = error instanceof DatabaseError ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === DISK_FULL
}

/** Watches whether a database has room for what is written. */
export function watchRoom(database: Database): WatchedRoom {
  let hasRoom = true
  async function watch<Result>(work: Promise<Result>, isRead: boolean): Promise<Result> {
    try {
      const result = await work
      hasRoom ||= !isRead
      return result
    } catch (error) {
      if (isDiskFull(error)) hasRoom = false
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
