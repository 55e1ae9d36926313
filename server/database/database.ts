/** Rows of one statement. */
export interface Queryable {
  /** Runs one statement with `$1…` parameters. Rejects with a `DatabaseError`. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** A PostgreSQL database, embedded or a server: one dialect, one interface. */
export interface Database extends Queryable {
  engine: 'embedded' | 'postgresql'
  /** Runs `work` in one transaction on one connection; a rejection rolls it back. */
  transaction<Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
