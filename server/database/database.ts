/** Rows of both engines: `bytea` is `Uint8Array`, `int8` number, `timestamptz` `Date`, `date` and `numeric` text, `jsonb` parsed; parameters alike. */
export interface Queryable {
  /** Runs one statement with `$1…` parameters. Rejects with a `DatabaseError` if no answer comes, with a `StatementError` if it is refused. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

export interface Transaction extends Queryable {
  /** Runs `work` after the transaction is committed, and never after a rollback. It must not throw. */
  afterCommit(work: () => void): void
}

/** A lock that only one process holds at a time, as long as it lives and is connected. */
export interface HeldLock {
  /** Asks whether it is still held. Never rejects. */
  check(): Promise<boolean>
  release(): Promise<void>
}

/** A PostgreSQL database, embedded or a server: one dialect, one interface. */
export interface Database extends Queryable {
  engine: 'embedded' | 'postgresql'
  /** Runs `work` in one transaction on one connection; a rejection rolls it back. Only this connection may be used inside. */
  transaction<Result>(work: (connection: Transaction) => Promise<Result>): Promise<Result>
  /** Takes a lock by its number, on its own connection. Null if another process holds it. */
  holdLock(key: number): Promise<HeldLock | null>
  /** Rises with every change, before its promise settles. While it stays the same, what was read is what is stored. Null if others can change the data. */
  changeCount(): number | null
  close(): Promise<void>
}

/** Such a statement changes nothing, because no function of the schema writes. Every other statement counts as a change. */
export const PLAIN_READ = /^\s*(SELECT\b|WITH\b(?!.*\b(INSERT|UPDATE|DELETE|MERGE)\b))/is
