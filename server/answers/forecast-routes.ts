import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyOverTimeQuerySchema,
  AccuracyQuerySchema,
  LEADERS_PATH,
  RUNS_PATH,
  type RunsAnswer,
} from '#contract/accuracy.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  DayForecastQuerySchema,
  DayQuerySchema,
  DaySheetQuerySchema,
  FORECAST_PATH,
  ForecastQuerySchema,
  PEAKS_PATH,
} from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from '#server/answers/accuracy/accuracy-over-time.ts'
import type { AnswerOnce } from '#server/answers/answer-once.ts'
import { composeForecastAnswer } from '#server/answers/day/forecast-answer.ts'
import { ALLOWED, dayOfMap, dayOfQuery, type DayRequest } from '#server/answers/day/forecast-request.ts'
import { composePeaks } from '#server/answers/day/peaks-answer.ts'
import { wantedRun, marketDayOf, ruleOf } from '#server/answers/day/read-day.ts'
import { composeDaySheet } from '#server/answers/day/sheet-answer.ts'
import type { Clock } from '#server/clock.ts'
import { isBeforeAuction } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { parseBody } from '#server/http/request-body.ts'
import { type SignedIn, userIdOf } from '#server/http/signed-in.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import type { SeriesStore } from '#server/series/series.ts'

export interface ForecastRoutesParts extends Pick<SignedIn, 'requireUser'> {
  series: SeriesStore
  store: RunStore
  clock: Clock
  answerOnce: AnswerOnce
}

/** About how long each new answer takes, ms. */
const ROUGH_MS = {
  leaders: 2500,
  overTime: 200,
  accuracy: 200,
  peaks: 200,
  sheet: 500,
  map: 70,
  runs: 20,
} as const

/** `POST /energia/tab-2` and the calls beside it: the stored forecasts, and how good they have been. */
export function createForecastRoutes(parts: ForecastRoutesParts): FastifyPluginAsync {
  const { series, store, clock, answerOnce, requireUser } = parts
  const readMeans = createReadMeans({ series, clock })

  /** Answers a call with what `find` names, and makes of a query. */
  function createRoute<Schema extends z.ZodObject>(
    kind: keyof typeof ROUGH_MS,
    schema: Schema,
    find: (
      query: z.output<Schema>,
      timeZone: string | string[] | undefined,
    ) => Promise<readonly [name: string, make: () => Promise<object>]>,
  ) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const query = parseBody(schema, request.body, ALLOWED)
      const [name, make] = await find(query, request.headers[TIME_ZONE_HEADER])
      const work = { owner: userIdOf(request), kind, roughMs: ROUGH_MS[kind] }
      const { bytes } = await answerOnce({ work, name, make })
      return reply.type('application/json; charset=utf-8').send(bytes)
    }
  }
  const mapOf = (wanted: DayRequest) =>
    [nameOf(wanted), () => composeForecastAnswer({ readMeans, store }, wanted)] as const
  const keptDay = (query: DayForecastQuery, timeZone: string | string[] | undefined) =>
    wantedRun(store, dayOfQuery(query, timeZone, clock()))

  const answerMap = createRoute('map', ForecastQuerySchema, async (query, zone) =>
    mapOf(dayOfMap(query, zone)),
  )
  const answerDay = createRoute('map', DayForecastQuerySchema, async (query, zone) =>
    mapOf(await keptDay(query, zone)),
  )
  const answerAccuracy = createRoute('accuracy', AccuracyQuerySchema, async (query, zone) => {
    const wanted = await keptDay(query, zone)
    return [
      `${query.country}|${nameOf(wanted)}`,
      () => composeAccuracyAnswer({ ...parts, readMeans }, query.country, wanted),
    ]
  })
  const answerOverTime = createRoute('overTime', AccuracyOverTimeQuerySchema, async (query, zone) => {
    const wanted = dayOfQuery(query, zone, clock())
    const make = () => composeAccuracyOverTime(parts, query.country, wanted.day, wanted.zone)
    return [`${query.country}|${nameOf(wanted)}`, make]
  })
  const answerLeaders = createRoute('leaders', DayQuerySchema, async (query, zone) => {
    const wanted = dayOfQuery(query, zone, clock())
    return [nameOf(wanted), () => composeLeaders(parts, wanted.day, wanted.zone)]
  })
  const answerPeaks = createRoute('peaks', DayQuerySchema, async (query, zone) => {
    const wanted = dayOfQuery(query, zone, clock())
    return [nameOf(wanted), () => composePeaks({ readMeans, series }, wanted)]
  })
  // Of the market's day, whatever the reader's zone.
  const answerSheet = createRoute('sheet', DaySheetQuerySchema, async (query) => {
    const wanted = dayOfQuery(query, undefined, clock())
    return [nameOf(wanted), () => composeDaySheet({ readMeans, store, series }, wanted)]
  })
  const answerRuns = createRoute('runs', DayForecastQuerySchema, async (query, zone) => {
    const wanted = await keptDay(query, zone)
    return [nameOf(wanted), () => composeRunsAnswer(store, wanted)]
  })

  return async (server) => {
    const guarded = { preHandler: requireUser }
    server.post(FORECAST_PATH, guarded, answerMap)
    server.post(DAY_FORECAST_PATH, guarded, answerDay)
    server.post(ACCURACY_PATH, guarded, answerAccuracy)
    server.post(ACCURACY_OVER_TIME_PATH, guarded, answerOverTime)
    server.post(LEADERS_PATH, guarded, answerLeaders)
    server.post(PEAKS_PATH, guarded, answerPeaks)
    server.post(DAY_SHEET_PATH, guarded, answerSheet)
    server.post(RUNS_PATH, guarded, answerRuns)
  }
}

const nameOf = ({ day, zone, kind, knownUtc }: DayRequest) =>
  `${zone}|${day.date}|${kind ?? ''}|${knownUtc ?? ''}`

async function composeRunsAnswer(store: RunStore, wanted: DayRequest): Promise<RunsAnswer> {
  const { day } = wanted
  const marketDay = marketDayOf(day)
  const days = await store.days()
  const kept = await store.runs(FORECAST_AREAS, { from: marketDay, to: marketDay })
  const runs = kept.filter(({ issuedAtUtc }) => issuedAtUtc <= (wanted.knownUtc ?? Number.POSITIVE_INFINITY))
  const best = ruleOf(wanted)(runs)
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
