import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startDaemon } from '#server/testing/daemon.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'
import {
  freePort,
  type ProductProcess,
  requestToken,
  startProduct,
  runCommand,
  startReady,
  leads,
} from '#server/testing/process.ts'

import { provideProgram } from './system-packages.js'

const PASSWORD = 'given by the owner'

/** PgBouncer before a database. Gives the URL of the same database through it. */
async function startPgbouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<string> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const settings = `[databases]
* = host=127.0.0.1 port=${target.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
unix_socket_dir =
`
  await startDaemon(provideProgram('pgbouncer'), ['pgbouncer.ini'], () => ({ 'pgbouncer.ini': settings }))
  target.port = String(port)
  return target.href
}

const settingsOf = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: PASSWORD,
  LOG_LEVEL: 'info',
})
const start = (databaseUrl: string) => startReady(settingsOf(databaseUrl))

const leaders = async (servers: readonly ProductProcess[]) =>
  (await Promise.all(servers.map(leads))).filter(Boolean).length

describeOnPostgresql('PgBouncer', (createUrl) => {
  test('in session mode carries two servers, of which one leads, and gives the lock back', async () => {
    const url = await startPgbouncer(await createUrl(), 'session')
    const servers = [await start(url), await start(url)] as const
    expect((await requestToken(servers[1], 'admin', PASSWORD)).status).toBe(200)
    await expect.poll(() => leaders(servers)).toBe(1)
    const file = join(await createFolder(), 'a.backup')
    expect(runCommand('backup', [file], { DATABASE_URL: url })).toMatchObject({ status: 0 })
    const refused = runCommand('restore', [file, '--replace'], { DATABASE_URL: url })
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('stop all servers first') })

    const [first, second] = (await leads(servers[0])) ? servers : [servers[1], servers[0]]
    first.kill()
    expect(await first.ended).toBe(0)
    await expect.poll(() => leads(second)).toBe(true)
    second.kill('SIGKILL')
    await second.ended
    await expect.poll(() => runCommand('restore', [file, '--replace'], { DATABASE_URL: url }).status).toBe(0)
  })

  test.each(['transaction', 'statement'] as const)(
    'in %s mode is refused by a server and by a command, in one line',
    async (mode) => {
      const url = await startPgbouncer(await createUrl(), mode)
      const refused = expect.stringMatching(/^[^\n]*so that no server can hold a lock\. [^\n]*\n$/)
      const server = await startProduct(settingsOf(url))
      expect(await server.ended).toBe(1)
      expect(server.output()).toEqual(refused)
      const command = runCommand('backup', [join(await createFolder(), 'a.backup')], { DATABASE_URL: url })
      expect(command).toMatchObject({ status: 1, stderr: refused })
    },
  )
})
