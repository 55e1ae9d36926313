import { readFile } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import { QUERY_PATH } from '#contract/query.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { query } from '#server/testing/graph-query.ts'
import { startNginx } from '#server/testing/nginx.ts'
import { freePort, requestToken, statusOf, startReady } from '#server/testing/process.ts'
import { startTestTcpProxy } from '#server/testing/tcp-proxy.ts'

const PASSWORD = 'given by the owner'
const CLIENTS = 8
/** More queries at a time than both servers answer for one user. */
const GREEDY = 200
const QUERY = query()

/** A year that nobody has asked for before. */
function yearBefore(day: number): [string, string] {
  const end = new Date(Date.UTC(2026, 10, 20 - day)).toISOString().slice(0, 10)
  const start = new Date(Date.UTC(2025, 10, 20 - day)).toISOString().slice(0, 10)
  return [`${start} 00:00`, `${end} 23:59`]
}

const start = (port: number, databaseUrl: string) =>
  startReady({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: PASSWORD,
    TRUST_PROXY: '127.0.0.1',
  })

async function startTwo(databaseUrl: string) {
  const ports = [await freePort(), await freePort()] as const
  const servers = [await start(ports[0], databaseUrl), await start(ports[1], databaseUrl)]
  const site = await readFile('deploy/nginx.conf', 'utf8')
  const address = await startNginx(
    site.replace('server-1:3000', `127.0.0.1:${ports[0]}`).replace('server-2:3000', `127.0.0.1:${ports[1]}`),
  )
  await expect.poll(() => statusOf(`${address}/livez`)).toBe(200)
  const signedIn = await requestToken({ address }, 'admin', PASSWORD)
  const { access_token: token } = TokenAnswerSchema.parse(await signedIn.json())
  const ask = (query: object) =>
    fetch(`${address}${QUERY_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(query),
    })
  return { ports, servers, address, ask }
}

/** How often each status was answered, while several do the same over and over until `stop`. */
function repeat(clients: number, work: (round: number) => Promise<Response>) {
  const statuses = new Map<number, number>()
  const signal = new AbortController()
  let round = 0
  async function ask(): Promise<void> {
    while (!signal.signal.aborted) {
      const answer = await work((round += 1))
      await answer.text()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  const done = Promise.all(Array.from({ length: clients }, ask))
  async function stop(): Promise<void> {
    signal.abort()
    await done
  }
  onTestFinished(() => stop().catch(() => undefined))
  return { statuses, stop }
}

describeOnPostgresql('two servers behind nginx', (createUrl) => {
  test('a rolling restart under load loses no request', async () => {
    const databaseUrl = await createUrl()
    const { ports, servers, ask } = await startTwo(databaseUrl)
    const load = repeat(CLIENTS, () => ask(QUERY))
    for (let round = 0; round < 3; round += 1) {
      for (const [index, server] of servers.entries()) {
        server.kill()
        expect(await server.ended).toBe(0)
        servers[index] = await start(ports[index] ?? 0, databaseUrl)
      }
    }
    await load.stop()
    expect([...load.statuses.keys()]).toEqual([200])
    expect(load.statuses.get(200)).toBeGreaterThan(500)
  })

  test('calls that the servers refuse cost a visitor no page', async () => {
    const url = await createUrl()
    const database = await startTestTcpProxy(url)
    const { address, ask } = await startTwo(database.through(url))
    const visitor = repeat(1, () => fetch(`${address}/`))
    const analyst = repeat(GREEDY, (round) => ask({ ...QUERY, time: yearBefore(round) }))
    const refused = () => [...analyst.statuses].filter(([status]) => status !== 200)
    await expect.poll(() => refused().reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(50)
    await analyst.stop()
    expect(refused().map(([status]) => status)).toEqual([429])

    database.setReachable(false)
    for (let call = 0; call < 4; call += 1) {
      const headers = { authorization: `Bearer em_${'i'.repeat(43)}` }
      expect((await fetch(`${address}${SERIES_PATH}?area=DE`, { headers })).status).toBe(503)
      expect(await statusOf(`${address}/`)).toBe(200)
    }
    await visitor.stop()
    expect([...visitor.statuses.keys()]).toEqual([200])
  })
})
