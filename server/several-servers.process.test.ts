import { expect, test } from 'vitest'

import { describeOnPostgresql } from '#server/testing/database.ts'
import { startProduct, type ProductProcess } from '#server/testing/process.ts'

const TAKEOVER = { timeout: 30_000 }

async function fetchesOf({ address }: ProductProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const counts = [...metrics.matchAll(/^energy_source_fetches_total\S* (\d+)$/gm)].map(([, count]) =>
    Number(count),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

describeOnPostgresql('two servers on one database', (createUrl) => {
  test('both answer, one of them reads the source, and the other takes over when it dies', async () => {
    const environment = {
      DATABASE_URL: await createUrl(),
      SOURCE: 'demo',
      ADMIN_PASSWORD: 'a rather long password',
    }
    const servers = await Promise.all([startProduct(environment), startProduct(environment)])
    const answers = async () => {
      const all = await Promise.all(servers.map(({ address }) => fetch(`${address}/livez`).catch(() => null)))
      return all.map((answer) => answer?.status)
    }
    await expect.poll(answers).toEqual([200, 200])

    const reading = async () => Promise.all(servers.map(fetchesOf))
    await expect.poll(async () => Math.max(...(await reading()))).toBeGreaterThan(0)
    const [first = 0, second = 0] = await reading()
    expect(Math.min(first, second)).toBe(0)

    const [leader, follower] = first > second ? servers : servers.toReversed()
    if (!leader || !follower) throw new Error('two servers were started')
    leader.kill('SIGKILL')
    await leader.ended
    await expect.poll(() => fetchesOf(follower), TAKEOVER).toBeGreaterThan(0)
  })
})
