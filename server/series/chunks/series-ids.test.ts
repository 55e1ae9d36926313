import { expect, test } from 'vitest'

import type { Transaction } from '#server/database/database.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'
import { LOAD } from '#server/testing/series-blocks.ts'

import { createSeriesIds } from './series-ids.ts'

/** A transaction in which no statement may be sent. */
const silent: Transaction = {
  query: () => Promise.reject(new Error('The numbers were asked for again')),
  afterCommit: () => {},
}

describeOnBothEngines('numbers of series', (open) => {
  test('are remembered once the transaction that made them is committed', async () => {
    const database = await open()
    const ids = createSeriesIds(database)
    const rolledBack = database.transaction(async (connection) => {
      await ids.findOrMake(connection, [LOAD])
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect((await ids.find([LOAD]))(LOAD)).toBeUndefined()

    const made = await database.transaction((connection) => ids.findOrMake(connection, [LOAD]))
    expect((await ids.findOrMake(silent, [LOAD]))(LOAD)).toBe(made(LOAD))
  })
})
