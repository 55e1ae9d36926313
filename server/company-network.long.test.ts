import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { readReport } from '#server/testing/doctor.ts'
import { createFolder } from '#server/testing/folders.ts'
import { listen } from '#server/testing/listen.ts'
import { startTestPostgresqlServer } from '#server/testing/postgresql-server.ts'
import { fetchNode, requestToken, startReady } from '#server/testing/process.ts'
import { startEntsoeService } from '#server/testing/services/entsoe.ts'

const PASSWORD = 'given by the owner'
/** A name that only the proxy knows. */
const HOST = 'transparency.corp.example'

function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  return listen(server)
}

/** A CA of the company, and a certificate of it for the source and PostgreSQL. */
async function makeCertificates() {
  const folder = await createFolder()
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const openssl = (words: string, ...more: string[]) =>
    execFileSync('openssl', [...words.split(' '), ...more], { cwd: folder, stdio: 'ignore' })
  openssl('req -x509 -subj /CN=CA -keyout ca.key -out ca.pem', ...key)
  const names = ['-addext', `subjectAltName=DNS:${HOST},IP:127.0.0.1`, '-addext', 'basicConstraints=CA:FALSE']
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
  openssl('req -x509 -subj /CN=server -keyout key.pem -out cert.pem', ...key, ...by, ...names)
  const read = (name: string) => readFileSync(join(folder, name))
  return { ca: join(folder, 'ca.pem'), key: read('key.pem'), cert: read('cert.pem') }
}

/** An outgoing proxy for which every name is a port of this machine. Counts the connections to each host. */
async function startProxy(target: number) {
  const asked = new Map<string, number>()
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket, head) => {
    asked.set(url, (asked.get(url) ?? 0) + 1)
    const there = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      there.write(head)
      there.pipe(socket).pipe(there)
    })
    for (const end of [there, socket]) end.on('error', () => there.destroy())
  })
  return { url: `http://127.0.0.1:${await portOf(proxy)}`, asked }
}

/** PostgreSQL that speaks TLS alone, with the tables made by their owner, for a role that may only use them. */
async function startDatabase({ key, cert }: { key: Buffer; cert: Buffer }): Promise<string> {
  const { port } = await startTestPostgresqlServer()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await (await createPostgresqlDatabase(url)).close()
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  )
  const folder = rows[0]?.folder ?? ''
  const { uid, gid } = statSync(folder)
  for (const [name, text] of Object.entries({
    'server.key': key,
    'server.crt': cert,
    'pg_hba.conf': 'hostssl all all 127.0.0.1/32 trust\n',
  })) {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    chownSync(join(folder, name), uid, gid)
  }
  for (const statement of [
    'CREATE ROLE energy_server LOGIN',
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO energy_server',
    'ALTER SYSTEM SET ssl = on',
    'SELECT pg_reload_conf()',
  ])
    await client.query(statement)
  await client.end()
  return `postgres://energy_server@127.0.0.1:${port}/postgres?sslmode=verify-full`
}

describeOnPostgresql('the network of a company', () => {
  test('the product starts and reads its source through a proxy, with an own CA, as a role with few rights', async () => {
    const node = await fetchNode(22)
    const certificates = await makeCertificates()
    const service = await startEntsoeService(Date.now)
    onTestFinished(() => service.close())
    const source = createTlsServer(certificates, (socket) => {
      const there = connect(Number(new URL(service.url).port), '127.0.0.1')
      socket.pipe(there).pipe(socket)
      for (const end of [there, socket]) end.on('error', () => there.destroy())
    })
    const proxy = await startProxy(await portOf(source))
    const settings = {
      DATABASE_URL: await startDatabase(certificates),
      SOURCE: 'entsoe',
      ENTSOE_URL: `https://${HOST}${new URL(service.url).pathname}`,
      ENTSOE_TOKEN: service.token,
      BACKFILL_DAYS: '2',
      ADMIN_PASSWORD: PASSWORD,
      HTTPS_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: certificates.ca,
    }
    const adviceWith = async (changes: Readonly<Record<string, string>>) => {
      const { checks } = await readReport({ ...settings, ...changes }, node)
      return [
        ...new Set(
          checks
            .filter(({ status }) => status !== 'ok' && status !== 'note')
            .map(({ part, advice }) => `${part}: ${advice}`),
        ),
      ]
    }
    expect(await adviceWith({})).toEqual([])
    expect(await adviceWith({ NODE_USE_ENV_PROXY: '' })).toEqual([
      expect.stringMatching(/^ENTSO-E: HTTPS_PROXY is set but not used: it needs NODE_USE_ENV_PROXY=1 /),
    ])
    expect(await adviceWith({ HTTPS_PROXY: 'http://127.0.0.1:1' })).toEqual([
      'ENTSO-E: The request went through the proxy of HTTPS_PROXY, unless NO_PROXY names it: check both, and what the proxy allows.',
    ])
    expect(await adviceWith({ NODE_EXTRA_CA_CERTS: '' })).toEqual([
      expect.stringMatching(/^database: .* add sslrootcert=/),
      expect.stringMatching(/^ENTSO-E: .* set NODE_EXTRA_CA_CERTS/),
    ])

    const server = await startReady(settings, [node, 'build/server/main.js'])
    expect((await requestToken(server, 'admin', PASSWORD)).status).toBe(200)
    expect([...proxy.asked.keys()]).toEqual([`${HOST}:443`])
    const metrics = await (await fetch(`${server.address}/metrics`)).text()
    expect(metrics).toMatch(
      new RegExp(`energy_certificate_expires_timestamp_seconds\\{host="${HOST}"\\} \\d`),
    )
  })
})
