/**
 * The same types on both engines: `bytea` is `Uint8Array`, `int8` number, `timestamptz` `Date`, `date` and `numeric` text, `jsonb` parsed; parameters
 * alike.
 */
export interface Queryable {
  /** One statement with `$1…` parameters. Rejects with a `DatabaseError` if no answer arrives, with a `StatementError` if it is refused. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

export interface Transaction extends Queryable {
  /** Runs `work` after the commit, never after a rollback. It must not throw. */
  afterCommit(work: () => void): void
}

/** Held by one process at a time, while it lives and is connected. */
export interface HeldLock {
  /** Resolves to false once the lock is lost. Never rejects. */
  check(): Promise<boolean>
  release(): Promise<void>
}

/** Embedded or a server: one dialect, one interface. */
export interface Database extends Queryable {
  engine: 'embedded' | 'postgresql'
  /** A rejection rolls back. Inside, use only this connection. */
  transaction<Result>(work: (connection: Transaction) => Promise<Result>): Promise<Result>
  /** On a connection of its own. Null if another process holds the lock. */
  holdLock(key: number): Promise<HeldLock | null>
  /** Rises with every change, before its promise settles: while it is equal, earlier reads are up to date. Null if others can change the data. */
  changeCount(): number | null
  close(): Promise<void>
}

/** Statements that change nothing, since no function of the schema writes. All others count as changes. */
export const PLAIN_READ = /^\s*(SELECT\b|WITH\b(?!.*\b(INSERT|UPDATE|DELETE|MERGE)\b))/is
