import { expect, onTestFinished, test } from 'vitest'

import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { describeOnPostgresql, describeOnBothEngines } from '#server/testing/database.ts'

import type { Database } from './database.ts'
import { createLeadership, type Leadership } from './leadership.ts'

function createQuickLeadership(database: Database): Leadership {
  const leadership = createLeadership(database, 20)
  onTestFinished(() => leadership.close())
  return leadership
}

describeOnBothEngines('leadership', (open) => {
  test('is taken if no one has it', async () => {
    const leadership = createQuickLeadership(await open())
    await expect.poll(() => leadership.isLeader()).toBe(true)
    await leadership.close()
    expect(leadership.isLeader()).toBe(false)
  })
})

describeOnPostgresql('leadership of several processes', (createUrl) => {
  /** The leader, another that waits, and the database of that one. */
  async function openTwo() {
    const url = await createUrl()
    const [first, second] = [await createPostgresqlDatabase(url), await createPostgresqlDatabase(url)]
    for (const database of [first, second]) onTestFinished(() => database.close())
    const leader = createQuickLeadership(first)
    await expect.poll(() => leader.isLeader()).toBe(true)
    return { leader, other: createQuickLeadership(second), second }
  }

  test('has one leader, and the next when that one goes', async () => {
    const { leader, other } = await openTwo()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(other.isLeader()).toBe(false)
    await leader.close()
    await expect.poll(() => other.isLeader()).toBe(true)
  })

  test("passes on when the leader's connection dies, and never has two for long", async () => {
    const { leader, other, second } = await openTwo()
    await second.query(
      // Locks are those of the whole server, which other tests use as well.
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database() AND pid <> pg_backend_pid()`,
    )
    await expect.poll(() => [leader.isLeader(), other.isLeader()].filter(Boolean)).toHaveLength(1)
    await leader.close()
    await expect.poll(() => other.isLeader()).toBe(true)
  })
})
