import type { FastifyPluginAsync, FastifyReply, preHandlerAsyncHookHandler } from 'fastify'

import { ACCURACY_OVER_TIME_PATH, LEADERS_PATH } from '#contract/accuracy-over-time.ts'
import { ACCURACY_PATH, RUNS_PATH, type RunsAnswer } from '#contract/accuracy.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/query.ts'
import type { Clock } from '#server/clock.ts'
import { bestRuns, type RunStore } from '#server/forecast/runs/run-store.ts'
import { createAnswerCache } from '#server/series/answer-cache.ts'
import type { LocalDay } from '#server/series/local-calendar.ts'
import type { Revision } from '#server/series/revision.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { composeAccuracyAnswer, describeHead } from './accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from './accuracy-over-time.ts'
import { composeForecastAnswer } from './forecast-answer.ts'
import {
  parseAccuracyOverTimeQuery,
  parseAccuracyQuery,
  parseForecastQuery,
  parseLeadersQuery,
  parseRunsQuery,
} from './forecast-request.ts'
import { marketDayOf } from './scored-days.ts'

export interface ForecastRoutesParts {
  series: SeriesStore
  store: RunStore
  revision: Revision
  clock: Clock
  requireUser: preHandlerAsyncHookHandler
}

/** Enough for about 200 answers. A new value makes them all out of date. */
const CACHE_BYTES = 8 * 1024 * 1024

/** `POST /energia/tab-2` and the calls beside it: the stored forecasts, and how good they have been. */
export function createForecastRoutes(parts: ForecastRoutesParts): FastifyPluginAsync {
  const { store, revision, clock, requireUser } = parts
  const cache = createAnswerCache(CACHE_BYTES)

  async function answerOnce(name: string, make: () => Promise<object>): Promise<Buffer> {
    return cache.get(`${await revision.current()}|${name}`, async () =>
      Buffer.from(JSON.stringify(await make())),
    )
  }
  const send = (reply: FastifyReply, bytes: Buffer) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(bytes)

  return async (server) => {
    server.post(FORECAST_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { day, zone } = parseForecastQuery(request.body, request.headers[TIME_ZONE_HEADER])
      const bytes = await answerOnce(`map|${zone}|${day.date}`, () => composeForecastAnswer(parts, day, zone))
      return send(reply, bytes)
    })
    server.post(ACCURACY_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { headers, body } = request
      const { country, day, zone } = parseAccuracyQuery(body, headers[TIME_ZONE_HEADER], clock())
      const bytes = await answerOnce(`accuracy|${country}|${zone}|${day.date}`, () =>
        composeAccuracyAnswer(parts, country, day, zone),
      )
      return send(reply, bytes)
    })
    server.post(ACCURACY_OVER_TIME_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { headers, body } = request
      const { country, day, zone } = parseAccuracyOverTimeQuery(body, headers[TIME_ZONE_HEADER], clock())
      const bytes = await answerOnce(`over-time|${country}|${zone}|${day.date}`, () =>
        composeAccuracyOverTime(parts, country, day, zone),
      )
      return send(reply, bytes)
    })
    server.post(LEADERS_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { day, zone } = parseLeadersQuery(request.body, request.headers[TIME_ZONE_HEADER], clock())
      const bytes = await answerOnce(`leaders|${zone}|${day.date}`, () => composeLeaders(parts, day, zone))
      return send(reply, bytes)
    })
    server.post(RUNS_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { day, zone } = parseRunsQuery(request.body, request.headers[TIME_ZONE_HEADER], clock())
      const bytes = await answerOnce(`runs|${zone}|${day.date}`, () => composeRunsAnswer(store, day))
      return send(reply, bytes)
    })
  }
}

async function composeRunsAnswer(store: RunStore, day: LocalDay): Promise<RunsAnswer> {
  const marketDay = marketDayOf(day)
  const days = await store.days()
  const best = bestRuns(await store.runs(FORECAST_AREAS, { from: marketDay, to: marketDay }))
  const heads = COUNTRIES.flatMap(({ code, area }) => {
    const run = best.find((other) => other.area === area)
    return run === undefined ? [] : [[code, describeHead(run)] as const]
  })
  return {
    day: day.date,
    firstDay: days?.from ?? null,
    lastDay: days?.to ?? null,
    runs: Object.fromEntries(heads),
  }
}
