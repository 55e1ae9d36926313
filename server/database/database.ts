/**
 * Rows of one statement, the same from both engines: `bytea` as `Uint8Array`, `int8` as number, `timestamptz` as `Date`,
 * `date` and `numeric` as text, `jsonb` parsed. Parameters the same way; a number never for a text column.
 */
export interface Queryable {
  /**
   * Runs one statement with `$1…` parameters. Rejects with a `DatabaseError` where the database does not answer, and with a
   * `StatementError` where it refuses the statement.
   */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** The connection of a transaction. */
export interface Transaction extends Queryable {
  /** Runs `work` once the transaction is committed, and never where it is rolled back. It must not throw. */
  afterCommit(work: () => void): void
}

/** A lock that one process holds at a time, for as long as it lives and is connected. */
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
  /** Takes a lock by its number, on a connection of its own; null where another process holds it. */
  holdLock(key: number): Promise<HeldLock | null>
  /**
   * Rises with every change before its promise settles; null where other processes can change the data too. What was read by
   * statements sent under one count is still what is stored while the count stays the same.
   */
  changeCount(): number | null
  close(): Promise<void>
}
