import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { STATUS_PATH, StatusSchema } from '#contract/status.ts'
import type { Status } from '#contract/status.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { RequestError, createErrorHandler } from '#server/errors.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS } from '#server/series/series.ts'
import type { Kind, SeriesStore } from '#server/series/series.ts'

import { createStatusRoute } from './status-route.ts'
import type { StatusParts } from './status-route.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const FEEDS = MEMBER_CODES.filter((area) => area !== 'IT-SICI').map((area) => ({
  area,
  kind: 'actual' as const,
  quantities: ['load'] as const,
}))
const SOURCE = { label: 'ENTSO-E', credit: null, isDemo: false, feeds: FEEDS, staleAfterMs: 3 * HOUR_MS }

interface TestStatus {
  series: SeriesStore
  ask: () => Promise<Status>
}

async function openStatus(changes: Partial<StatusParts> = {}): Promise<TestStatus> {
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  const server = fastify()
  server.setErrorHandler(createErrorHandler())
  await server.register(
    createStatusRoute({
      source: SOURCE,
      progress: () => null,
      problem: () => null,
      series,
      revision: createRevision(database),
      clock: () => NOW_UTC,
      requireUser: async () => {},
      ...changes,
    }),
  )
  onTestFinished(() => server.close())
  return {
    series,
    ask: async () => StatusSchema.parse((await server.inject({ url: STATUS_PATH })).json()),
  }
}

function store(series: SeriesStore, kind: Kind, fromUtc: number, hours: number) {
  const powerMw = new Float64Array(hours).fill(50_000)
  return series.write(
    [{ area: 'DE', quantity: 'load', kind, startsAtUtc: fromUtc, stepMinutes: 60, powerMw }],
    { source: 'test', fetchedAtUtc: NOW_UTC },
    'revise',
  )
}

describe('the status of the values', () => {
  test('of an empty store', async () => {
    const { ask } = await openStatus()
    expect(await ask()).toEqual({
      source: 'ENTSO-E',
      isDemo: false,
      credit: null,
      newestActualUtc: null,
      isStale: false,
      span: null,
      uncoveredAreas: ['IT-SICI'],
      backfill: null,
      problem: null,
    })
  })

  test('tells the newest actual value, the span of all kinds and the running fill', async () => {
    const { series, ask } = await openStatus({ progress: () => ({ done: 20, total: 730 }) })
    await store(series, 'actual', Date.UTC(2026, 8, 1), 24)
    await store(series, 'actual', Date.UTC(2026, 10, 20, 8), 2)
    await store(series, 'tso', Date.UTC(2026, 10, 20), 49)
    expect(await ask()).toMatchObject({
      newestActualUtc: '2026-11-20T10:00:00.000Z',
      isStale: false,
      span: { from: '2026-09-01T00:00:00.000Z', to: '2026-11-22T01:00:00.000Z' },
      backfill: { done: 20, total: 730 },
    })
  })

  test('warns when the newest actual value is older than it should be, and no more when news come', async () => {
    const { series, ask } = await openStatus()
    await store(series, 'actual', Date.UTC(2026, 10, 20), 8)
    expect((await ask()).isStale).toBe(true)
    await store(series, 'actual', Date.UTC(2026, 10, 20, 8), 1)
    expect((await ask()).isStale).toBe(false)
  })

  test('expects nothing where no source is read', async () => {
    const { series, ask } = await openStatus({ source: null })
    await store(series, 'actual', Date.UTC(2026, 0, 1), 8)
    expect(await ask()).toMatchObject({ source: null, isStale: false })
  })

  test('is for those who have signed in', async () => {
    const server = fastify()
    server.setErrorHandler(createErrorHandler())
    const requireUser = async () => {
      throw new RequestError(401, 'Sign in first.')
    }
    const series = { coverage: async () => null }
    const revision = { current: async () => 1 }
    await server.register(
      createStatusRoute({
        source: null,
        progress: () => null,
        problem: () => null,
        series,
        revision,
        clock: () => 0,
        requireUser,
      }),
    )
    expect((await server.inject({ url: STATUS_PATH })).statusCode).toBe(401)
  })
})
