import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { QUERY_PATH } from '#contract/query.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import {
  createFolder,
  freePort,
  type ProductProcess,
  startProduct,
  statusOf,
} from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'
const CLIENTS = 8
const QUERY = {
  category: 'Residual Load',
  area: 'DE',
  time: ['2026-11-20 00:00', '2026-11-20 23:59'],
  frequency: 'H',
}

/** nginx with the configuration that the documents show, in front of these servers. Returns its address. */
async function startNginx(servers: readonly string[]): Promise<string> {
  const folder = await createFolder()
  const port = await freePort()
  const site = (await readFile('deploy/nginx.conf', 'utf8'))
    .replace('server-1:3000', servers[0] ?? '')
    .replace('server-2:3000', servers[1] ?? '')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary}
${site} }`,
  )
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill()
    await ended
  })
  return `http://127.0.0.1:${port}`
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
    const address = await startNginx(ports.map((port) => `127.0.0.1:${port}`))
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
