import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { providePostgresPrograms } from './system-packages.js'

/** On loopback. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** PostgreSQL refuses to run as root; root uses the package's account. */
function postgresAccount() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** On loopback, in a temporary folder that `stop` deletes. Durability is off, because the data is only for tests. */
export async function startPostgresServer() {
  const programs = providePostgresPrograms()
  const account = postgresAccount()
  const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-postgres-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const port = await freePort()
  const run = (program, words) =>
    execFileSync(join(programs, program), words, {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })

  run('initdb', [
    '--pgdata',
    join(folder, 'data'),
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-sync',
  ])
  const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off -c max_connections=200`
  run('pg_ctl', [
    '--pgdata',
    join(folder, 'data'),
    '--wait',
    '--log',
    join(folder, 'log'),
    '-o',
    settings,
    'start',
  ])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['--pgdata', join(folder, 'data'), '--wait', '--mode', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
