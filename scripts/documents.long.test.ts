import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { DAY_MS } from '#contract/time.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { createFolder } from '#server/testing/folders.ts'
import { environmentWith, startReady } from '#server/testing/process.ts'

import { startPostgresServer } from './postgres-server.js'
import { provideProgram } from './system-packages.js'

const PAGES = ['docs/operate.md', 'docs/notebooks.md'].map((file) => readFileSync(file, 'utf8')).join('\n')
const BLOCKS = [...PAGES.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text = '']) => text)
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** By their first line, the blocks that run here as they stand, but for the places of files, the addresses of other machines, and dates of the past. */
const RUN = {
  backup: 'npm run backup -- /var/backups/energy-metrics-2026-11-22.backup',
  encrypted:
    'node build/server/backup.js - | gpg --encrypt --recipient backup@example.org > /var/backups/energy-metrics.gpg',
  restore: 'npm run restore -- /var/backups/energy-metrics-2026-11-22.backup --replace',
  clearDemo: 'npm run clear-demo',
  goBack:
    'npm run restore -- data/energy-metrics.backups/energy-metrics.20261122T120000Z.schema-10.backup --replace',
  prometheus: 'scrape_configs:',
  haproxy: 'defaults',
  secrets: 'mkdir -m 700 secrets',
  roles: "CREATE ROLE energy_owner LOGIN PASSWORD '…';",
  key: 'npm run keys -- add "my notebook"       # prints the key, this once; list and remove work alike',
  upload: 'time_utc,area,quantity,power_mw,issued_utc',
  curl: 'curl --fail --get "$ENERGY_METRICS_URL/api/v1/series" --header "Authorization: Bearer $ENERGY_METRICS_KEY" --output wind.parquet \\',
  observation: 'select ts, value as load_mw from observation',
} as const

/** Why the others do not. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'install -D -m 600 /dev/null /etc/energy-metrics/settings': 'systemd; systemd.long.test.ts',
  'energy-metrics-run users list': 'systemd; systemd.long.test.ts',
  'docker build --tag energy-metrics .': 'Docker; image.long.test.ts builds and runs the image without it',
  'location /energy {': 'behind-nginx.long.test.ts takes it from the page',
  'docker compose exec server-1 node build/server/backup.js /backups/2026-11-24.backup': 'Docker',
  'NODE_USE_ENV_PROXY=1': 'settings, not commands; company-network.long.test.ts',
  'import os': 'notebooks.long.test.ts takes all Python of the page',
  'today = pd.Timestamp.now("Europe/Brussels").normalize()': 'the same',
  'forecasts = pd.DataFrame({kind: series(area="DE", quantity="residual", kind=kind, **span) for kind in ("tso", "model")})':
    'the same',
  'from urllib.request import Request, urlopen': 'the same',
  'rows <- function(call) {': 'R, with 300 MB of packages',
  let: 'Excel',
}

test('each block of code runs here, or has a reason why not', () => {
  expect(BLOCKS.map(firstLine).toSorted()).toEqual(
    [...Object.values(RUN), ...Object.keys(NOT_RUN)].toSorted(),
  )
})

function textOf(name: keyof typeof RUN): string {
  const text = BLOCKS.find((block) => firstLine(block) === RUN[name])
  if (text === undefined) throw new Error(`The pages do not have ${name}.`)
  return text
}

interface Where {
  cwd?: string
  input?: string
}

/** What a program writes. Fails if the program does. */
function run(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  where: Where = {},
): string {
  const [program = '', ...rest] = words
  const { status, stdout, stderr } = spawnSync(program, rest, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: environmentWith(settings),
    ...where,
  })
  expect([words.join(' '), status, status === 0 ? '' : stderr + stdout]).toEqual([words.join(' '), 0, ''])
  return stdout
}

const shell = (text: string, settings: Readonly<Record<string, string>> = {}, where?: Where) =>
  run(['bash', '--norc', '-euo', 'pipefail', '-c', text], settings, where)

test('commands on a server with the embedded database', async () => {
  const [dataDir, folder, keys] = [await createFolder(), await createFolder(), await createFolder()]
  const here = (name: keyof typeof RUN) =>
    textOf(name).replaceAll('/var/backups', folder).replaceAll(' data/', ` ${dataDir}/`)
  const settings = { DATA_DIR: dataDir, SOURCE: 'demo', BACKFILL_DAYS: '3', GNUPGHOME: keys }
  const server = await startReady(settings)
  const [, key = ''] =
    /(em_\S+)/.exec(shell(`${textOf('key').trim().replace(/ +#.*/, '')} --upload`, settings)) ?? []
  const program = { ...settings, ENERGY_METRICS_URL: server.address, ENERGY_METRICS_KEY: key }

  const uploaded = await fetch(`${server.address}${UPLOADS_PATH}?name=Vendor`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': CSV_TYPE },
    body: textOf('upload'),
  })
  expect([uploaded.status, await uploaded.text()]).toEqual([200, expect.stringContaining('"values":1')])
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const curl = textOf('curl').replace('2026-08-01', day(2)).replace('2026-11-01', day(0))
  shell(curl, program, { cwd: folder })
  expect(readFileSync(join(folder, 'wind.parquet')).subarray(0, 4).toString()).toBe('PAR1')

  shell(here('backup'), settings)
  const gpg = `gpg --batch --passphrase ''`
  shell(`${gpg} --quick-generate-key backup@example.org`, settings)
  onTestFinished(() => void shell('gpgconf --kill all || true', settings))
  shell(here('encrypted'), settings)
  shell(`${gpg} --decrypt ${folder}/energy-metrics.gpg > ${folder}/decrypted.backup`, settings)
  shell(`npm run backup -- --check ${folder}/decrypted.backup`, settings)

  server.kill()
  expect(await server.ended).toBe(0)
  expect(shell(here('restore'), settings)).toContain('every checksum agrees')
  const backups = join(dataDir, 'energy-metrics.backups')
  mkdirSync(backups, { recursive: true })
  copyFileSync(
    join(folder, 'energy-metrics-2026-11-22.backup'),
    join(backups, 'energy-metrics.20261122T120000Z.schema-10.backup'),
  )
  expect(shell(here('goBack'), settings)).toContain('every checksum agrees')
  shell(here('clearDemo'), settings)
})

test('configuration of other programs, and secrets for compose', async () => {
  const folder = await createFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  file('energy-metrics-token', 'a token')
  copyFileSync('deploy/prometheus-rules.yaml', join(folder, 'prometheus-rules.yaml'))
  const prometheus = file('prometheus.yaml', textOf('prometheus').replace('/etc/prometheus', folder))
  run([provideProgram('promtool', 'prometheus'), 'check', 'config', prometheus], {})
  const haproxy = file('haproxy.cfg', textOf('haproxy').replaceAll(/db-\d:/g, '127.0.0.1:'))
  run([provideProgram('haproxy'), '-c', '-f', haproxy], {})

  const [commands = ''] = textOf('secrets').split('docker compose')
  shell(commands, {}, { cwd: folder })
  expect(readFileSync(join(folder, 'secrets/database_url'), 'utf8')).toMatch(
    /^postgres:\/\/postgres:[0-9a-f]{48}@database:5432\/energy_metrics\n$/,
  )
  expect(statSync(join(folder, 'secrets/admin_password')).mode & 0o777).toBe(0o444)
})

test('roles of PostgreSQL, and the view of all values', async () => {
  const postgres = await startPostgresServer()
  onTestFinished(() => postgres.stop())
  const psql = (text: string, url: string) =>
    run([provideProgram('psql', 'postgresql-client'), '--set', 'ON_ERROR_STOP=1', url], {}, { input: text })
  psql(textOf('roles'), postgres.url)
  const { host } = new URL(postgres.url)
  const [, asOwner = ''] = /`(DATABASE_URL=\S+ npm run users -- list)`/.exec(PAGES) ?? []
  expect(asOwner).not.toBe('')
  shell(asOwner.replace('db:5432', host))
  const server = await startReady({
    DATABASE_URL: `postgres://energy_server@${host}/energy_metrics`,
    SOURCE: 'demo',
    BACKFILL_DAYS: '3',
  })
  expect(psql(textOf('observation'), `postgres://energy_owner@${host}/energy_metrics`)).toMatch(
    /\(\d{2,} rows\)/,
  )
  server.kill()
  expect(await server.ended).toBe(0)
})
