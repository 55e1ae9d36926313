import { Client } from 'pg'
import { expect, test } from 'vitest'

import { DashboardListSchema, DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { startTestPostgresqlServer, urlOf } from '#server/testing/postgresql-server.ts'
import { type ProductProcess, requestToken, startReady } from '#server/testing/process.ts'
import { startTestTcpProxy } from '#server/testing/tcp-proxy.ts'

const PASSWORD = 'given by the owner'
const ROUNDS = 3
/** From the end of the primary until both servers write to the new one. */
const WRITES_AGAIN_MS = 10_000

/** The primary then acknowledges only what its stand-by has on disk too. */
async function waitForStandby(port: number): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await client.query('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await client.query('SELECT sync_state FROM pg_stat_replication')).rows)
    .toEqual([{ sync_state: 'sync' }])
  await client.end()
}

/** Counts up in the name of a dashboard of its own, through one server. */
async function createWriter(product: ProductProcess, index: number) {
  const { address } = product
  const call = (path: string, method: string, body?: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const signedIn = await requestToken(product, 'admin', PASSWORD)
  const { access_token: token } = TokenAnswerSchema.parse(await signedIn.json())
  const query = '?v=1&g=DE,wind,H,-6d,1d,run'
  const added = await call(DASHBOARDS_PATH, 'POST', { name: `${index}-0`, query })
  expect(added.status).toBe(200)
  let acknowledged = 0
  return {
    acknowledged: () => acknowledged,
    async write(): Promise<boolean> {
      const { dashboards } = DashboardListSchema.parse(await (await call(DASHBOARDS_PATH, 'GET')).json())
      const own = dashboards.find(({ name }) => name.startsWith(`${index}-`))
      const next = Number(own?.name.split('-')[1]) + 1
      const answer = await call(`${DASHBOARDS_PATH}/${own?.id}`, 'PATCH', { name: `${index}-${next}` })
      if (answer.status === 200) acknowledged = next
      return answer.status === 200
    },
    async stored(): Promise<number> {
      const { dashboards } = DashboardListSchema.parse(await (await call(DASHBOARDS_PATH, 'GET')).json())
      return Number(dashboards.find(({ name }) => name.startsWith(`${index}-`))?.name.split('-')[1])
    },
  }
}

describeOnPostgresql('a primary with a synchronous stand-by', () => {
  test('dies: the stand-by takes over, and nothing acknowledged is lost', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const primary = await startTestPostgresqlServer()
      const standby = await primary.startStandby()
      await waitForStandby(primary.port)
      const proxy = await startTestTcpProxy(urlOf(primary))
      const environment = {
        DATABASE_URL: proxy.through(urlOf(primary)),
        ADMIN_PASSWORD: PASSWORD,
      }
      const servers = [await startReady(environment), await startReady(environment)]
      const writers = await Promise.all(servers.map(createWriter))
      const load = new AbortController()
      const writing = writers.map(async (writer) => {
        while (!load.signal.aborted) await writer.write().catch(() => false)
      })
      await expect.poll(() => Math.min(...writers.map((writer) => writer.acknowledged()))).toBeGreaterThan(50)

      const killedAtMs = performance.now()
      await primary.kill()
      load.abort()
      await Promise.all(writing)
      await standby.promote()
      proxy.leadTo(urlOf(standby))
      for (const writer of writers) {
        await expect
          .poll(() => writer.stored().catch(() => -1), { timeout: WRITES_AGAIN_MS })
          .toBeGreaterThanOrEqual(writer.acknowledged())
        await expect.poll(() => writer.write().catch(() => false), { timeout: WRITES_AGAIN_MS }).toBe(true)
      }
      expect(performance.now() - killedAtMs).toBeLessThan(WRITES_AGAIN_MS)
    }
  })
})
