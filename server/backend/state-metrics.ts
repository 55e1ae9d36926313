import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { Gauge, type Registry } from 'prom-client'

import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { addDays, marketDay, timeOfDay } from '#contract/zone-time.ts'
import { countWaitingMessages } from '#server/alerts/watch-store.ts'
import type { Clock } from '#server/clock.ts'
import { readLastBackup } from '#server/database/backup/write-backup.ts'
import type { Database } from '#server/database/database.ts'
import type { Leadership } from '#server/database/leadership.ts'
import { DatabaseError } from '#server/errors.ts'
import type { RunHead, RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { KINDS } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { readUploadBytes } from '#server/series/store/upload-values.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'
import type { Outage, Progress } from '#server/sources/ingestion/progress.ts'

/** Range of the search for an area's last forecast. */
const RECENT_DAYS = 14
/** The run before the auction is made at 08:50; 09:15 is late. */
const DUE_AFTER_NINE_MS = 15 * MINUTE_MS
/** Prometheus waits ten seconds for all metrics; a slower database counts as down. */
const READ_WITHIN_MS = 3000

interface StateParts {
  database: Database
  series: Pick<SeriesStore, 'newest'>
  store: Pick<RunStore, 'heads'>
  weather: Pick<WeatherStore, 'lastFetches'>
  clock: Clock
  /** Folder of the embedded database; null for PostgreSQL, whose disk is not visible here. */
  dataDir: string | null
  hasRoom: () => boolean
  leadership: Pick<Leadership, 'isLeader'>
  /** Null while the source delivers. */
  outage: () => Pick<Outage, 'sinceUtc' | 'tries' | 'nextTryUtc'> | null
  weatherProblem: () => string | null
  /** Days of the initial fill by this process. */
  progress: () => Progress | null
}

type MakeGauge = <Label extends string = never>(
  name: string,
  help: string,
  ...labelNames: Label[]
) => Gauge<Label>

/** Gauges are read on request. While the database does not answer they keep their values. */
export function measureState(registry: Registry, parts: StateParts): void {
  let updating: Promise<unknown> | null = null
  /** Collects once for all gauges of an answer. */
  async function collect(): Promise<void> {
    updating ??= Promise.all([updateOwn(), updateDisk(), updateStoredInTime()]).finally(
      () => (updating = null),
    )
    await updating
  }
  const gauge: MakeGauge = (name, help, ...labelNames) =>
    new Gauge({ name: `energy_${name}`, help, labelNames, registers: [registry], collect })
  const updateOwn = measureOwn(gauge, parts)
  const updateDisk = parts.dataDir === null ? async () => {} : measureDisk(gauge, parts.dataDir)
  const updateStored = measureStored(gauge, parts)
  const databaseUp = gauge('database_up', '1 while the database answers')

  async function updateStoredInTime(): Promise<void> {
    const reading = updateStored().then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseError) return false
        throw error
      },
    )
    const isUp = await Promise.race([reading, sleep(READ_WITHIN_MS, false, { ref: false })])
    databaseUp.set(Number(isUp))
  }
}

/** Returns the function that updates the gauges. */
function measureOwn(gauge: MakeGauge, parts: StateParts) {
  const leader = gauge('leader', '1 in the server that reads the source and makes forecasts')
  const outageSince = gauge(
    'source_outage_since_timestamp_seconds',
    'Start of the outage of the source; 0 without an outage',
  )
  const outageTries = gauge('source_outage_tries', 'Failed requests in the outage of the source')
  const nextTry = gauge(
    'source_next_try_timestamp_seconds',
    'Next request in an outage of the source; 0 without an outage',
  )
  const daysToFill = gauge('fill_remaining_days', 'Days of history not yet read from the source')
  const weatherProblem = gauge('weather_problem', '1 while weather forecasts are missing or have faults')
  const databaseFull = gauge('database_full', '1 while the disk of the database is full')

  return async () => {
    const isLeader = parts.leadership.isLeader()
    leader.set(Number(isLeader))
    // A former leader does not know the state of the source.
    const outage = isLeader ? parts.outage() : null
    outageSince.set((outage?.sinceUtc ?? 0) / 1000)
    outageTries.set(outage?.tries ?? 0)
    nextTry.set((outage?.nextTryUtc ?? 0) / 1000)
    weatherProblem.set(Number(parts.weatherProblem() !== null))
    const { done, total } = (isLeader ? parts.progress() : null) ?? { done: 0, total: 0 }
    daysToFill.set(total - done)
    databaseFull.set(Number(!parts.hasRoom()))
  }
}

function measureDisk(gauge: MakeGauge, folder: string) {
  const free = gauge('data_disk_free_bytes', 'Free space on the disk of the data folder')
  const size = gauge('data_disk_size_bytes', 'Size of the disk of the data folder')
  return async () => {
    const found = await statfs(folder).catch(() => null)
    if (found === null) return
    free.set(found.bavail * found.bsize)
    size.set(found.blocks * found.bsize)
  }
}

function measureStored(gauge: MakeGauge, parts: StateParts) {
  const weatherFetched = gauge('weather_fetched_timestamp_seconds', 'When the newest weather was fetched')
  const newestAt = gauge(
    'newest_value_timestamp_seconds',
    'End of the newest stored value',
    ...(['area', 'quantity', 'kind'] as const),
  )
  const newestMw = gauge('newest_value_megawatts', 'The newest stored value', 'area', 'quantity', 'kind')
  const lastRun = gauge('run_timestamp_seconds', 'When the last forecast was made', 'kind')
  const runDue = gauge(
    'run_due_timestamp_seconds',
    'When the next forecast of a country of the map is due',
    'area',
  )
  const waitingMessages = gauge('alert_messages_waiting', 'Messages of alerts not yet delivered')
  const uploadBytes = gauge('upload_bytes', 'Size of the values of uploaded forecasts')
  const databaseSize = gauge('database_size_bytes', 'Size of the tables and indexes of the database')
  const lastBackup = gauge('backup_timestamp_seconds', 'When the last backup was made; 0 without one')

  return async () => {
    const today = marketDay(parts.clock())
    const newest = (await Promise.all(KINDS.map((kind) => parts.series.newest(kind)))).flat()
    const heads = await parts.store.heads({ from: addDays(today, -RECENT_DAYS), to: addDays(today, 1) })
    const own = heads.filter(({ isReplayed }) => !isReplayed)
    const weather = await parts.weather.lastFetches()
    const waiting = await countWaitingMessages(parts.database)
    const backupAtUtc = await readLastBackup(parts.database)
    const uploaded = await readUploadBytes(parts.database)
    const [size] = await parts.database.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    )

    newestAt.reset()
    newestMw.reset()
    for (const { area, quantity, kind, endsAtUtc, powerMw } of newest) {
      newestAt.set({ area, quantity, kind }, endsAtUtc / 1000)
      newestMw.set({ area, quantity, kind }, powerMw)
    }
    for (const { kind, issuedAtUtc } of own) lastRun.set({ kind }, issuedAtUtc / 1000)
    const hasLoad = new Set(
      newest.filter(({ quantity, kind }) => quantity === 'load' && kind === 'actual').map(({ area }) => area),
    )
    for (const area of FORECAST_AREAS)
      if (hasLoad.has(area)) runDue.set({ area }, dueUtc(own, area, today) / 1000)
    weatherFetched.set(Math.max(0, ...[...weather.values()].map(({ fetchedAtUtc }) => fetchedAtUtc)) / 1000)
    waitingMessages.set(waiting)
    uploadBytes.set(uploaded)
    databaseSize.set(size?.bytes ?? 0)
    lastBackup.set((backupAtUtc ?? 0) / 1000)
  }
}

/** The forecast of the day after the last one is due on that last day; without any run it is overdue. */
function dueUtc(runs: readonly RunHead[], area: MemberCode, today: string): number {
  const days = runs.filter((run) => run.area === area).map(({ day }) => day)
  const lastDay = days.toSorted().at(-1) ?? addDays(today, -1)
  return timeOfDay(lastDay, 9) + DUE_AFTER_NINE_MS
}
