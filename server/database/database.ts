/** Types on both engines: `bytea` is `Uint8Array`, `int8` number, `timestamptz` `Date`, `date` and `numeric` text, `jsonb` parsed. */
export interface Queryable {
  /** Rejects with a `DatabaseError` if no answer arrives, with a `StatementError` if it is refused. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

export interface Transaction extends Queryable {
  /** Never after a rollback. `work` must not throw. */
  afterCommit(work: () => void): void
}

/** Held by one process at a time, while it lives and is connected. */
export interface HeldLock {
  /** False once it is lost. Never rejects. */
  check(): Promise<boolean>
  release(): Promise<void>
}

export interface Database extends Queryable {
  engine: 'embedded' | 'postgresql'
  /** A rejection rolls back. Inside, use only this connection. */
  transaction<Result>(work: (connection: Transaction) => Promise<Result>): Promise<Result>
  /** Null if another process holds it. */
  holdLock(key: number): Promise<HeldLock | null>
  /** Rises with every change, before its promise settles. Null if others can change the data. */
  changeCount(): number | null
  close(): Promise<void>
}

/** No function of the schema writes. All other statements count as changes. */
export const PLAIN_READ = /^\s*(SELECT\b|WITH\b(?!.*\b(INSERT|UPDATE|DELETE|MERGE)\b))/is
