import { readFileSync } from 'node:fs'

import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { recordBackup } from '#server/database/backup/write-backup.ts'
import type { Database } from '#server/database/database.ts'
import { DatabaseError } from '#server/errors.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openTestApp } from '#server/testing/app.ts'
import { block, LOAD, FIRST } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'

import { measureState } from './state-metrics.ts'

/** A Tuesday in Brussels, an hour ahead of UTC. */
const NOW_UTC = Date.parse('2026-02-10T12:00+01:00')
const DAWN_UTC = Date.parse('2026-02-10T00:00+01:00')
const secondsOf = (time: string) => String(Date.parse(time) / 1000)

const head = (change: Partial<RunHead>) =>
  runOf('DE', '2026-02-11', { kind: 'early', issuedAtUtc: Date.parse('2026-02-10T08:51+01:00'), ...change })

/** The metrics of a database with these runs, as text by name and labels. */
function measure(database: Database, runs: readonly RunHead[] = []) {
  const registry = new Registry()
  let isLeader = true
  const series = createSeriesStore(database)
  measureState(registry, {
    database,
    series,
    store: { heads: async () => [...runs] },
    weather: { lastFetches: async () => new Map() },
    clock: () => NOW_UTC,
    dataDir: '.',
    hasRoom: () => false,
    leadership: { isLeader: () => isLeader },
    outage: () => ({ sinceUtc: NOW_UTC - HOUR_MS, tries: 7, nextTryUtc: NOW_UTC + HOUR_MS / 4 }),
    weatherProblem: () => 'No weather comes.',
    progress: () => ({ done: 10, total: 50 }),
  })
  return {
    series,
    follow: () => {
      isLeader = false
    },
    /** Without the disk, which others fill meanwhile. */
    read: async () => {
      const lines = (await registry.metrics())
        .split('\n')
        .filter((line) => /^energy_(?!data_disk)/.test(line))
      return Object.fromEntries(lines.map((line) => /^energy_(\S+) (.+)$/.exec(line)?.slice(1) ?? []))
    },
  }
}

describeOnBothEngines('the metrics of the state', (open) => {
  test('tell the newest value of each series, whatever its step', async () => {
    const { series, read } = measure(await open())
    await series.mirror([block(LOAD, DAWN_UTC, 60, [51_000, 52_000])], [], FIRST)
    await series.mirror([block(LOAD, DAWN_UTC + HOUR_MS, 15, [1, 2, 3, 40_123.45])], [], FIRST)
    await series.mirror([block({ ...LOAD, kind: 'tso' }, DAWN_UTC, 60, [50_000, NaN])], [], FIRST)
    const label = (kind: string) => `{area="DE",quantity="load",kind="${kind}"}`
    expect(await read()).toMatchObject({
      [`newest_value_timestamp_seconds${label('actual')}`]: secondsOf('2026-02-10T02:00+01:00'),
      [`newest_value_megawatts${label('actual')}`]: '40123.45',
      [`newest_value_timestamp_seconds${label('tso')}`]: secondsOf('2026-02-10T01:00+01:00'),
      [`newest_value_megawatts${label('tso')}`]: '50000',
    })
  })

  test('tell the last forecast of each kind, and when each country with values needs the next', async () => {
    const runs = [
      head({ area: 'PL', day: '2026-02-10', issuedAtUtc: DAWN_UTC }),
      head({ area: 'DE', kind: 'complete', day: '2026-02-10', issuedAtUtc: DAWN_UTC }),
      head({ area: 'DE' }),
      head({ area: 'DE', kind: 'early', isReplayed: true, issuedAtUtc: NOW_UTC }),
    ]
    const { series, read } = measure(await open(), runs)
    for (const area of ['DE', 'PL', 'BE'] as const)
      await series.mirror([block({ ...LOAD, area }, DAWN_UTC, 60, [1])], [], FIRST)
    const metrics = await read()
    expect(metrics).toMatchObject({
      'run_timestamp_seconds{kind="early"}': secondsOf('2026-02-10T08:51+01:00'),
      'run_timestamp_seconds{kind="complete"}': String(DAWN_UTC / 1000),
      'run_due_timestamp_seconds{area="DE"}': secondsOf('2026-02-11T09:15+01:00'),
      'run_due_timestamp_seconds{area="PL"}': secondsOf('2026-02-10T09:15+01:00'),
      // It never had one.
      'run_due_timestamp_seconds{area="BE"}': secondsOf('2026-02-09T09:15+01:00'),
    })
    expect(metrics).not.toHaveProperty(['run_due_timestamp_seconds{area="NL"}'])
  })

  test('tell how large the database is', async () => {
    const { database_size_bytes: bytes = '' } = await measure(await open()).read()
    // A database without values has some 8 MB of its own.
    expect(Number(bytes)).toBeGreaterThan(4_000_000)
  })

  test('tell the last backup', async () => {
    const database = await open()
    const { read } = measure(database)
    expect(await read()).toMatchObject({ backup_timestamp_seconds: '0', database_up: '1' })
    for (const time of [DAWN_UTC, NOW_UTC]) await recordBackup(database, time)
    expect(await read()).toMatchObject({ backup_timestamp_seconds: String(NOW_UTC / 1000) })
  })
})

describe('the metrics of the state', () => {
  test('tell what this process sees, as long as it leads', async () => {
    const { read, follow } = measure(await openTestDatabase())
    expect(await read()).toMatchObject({
      leader: '1',
      source_outage_since_timestamp_seconds: String(NOW_UTC / 1000 - 3600),
      source_outage_tries: '7',
      source_next_try_timestamp_seconds: String(NOW_UTC / 1000 + 900),
      weather_problem: '1',
      fill_remaining_days: '40',
    })
    follow()
    expect(await read()).toMatchObject({
      leader: '0',
      source_outage_since_timestamp_seconds: '0',
      source_outage_tries: '0',
      source_next_try_timestamp_seconds: '0',
      fill_remaining_days: '0',
      alert_messages_waiting: '0',
      database_full: '1',
    })
  })

  test('keep what was known while the database does not answer', async () => {
    const database = await openTestDatabase()
    await recordBackup(database, NOW_UTC)
    let query = database.query.bind(database)
    const { read } = measure({ ...database, query: (...asked) => query(...asked) })
    const before = await read()
    query = () => Promise.reject(new DatabaseError('connect ECONNREFUSED'))
    expect(await read()).toEqual({ ...before, database_up: '0' })
    query = () => new Promise(() => {})
    expect(await read()).toEqual({ ...before, database_up: '0' })
  })
})

/** The metrics that the alert rules and the dashboard name. */
const watching = ['prometheus-rules.yaml', 'grafana-dashboard.json'].map((file) =>
  readFileSync(`deploy/${file}`, 'utf8'),
)

test('the product has every metric that the rules and the dashboard ask for, with its counters at 0', async () => {
  const { server, database } = await openTestApp({
    environment: { DATA_DIR: '.', SOURCE: 'entsoe', ENTSOE_TOKEN: 'x', ENTSOE_URL: 'http://127.0.0.1:1' },
  })
  await createSeriesStore(database).mirror([block(LOAD, DAWN_UTC, 60, [1])], [], FIRST)
  await server.inject('/livez')
  const { body } = await server.inject('/metrics')
  const asked = watching.flatMap((text) => text.match(/\b(energy|http|nodejs|process)_[a-z0-9_]+/g) ?? [])
  // They are there once a run was made, and once a source was asked over TLS.
  const later = new Set(['energy_run_timestamp_seconds', 'energy_certificate_expires_timestamp_seconds'])
  const missing = [...new Set(asked)].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(body))
  expect(missing.filter((name) => !later.has(name))).toEqual([])
  expect(body).toMatch(/^energy_data_disk_free_bytes \d{3}/m)
  expect(body).toContain('energy_source_refused_values_total{source="entsoe",area="PL"} 0')
  expect(body).toMatch(/energy_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+",source="entsoe"\} 1/)
})

test('each rule has a test', () => {
  const [rules = ''] = watching
  const tests = readFileSync('deploy/prometheus-rules.test.yaml', 'utf8')
  const namesIn = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`\\b${key}: (\\w+)`, 'g'))].map(([, name]) => name)
  expect(new Set(namesIn(tests, 'alertname'))).toEqual(new Set(namesIn(rules, 'alert')))
})
