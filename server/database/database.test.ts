import { expect, test } from 'vitest'

import { describeOnBothEngines } from '#server/testing/database.ts'

describeOnBothEngines('database', (open) => {
  test('gives the same values for the same types', async () => {
    const database = await open()
    const rows = await database.query<{ bytes: Uint8Array }>(
      `SELECT $1::bytea AS bytes, $2::bigint AS large, $3::timestamptz AS moment, $4::date AS day, $5::text AS text,
        1.5::numeric AS exact, $6::jsonb AS document, $7::boolean AS flag, $8::double precision AS number, NULL::text AS nothing`,
      [new Uint8Array([0, 92, 255]), 2 ** 53 - 1, new Date(0), '2026-03-01', "it's", { a: [1] }, true, 0.1],
    )
    expect(rows.map((row) => ({ ...row, bytes: [...row.bytes] }))).toEqual([
      {
        bytes: [0, 92, 255],
        large: 2 ** 53 - 1,
        moment: new Date(0),
        day: '2026-03-01',
        text: "it's",
        exact: '1.5',
        document: { a: [1] },
        flag: true,
        number: 0.1,
        nothing: null,
      },
    ])
  })

  test('names damage, and goes on with what is sound', async () => {
    const database = await open()
    // Both engines report a page with a wrong checksum in these words.
    const reading = database.query(
      "DO $$ BEGIN RAISE 'invalid page in block 3' USING ERRCODE = 'data_corrupted'; END $$",
    )
    await expect(reading).rejects.toMatchObject({
      name: 'DamageError',
      message: 'The database is damaged: invalid page in block 3. Restore a backup.',
    })
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('takes arrays as parameters', async () => {
    const database = await open()
    const rows = await database.query<{ a: number; b: string; c: string }>(
      'SELECT a, b, c FROM unnest($1::int[], $2::date[], $3::text[]) AS list (a, b, c)',
      [
        [1, 2],
        ['2026-01-01', '2026-02-01'],
        ['x"y\\', '{,}'],
      ],
    )
    expect(rows).toEqual([
      { a: 1, b: '2026-01-01', c: 'x"y\\' },
      { a: 2, b: '2026-02-01', c: '{,}' },
    ])
  })

  test('keeps a whole transaction or nothing of it', async () => {
    const database = await open()
    const insert = 'INSERT INTO setting VALUES ($1, $1)'
    const seen: string[] = []
    await database.transaction(async (connection) => {
      connection.afterCommit(() => seen.push('first'))
      await connection.query(insert, ['one'])
    })
    await expect(
      database.transaction(async (connection) => {
        connection.afterCommit(() => seen.push('second'))
        await connection.query(insert, ['two'])
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await expect(
      database.transaction(async (connection) => {
        await connection.query(insert, ['three'])
        await connection.query(insert, ['three']).catch(() => null)
      }),
    ).rejects.toMatchObject({ name: 'StatementError', code: '23505' })
    expect(await database.query('SELECT name FROM setting')).toEqual([{ name: 'one' }])
    expect(seen).toEqual(['first'])
  })

  test('never mixes transactions that run at the same time', async () => {
    const database = await open()
    const raise = () =>
      database.transaction(async (connection) => {
        const [row] = await connection.query<{ number: number }>('SELECT number FROM revision FOR UPDATE')
        await connection.query('UPDATE revision SET number = $1', [(row?.number ?? 0) + 1])
      })
    await Promise.all(Array.from({ length: 20 }, raise))
    expect(await database.query('SELECT number FROM revision')).toEqual([{ number: 20 }])
  })

  test('counts every change if no one else can make one, and no plain read', async () => {
    const database = await open()
    const change = 'WITH added AS (INSERT INTO setting VALUES ($1, $1) RETURNING name) SELECT name FROM added'
    const counts = [database.changeCount()]
    const work: (() => Promise<unknown>)[] = [
      () => database.query('SELECT name FROM setting'),
      () => database.query('WITH found AS (SELECT name FROM setting) SELECT name FROM found'),
      () => database.query(change, ['one']),
      () => database.query(change, ['one']).catch(() => null),
      () => database.transaction((connection) => connection.query(change, ['two'])),
    ]
    for (const step of work) {
      await step()
      counts.push(database.changeCount())
    }
    const start = counts[0] ?? 0
    const [none, one, two, three] = [start, start + 1, start + 2, start + 3]
    expect(counts).toEqual(
      database.engine === 'embedded' ? [none, none, none, one, two, three] : counts.map(() => null),
    )
  })
})
