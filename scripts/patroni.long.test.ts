import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { type Daemon, daemonAccount, startDaemon } from '#server/testing/daemon.ts'
import { leads, freePort, requestToken, startProduct, statusOf } from '#server/testing/process.ts'

import { providePostgresPrograms, provideProgram } from './system-packages.js'

const PASSWORD = 'given by the owner'

interface Node {
  port: number
  /** Of Patroni's own calls, such as `/primary`. */
  restPort: number
  patroni: Daemon
  kill: () => Promise<void>
}

async function startNode(name: string, etcdPort: number): Promise<Node> {
  const port = await freePort()
  const restPort = await freePort()
  const programs = providePostgresPrograms()
  const settings = (folder: string) => `
scope: energy
name: ${name}
restapi: { listen: '127.0.0.1:${restPort}', connect_address: '127.0.0.1:${restPort}' }
etcd3: { host: '127.0.0.1:${etcdPort}' }
bootstrap:
  dcs: { ttl: 20, loop_wait: 2, retry_timeout: 5, postgresql: { use_pg_rewind: true } }
  initdb: [{ encoding: UTF8 }, { auth: trust }]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${folder}/data
  bin_dir: ${programs}
  pgpass: ${folder}/pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: postgres }
    rewind: { username: postgres }
  pg_hba: ['local all all trust', 'host all,replication all 127.0.0.1/32 trust']
  parameters: { unix_socket_directories: ${folder}, fsync: 'off' }
`
  const patroni = await startDaemon(provideProgram('patroni'), ['patroni.yml'], (folder) => ({
    'patroni.yml': settings(folder),
  }))
  const data = join(patroni.folder, 'data')
  async function kill(): Promise<void> {
    await patroni.kill()
    if (existsSync(join(data, 'postmaster.pid')))
      execFileSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], {
        ...daemonAccount(),
        cwd: patroni.folder,
        stdio: 'ignore',
      })
  }
  onTestFinished(() => kill().catch(() => undefined))
  return { port, restPort, patroni, kill }
}

/** The set-up of docs/operate.md. Gives the URL of whichever node is the primary. */
async function startHaproxy(nodes: readonly Node[]): Promise<string> {
  const port = await freePort()
  const settings = `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen postgresql
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 2s on-marked-down shutdown-sessions
${nodes.map((node, index) => `  server db-${index + 1} 127.0.0.1:${node.port} check port ${node.restPort}\n`).join('')}`
  await startDaemon(provideProgram('haproxy'), ['-f', 'haproxy.cfg'], () => ({ 'haproxy.cfg': settings }))
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

async function ask<Row extends object>(port: number, text: string): Promise<Row[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => null)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => null)
  }
}

const isPrimary = async ({ port }: Node) =>
  (await ask<{ is: boolean }>(port, 'SELECT NOT pg_is_in_recovery() AS is'))[0]?.is ?? null

/** Connections of the product to a host, and its locks there. */
async function useOf({ port }: Node) {
  const connections = await ask(
    port,
    "SELECT FROM pg_stat_activity WHERE application_name = 'energy-metrics'",
  )
  const locks = await ask(port, "SELECT FROM pg_locks WHERE locktype = 'advisory'")
  return { connections: connections.length, locks: locks.length }
}

test('behind HAProxy servers follow the primary of Patroni, from one that lives on, and back to it', async () => {
  const etcdPort = await freePort()
  const peerPort = await freePort()
  const at = (port: number) => `http://127.0.0.1:${port}`
  const words = {
    'data-dir': 'etcd',
    'listen-client-urls': at(etcdPort),
    'advertise-client-urls': at(etcdPort),
    'listen-peer-urls': at(peerPort),
    'initial-advertise-peer-urls': at(peerPort),
    'initial-cluster': `default=${at(peerPort)}`,
  }
  await startDaemon(
    provideProgram('etcd', 'etcd-server'),
    Object.entries(words).map(([name, value]) => `--${name}=${value}`),
  )
  const first = await startNode('first', etcdPort)
  await expect.poll(() => isPrimary(first)).toBe(true)
  const second = await startNode('second', etcdPort)
  await expect.poll(() => isPrimary(second)).toBe(false)

  const environment = {
    DATABASE_URL: await startHaproxy([first, second]),
    ADMIN_PASSWORD: PASSWORD,
  }
  const servers = [await startProduct(environment), await startProduct(environment)]
  async function workOn(host: Node, other: Node): Promise<void> {
    await expect.poll(() => isPrimary(host)).toBe(true)
    await expect.poll(() => useOf(other)).toMatchObject({ locks: 0 })
    await expect.poll(() => useOf(host)).toMatchObject({ locks: 1 })
    for (const server of servers) {
      await expect.poll(() => statusOf(`${server.address}/readyz`)).toBe(200)
      await expect.poll(async () => (await requestToken(server, 'admin', PASSWORD)).status).toBe(200)
    }
    await expect.poll(async () => (await Promise.all(servers.map(leads))).filter(Boolean)).toHaveLength(1)
  }
  await workOn(first, second)

  // Patroni dies, and its PostgreSQL goes on as a primary that nobody fences.
  await first.patroni.kill()
  await workOn(second, first)
  expect(await isPrimary(first)).toBe(true)
  await expect.poll(() => useOf(first)).toEqual({ connections: 0, locks: 0 })

  // Its Patroni makes a stand-by of it. Then the other way round: a fail-over to a host that was a primary before.
  first.patroni.start()
  await expect.poll(() => isPrimary(first)).toBe(false)
  await second.kill()
  await workOn(first, second)
  for (const server of servers) expect(server.output()).not.toContain('"level":50')
})
