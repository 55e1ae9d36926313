import type { FastifyPluginAsync, FastifyReply, preHandlerAsyncHookHandler } from 'fastify'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  LEADERS_PATH,
  RUNS_PATH,
  type RunsAnswer,
} from '#contract/accuracy.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import { DAY_FORECAST_PATH, DAY_SHEET_PATH, FORECAST_PATH, PEAKS_PATH } from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import type { Clock } from '#server/clock.ts'
import { isBeforeAuction } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { createAnswerCache } from '#server/series/answer-cache.ts'
import { createReadMeans } from '#server/series/means.ts'
import type { Revision } from '#server/series/revision.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { composeAccuracyAnswer, describeHead } from './accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from './accuracy-over-time.ts'
import { composeDaySheet } from './day-sheet-answer.ts'
import { composeForecastAnswer } from './forecast-answer.ts'
import {
  parseAccuracyOverTimeQuery,
  parseAccuracyQuery,
  parseDayForecastQuery,
  parseForecastQuery,
  parseLeadersQuery,
  parseDayOnly,
  type DayRequest,
} from './forecast-request.ts'
import { askForKeptRun, marketDayOf, ruleOf } from './kept-forecasts.ts'
import { composePeaks } from './peaks-answer.ts'

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
  const { series, store, revision, clock, requireUser } = parts
  const cache = createAnswerCache(CACHE_BYTES)
  const readMeans = createReadMeans({ series, clock })

  async function answerOnce(name: string, make: () => Promise<object>): Promise<Buffer> {
    return cache.get(`${await revision.current()}|${name}`, async () =>
      Buffer.from(JSON.stringify(await make())),
    )
  }
  const send = (reply: FastifyReply, bytes: Buffer) =>
    reply.type('application/json; charset=utf-8').send(bytes)
  const sendForecast = async (reply: FastifyReply, asked: DayRequest) =>
    send(
      reply,
      await answerOnce(`map|${nameOf(asked)}`, () => composeForecastAnswer({ readMeans, store }, asked)),
    )

  return async (server) => {
    server.post(FORECAST_PATH, { preHandler: requireUser }, async (request, reply) => {
      return sendForecast(reply, parseForecastQuery(request.body, request.headers[TIME_ZONE_HEADER]))
    })
    server.post(DAY_FORECAST_PATH, { preHandler: requireUser }, async (request, reply) => {
      const asked = await askForKeptRun(
        store,
        parseDayForecastQuery(request.body, request.headers[TIME_ZONE_HEADER], clock()),
      )
      return sendForecast(reply, asked)
    })
    server.post(ACCURACY_PATH, { preHandler: requireUser }, async (request, reply) => {
      const { headers, body } = request
      const { country, ...query } = parseAccuracyQuery(body, headers[TIME_ZONE_HEADER], clock())
      const asked = await askForKeptRun(store, query)
      const bytes = await answerOnce(`accuracy|${country}|${nameOf(asked)}`, () =>
        composeAccuracyAnswer(parts, country, asked),
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
    server.post(PEAKS_PATH, { preHandler: requireUser }, async (request, reply) => {
      const asked = parseDayOnly(request.body, request.headers[TIME_ZONE_HEADER], clock())
      return send(
        reply,
        await answerOnce(`peaks|${nameOf(asked)}`, () => composePeaks({ readMeans, series }, asked)),
      )
    })
    server.post(DAY_SHEET_PATH, { preHandler: requireUser }, async (request, reply) => {
      // Of the market's day, whatever the reader's zone.
      const asked = parseDayOnly(request.body, undefined, clock())
      return send(
        reply,
        await answerOnce(`sheet|${nameOf(asked)}`, () => composeDaySheet({ readMeans, store }, asked)),
      )
    })
    server.post(RUNS_PATH, { preHandler: requireUser }, async (request, reply) => {
      const asked = await askForKeptRun(
        store,
        parseDayForecastQuery(request.body, request.headers[TIME_ZONE_HEADER], clock()),
      )
      const bytes = await answerOnce(`runs|${nameOf(asked)}`, () => composeRunsAnswer(store, asked))
      return send(reply, bytes)
    })
  }
}

const nameOf = ({ day, zone, kind }: DayRequest) => `${zone}|${day.date}|${kind ?? ''}`

async function composeRunsAnswer(store: RunStore, asked: DayRequest): Promise<RunsAnswer> {
  const { day } = asked
  const marketDay = marketDayOf(day)
  const days = await store.days()
  const runs = await store.runs(FORECAST_AREAS, { from: marketDay, to: marketDay })
  const best = ruleOf(asked)(runs)
  const heads = COUNTRIES.flatMap(({ code, area }) => {
    const run = best.find((other) => other.area === area)
    return run === undefined ? [] : [[code, describeHead(run)] as const]
  })
  return {
    day: day.date,
    firstDay: days?.from ?? null,
    lastDay: days?.to ?? null,
    kinds: RUN_KINDS.filter((kind) =>
      runs.some(kind === 'early' ? isBeforeAuction : (run) => run.kind === kind),
    ),
    runs: Object.fromEntries(heads),
  }
}
