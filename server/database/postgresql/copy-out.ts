import { type PoolClient, Query } from 'pg'

/** Takes the bytes of a COPY to the client. `pg` calls `handleCopyData` for each row, and by itself drops them. */
class CopyOut extends Query {
  readonly parts: Buffer[] = []

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // `pg` uses its memory again.
    this.parts.push(Buffer.from(chunk))
  }
}

/** What a SELECT gives, in PostgreSQL's binary format of COPY. Rejects like `query` of the client. */
export function copyOut(client: PoolClient, select: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const copy = new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, (error) =>
      error ? reject(error) : resolve(Buffer.concat(copy.parts)),
    )
    client.query(copy)
  })
}
