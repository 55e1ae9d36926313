import type { FastifyPluginAsync } from 'fastify'
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
  type DayQuery,
  DayQuerySchema,
  FORECAST_PATH,
  ForecastQuerySchema,
  PEAKS_PATH,
} from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from '#server/answers/accuracy/accuracy-over-time.ts'
import type { AnswerOnce } from '#server/answers/answer-once.ts'
import { composeForecastAnswer } from '#server/answers/day/forecast-answer.ts'
import {
  ALLOWED,
  dayOfMap,
  dayOfQuery,
  type DayRequest,
  type TimeZone,
} from '#server/answers/day/forecast-request.ts'
import { composePeaks } from '#server/answers/day/peaks-answer.ts'
import { wantedRun, marketDayOf, ruleOf } from '#server/answers/day/read-day.ts'
import { composeDaySheet } from '#server/answers/day/sheet-answer.ts'
import type { Clock } from '#server/clock.ts'
import { isBeforeAuction } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import type { SignedIn } from '#server/http/owned-things.ts'
import { parseBody } from '#server/http/request-body.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import type { SeriesStore } from '#server/series/series.ts'

export interface ForecastRoutesParts extends Pick<SignedIn, 'requireUser' | 'userIdOf'> {
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
  const { series, store, clock, answerOnce, requireUser, userIdOf } = parts
  const readMeans = createReadMeans({ series, clock })

  const all = { ...parts, readMeans }
  const keptDay = (query: DayForecastQuery, timeZone: TimeZone) =>
    wantedRun(store, dayOfQuery(query, timeZone, clock()))

  return async (server) => {
    /** A call for a day, which `dayOf` reads from its body. */
    function answer<Schema extends z.ZodObject>(
      path: string,
      kind: keyof typeof ROUGH_MS,
      schema: Schema,
      dayOf: (query: z.output<Schema>, timeZone: TimeZone) => DayRequest | Promise<DayRequest>,
      compose: (wanted: DayRequest, query: z.output<Schema>) => Promise<object>,
    ) {
      server.post(path, { preHandler: requireUser }, async (request, reply) => {
        const query = parseBody(schema, request.body, ALLOWED)
        const wanted = await dayOf(query, request.headers[TIME_ZONE_HEADER])
        const { bytes } = await answerOnce({
          work: { owner: userIdOf(request), kind, roughMs: ROUGH_MS[kind] },
          name: JSON.stringify([wanted, 'country' in query && query['country']]),
          make: () => compose(wanted, query),
        })
        return reply.type('application/json; charset=utf-8').send(bytes)
      })
    }
    answer(FORECAST_PATH, 'map', ForecastQuerySchema, dayOfMap, (wanted) =>
      composeForecastAnswer(all, wanted),
    )
    answer(DAY_FORECAST_PATH, 'map', DayForecastQuerySchema, keptDay, (wanted) =>
      composeForecastAnswer(all, wanted),
    )
    answer(ACCURACY_PATH, 'accuracy', AccuracyQuerySchema, keptDay, (wanted, { country }) =>
      composeAccuracyAnswer(all, country, wanted),
    )
    answer(ACCURACY_OVER_TIME_PATH, 'overTime', AccuracyOverTimeQuerySchema, keptDay, (wanted, { country }) =>
      composeAccuracyOverTime(all, country, wanted),
    )
    answer(LEADERS_PATH, 'leaders', DayQuerySchema, keptDay, (wanted) => composeLeaders(all, wanted))
    answer(PEAKS_PATH, 'peaks', DayQuerySchema, keptDay, (wanted) => composePeaks(all, wanted))
    // Of the market's day, whatever the reader's zone.
    const marketDay = (query: DayQuery) => dayOfQuery(query, undefined, clock())
    answer(DAY_SHEET_PATH, 'sheet', DayQuerySchema, marketDay, (wanted) => composeDaySheet(all, wanted))
    answer(RUNS_PATH, 'runs', DayForecastQuerySchema, keptDay, (wanted) => composeRunsAnswer(store, wanted))
  }
}

async function composeRunsAnswer(store: RunStore, wanted: DayRequest): Promise<RunsAnswer> {
  const { day } = wanted
  const marketDay = marketDayOf(day)
  const days = await store.days()
  const kept = await store.runs(FORECAST_AREAS, { from: marketDay, to: marketDay })
  const runs = kept.filter(({ issuedAtUtc }) => issuedAtUtc <= (wanted.knownUtc ?? Infinity))
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
