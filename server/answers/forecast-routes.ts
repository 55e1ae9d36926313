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
import { COUNTRIES, FORECAST_AREAS, type ForecastCountry } from '#contract/countries.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  DayForecastQuerySchema,
  DayQuerySchema,
  FORECAST_PATH,
  ForecastQuerySchema,
  PEAKS_PATH,
} from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from '#server/answers/accuracy/accuracy-over-time.ts'
import type { AnswerOnce } from '#server/answers/answer-once.ts'
import { composeForecastAnswer } from '#server/answers/day/day-rows.ts'
import {
  ALLOWED,
  dayOfMap,
  dayOfQuery,
  type DayRequest,
  type TimeZone,
} from '#server/answers/day/forecast-request.ts'
import { composePeaks } from '#server/answers/day/peaks-answer.ts'
import { marketDayOf, ruleOf, wantedRun } from '#server/answers/day/read-day.ts'
import { composeDaySheet } from '#server/answers/day/sheet-answer.ts'
import type { Clock } from '#server/clock.ts'
import { isBeforeAuction } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { parseBody } from '#server/http/request-body.ts'
import { type SignedIn, userOf } from '#server/http/signed-in.ts'
import type { ReadMeans } from '#server/series/means/means.ts'
import type { SeriesStore } from '#server/series/series.ts'

export interface ForecastRoutesParts extends Pick<SignedIn, 'requireUser'> {
  series: SeriesStore
  store: RunStore
  readMeans: ReadMeans
  clock: Clock
  answerOnce: AnswerOnce
}

/** `POST /energia/tab-2` and the calls beside it: the stored forecasts, and how good they have been. */
export function createForecastRoutes(parts: ForecastRoutesParts): FastifyPluginAsync {
  const { store, clock, answerOnce, requireUser } = parts
  const dayOf = (query: DayForecastQuery, zone: TimeZone) => dayOfQuery(query, zone, clock())
  const keptDay = (query: DayForecastQuery, zone: TimeZone) => wantedRun(store, dayOf(query, zone))

  return async (server) => {
    /** Answers a call about a day, once for all who ask for the same. */
    function answer<Schema extends z.ZodObject, Wanted extends DayRequest & { country?: ForecastCountry }>(
      path: string,
      [kind, roughMs]: [kind: string, roughMs: number],
      schema: Schema,
      wantedOf: (query: z.output<Schema>, zone: TimeZone) => Wanted | Promise<Wanted>,
      compose: (wanted: Wanted) => Promise<object>,
    ): void {
      server.post(path, { preHandler: requireUser }, async (request, reply) => {
        const query = parseBody(schema, request.body, ALLOWED)
        const wanted = await wantedOf(query, request.headers[TIME_ZONE_HEADER])
        const { bytes } = await answerOnce({
          work: { owner: userOf(request).id, kind, roughMs },
          name: [wanted.country, wanted.zone, wanted.day.date, wanted.kind, wanted.knownUtc].join('|'),
          make: () => compose(wanted),
        })
        return reply.type('application/json; charset=utf-8').send(bytes)
      })
    }
    // Each with its kind of work, and about how long a new answer takes, ms.
    const answerMap = (wanted: DayRequest) => composeForecastAnswer(parts, wanted)
    answer(FORECAST_PATH, ['map', 70], ForecastQuerySchema, dayOfMap, answerMap)
    answer(DAY_FORECAST_PATH, ['map', 70], DayForecastQuerySchema, keptDay, answerMap)
    answer(
      ACCURACY_PATH,
      ['accuracy', 200],
      AccuracyQuerySchema,
      async ({ country, ...query }, zone) => ({ country, ...(await keptDay(query, zone)) }),
      (wanted) => composeAccuracyAnswer(parts, wanted.country, wanted),
    )
    answer(
      ACCURACY_OVER_TIME_PATH,
      ['overTime', 200],
      AccuracyOverTimeQuerySchema,
      ({ country, ...query }, zone) => ({ country, ...dayOf(query, zone) }),
      (wanted) => composeAccuracyOverTime(parts, wanted.country, wanted),
    )
    answer(LEADERS_PATH, ['leaders', 2500], DayQuerySchema, dayOf, (wanted) => composeLeaders(parts, wanted))
    answer(PEAKS_PATH, ['peaks', 200], DayQuerySchema, dayOf, (wanted) => composePeaks(parts, wanted))
    answer(
      DAY_SHEET_PATH,
      ['sheet', 500],
      DayQuerySchema,
      // Of the market's day, whatever the reader's zone.
      (query) => dayOf(query, undefined),
      (wanted) => composeDaySheet(parts, wanted),
    )
    answer(RUNS_PATH, ['runs', 20], DayForecastQuerySchema, keptDay, (wanted) =>
      composeRunsAnswer(store, wanted),
    )
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
