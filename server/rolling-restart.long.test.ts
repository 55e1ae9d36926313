import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { QUERY_PATH } from '#contract/query.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { startNginx } from '#server/testing/nginx.ts'
import { freePort, type ProductProcess, startProduct, statusOf } from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'
const CLIENTS = 8
const QUERY = {
  category: 'Residual Load',
  area: 'DE',
  time: ['2026-11-20 00:00', '2026-11-20 23:59'],
  frequency: 'H',
}

describeOnPostgresql('two servers behind nginx', (createUrl) => {
  test('a rolling restart under load loses no request', async () => {
    const databaseUrl = await createUrl()
    const ports = [await freePort(), await freePort()]
    const start = async (port: number): Promise<ProductProcess> => {
      const server = await startProduct({
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        ADMIN_PASSWORD: PASSWORD,
        TRUST_PROXY: '127.0.0.1',
      })
      await expect.poll(() => statusOf(`${server.address}/readyz`)).toBe(200)
      return server
    }
    const servers = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
    const site = await readFile('deploy/nginx.conf', 'utf8')
    const address = await startNginx(
      site
        .replace('server-1:3000', `127.0.0.1:${ports[0]}`)
        .replace('server-2:3000', `127.0.0.1:${ports[1]}`),
    )
    await expect.poll(() => statusOf(`${address}/livez`)).toBe(200)
    const signedIn = await fetch(`${address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: PASSWORD }),
    })
    const { access_token: token } = TokenAnswerSchema.parse(await signedIn.json())

    const statuses = new Map<number, number>()
    const load = new AbortController()
    async function ask(): Promise<void> {
      while (!load.signal.aborted) {
        const answer = await fetch(`${address}${QUERY_PATH}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(QUERY),
        })
        await answer.text()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }
    const clients = Array.from({ length: CLIENTS }, ask)
    for (let round = 0; round < 3; round += 1) {
      for (const [index, server] of servers.entries()) {
        server.kill()
        expect(await server.ended).toBe(0)
        servers[index] = await start(ports[index] ?? 0)
        // Longer than nginx leaves out a server that failed.
        await sleep(3000)
      }
    }
    load.abort()
    await Promise.all(clients)
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(500)
  })
})
