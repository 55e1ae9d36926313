import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { STATUS_PATH, StatusSchema, type Status } from '#contract/status.ts'
import { DAY_MS } from '#contract/time.ts'
import { LEADERSHIP_LOCK } from '#server/database/leadership.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { createRevision } from '#server/series/revision.ts'
import type { Kind } from '#server/series/series.ts'
import { createSeriesStore, type SeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { block, LOAD, storeValues } from '#server/testing/blocks.ts'
import { describeOnPostgresql, openTestDatabase } from '#server/testing/database.ts'

import { createStatusRoute, type StatusParts } from './status-route.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const ENTSOE = { SOURCE: 'entsoe', ENTSOE_TOKEN: 'x' }
const ENERGY_CHARTS = { SOURCE: 'energy-charts' }
const NO_SOURCE = { SOURCE: 'none' }

interface TestStatus {
  series: SeriesStore
  ask: () => Promise<Status>
}

async function openStatus(environment: Readonly<Record<string, string>> = ENTSOE): Promise<TestStatus> {
  const database = await openTestDatabase()
  const app = await openSignedInApp(database, () => NOW_UTC, environment)
  return {
    series: createSeriesStore(database),
    ask: async () => StatusSchema.parse((await app.get(STATUS_PATH)).json()),
  }
}

async function openRunningStatus(progress: StatusParts['progress']): Promise<TestStatus> {
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  const server = fastify()
  const route = createStatusRoute({
    source: null,
    progress,
    replays: () => ({ done: 40, total: 93 }),
    outage: () => null,
    weatherProblem: () => 'No weather.',
    weatherCredit: 'Weather data by Open-Meteo.com',
    series,
    uploads: createUploadStore(database),
    firstRun: async () => Date.parse('2026-11-19T07:07:00.000Z'),
    newestRun: async () => ({ day: '2026-11-21', issuedAtUtc: '2026-11-20T09:02:00.000Z' }),
    revision: createRevision(database),
    clock: () => NOW_UTC,
  })
  server.route(route)
  onTestFinished(() => server.close())
  return { series, ask: async () => StatusSchema.parse((await server.inject({ url: STATUS_PATH })).json()) }
}

const store = (series: SeriesStore, kind: Kind, fromUtc: number, hours: number) =>
  storeValues(series, NOW_UTC, [block({ ...LOAD, kind }, fromUtc, 60, Array<number>(hours).fill(50_000))])

describe('the status of the values', () => {
  test('of an empty store', async () => {
    const { ask } = await openStatus(ENERGY_CHARTS)
    expect(await ask()).toEqual({
      nowUtc: '2026-11-20T12:00:00.000Z',
      source: 'Energy-Charts',
      isDemo: false,
      credit: 'Energy-Charts.info, CC BY 4.0',
      licence: 'CC BY 4.0',
      newestActualUtc: null,
      newestRun: null,
      firstRunUtc: null,
      isStale: false,
      span: null,
      uncoveredAreas: MEMBER_CODES.filter((area) => area.startsWith('IT-')),
      backfill: null,
      replays: null,
      outage: null,
      weatherProblem: null,
      rewrittenUploads: [],
    })
  })

  test('names the credit of both sources', async () => {
    const { ask } = await openStatus({ ...ENERGY_CHARTS, WEATHER: 'open-meteo' })
    expect((await ask()).credit).toBe('Energy-Charts.info, CC BY 4.0 · Weather data by Open-Meteo.com')
  })

  test('has the newest actual value, the span of all kinds, the progress of fill and replays, and what is wrong with the weather', async () => {
    const { series, ask } = await openRunningStatus(() => ({ done: 20, total: 730 }))
    await store(series, 'actual', Date.UTC(2026, 8, 1), 24)
    await store(series, 'actual', Date.UTC(2026, 10, 20, 8), 2)
    await store(series, 'tso', Date.UTC(2026, 10, 20), 49)
    expect(await ask()).toMatchObject({
      newestActualUtc: '2026-11-20T10:00:00.000Z',
      newestRun: { day: '2026-11-21' },
      firstRunUtc: '2026-11-19T07:07:00.000Z',
      isStale: false,
      span: { from: '2026-09-01T00:00:00.000Z', to: '2026-11-22T01:00:00.000Z' },
      backfill: { done: 20, total: 730 },
      replays: { done: 40, total: 93 },
      weatherProblem: 'No weather.',
    })
  })

  test('warns when the newest actual value is too old, and stops when newer values arrive', async () => {
    const { series, ask } = await openStatus()
    await store(series, 'actual', Date.UTC(2026, 10, 20), 8)
    expect((await ask()).isStale).toBe(true)
    await store(series, 'actual', Date.UTC(2026, 10, 20, 8), 1)
    expect((await ask()).isStale).toBe(false)
  })

  test('expects no values without a source', async () => {
    const { series, ask } = await openStatus(NO_SOURCE)
    await store(series, 'actual', Date.UTC(2026, 0, 1), 8)
    expect(await ask()).toMatchObject({ source: null, isStale: false })
  })
})

describeOnPostgresql('the status of a server that does not lead', (createUrl) => {
  test('does not take its own silence for that of the weather', async () => {
    const database = await createPostgresqlDatabase(await createUrl())
    onTestFinished(() => database.close())
    const lock = await database.holdLock(LEADERSHIP_LOCK)
    onTestFinished(() => lock?.release())
    let now = NOW_UTC
    const app = await openSignedInApp(database, () => now, { SOURCE: 'none', WEATHER: 'open-meteo' })
    now += 2 * DAY_MS
    const answer = await app.send('GET', STATUS_PATH, await app.signIn())
    expect(StatusSchema.parse(answer.json()).weatherProblem).toBeNull()
  })
})
