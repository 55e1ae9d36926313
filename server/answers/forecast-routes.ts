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
  type ForecastQuery,
  ForecastQuerySchema,
  PEAKS_PATH,
} from '#contract/forecast.ts'
import { TIME_ZONE_HEADER, WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from '#server/answers/accuracy/accuracy-over-time.ts'
import type { AnswerOnce } from '#server/answers/answer-once.ts'
import { composeForecastAnswer } from '#server/answers/day/day-rows.ts'
import { composePeaks } from '#server/answers/day/peaks-answer.ts'
import {
  type DayParts,
  type DayRequest,
  marketDayOf,
  ruleOf,
  wantedRun,
} from '#server/answers/day/read-day.ts'
import { composeDaySheet } from '#server/answers/day/sheet-answer.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { isBeforeAuction } from '#server/forecast/runs/kept/lay-runs.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { parseBody } from '#server/http/request-body.ts'
import { type SignedIn, userOf } from '#server/http/signed-in.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { parseTimeZone, parseWallTime } from '#server/series/calendar/local-time.ts'

export interface ForecastRoutesParts extends DayParts, Pick<SignedIn, 'requireUser'> {
  clock: Clock
  answerOnce: AnswerOnce
}

const ALLOWED: Readonly<Record<string, string>> = {
  category: 'category must be an empty text.',
  area: 'area must be an empty text.',
  time: `time must be a list of two texts, today and the delivery day, written ${WALL_TIME_FORMAT}.`,
  day: 'day must be a date written yyyy-MM-dd.',
  run: 'run must be early or previous, or be left out.',
  asOf: 'asOf must be an instant in UTC such as 2026-11-20T12:00:00Z, or be left out.',
}

/** The header of a request that names a zone. */
type TimeZone = string | string[] | undefined

/** The delivery day of the map's request: that of `time[1]`. */
function dayOfMap({ time }: ForecastQuery, timeZone: TimeZone): DayRequest {
  const zone = parseTimeZone(timeZone)
  const from = parseWallTime(time[0], zone, 'time[0]')
  const to = parseWallTime(time[1], zone, 'time[1]')
  if (to < from) throw new RequestError(400, 'time[0] must not be after time[1].')
  return { day: dayAt(to, zone), zone, knownUtc: null }
}

/** `POST /energia/tab-2` and the calls beside it: the stored forecasts, and how good they have been. */
export function createForecastRoutes(parts: ForecastRoutesParts): FastifyPluginAsync {
  const { store, clock, answerOnce, requireUser } = parts
  /** The delivery day of any other request: tomorrow where it names none. */
  function dayOf<Query extends DayForecastQuery>({ day, run, asOf, ...rest }: Query, timeZone: TimeZone) {
    const zone = parseTimeZone(timeZone)
    const dayUtc = day === undefined ? dayAt(clock(), zone).toUtc : parseWallTime(`${day} 00:00`, zone, 'day')
    const knownUtc = asOf === undefined ? null : Date.parse(asOf)
    return { ...rest, day: dayAt(dayUtc, zone), zone, kind: run, knownUtc }
  }
  const keptDay = <Query extends DayForecastQuery>(query: Query, zone: TimeZone) =>
    wantedRun(store, dayOf(query, zone))

  return async (server) => {
    /** Answers a call about a day, once for all who ask for the same. */
    function answer<Schema extends z.ZodObject, Wanted extends DayRequest & { country?: ForecastCountry }>(
      path: string,
      kind: string,
      schema: Schema,
      wantedOf: (query: z.output<Schema>, zone: TimeZone) => Wanted | Promise<Wanted>,
      compose: (parts: DayParts, wanted: Wanted) => Promise<object>,
    ): void {
      server.post(path, { preHandler: requireUser }, async (request, reply) => {
        const query = parseBody(schema, request.body, ALLOWED)
        const wanted = await wantedOf(query, request.headers[TIME_ZONE_HEADER])
        const { bytes } = await answerOnce({
          owner: userOf(request).id,
          kind,
          name: [wanted.country, wanted.zone, wanted.day.date, wanted.kind, wanted.knownUtc].join('|'),
          make: () => compose(parts, wanted),
        })
        return reply.type('application/json; charset=utf-8').send(bytes)
      })
    }
    answer(FORECAST_PATH, 'map', ForecastQuerySchema, dayOfMap, composeForecastAnswer)
    answer(DAY_FORECAST_PATH, 'map', DayForecastQuerySchema, keptDay, composeForecastAnswer)
    answer(ACCURACY_PATH, 'accuracy', AccuracyQuerySchema, keptDay, composeAccuracyAnswer)
    answer(ACCURACY_OVER_TIME_PATH, 'overTime', AccuracyOverTimeQuerySchema, dayOf, composeAccuracyOverTime)
    answer(LEADERS_PATH, 'leaders', DayQuerySchema, dayOf, composeLeaders)
    answer(PEAKS_PATH, 'peaks', DayQuerySchema, dayOf, composePeaks)
    // A sheet is about the market's day, whatever the reader's zone.
    answer(DAY_SHEET_PATH, 'sheet', DayQuerySchema, (query) => dayOf(query, undefined), composeDaySheet)
    answer(RUNS_PATH, 'runs', DayForecastQuerySchema, keptDay, composeRunsAnswer)
  }
}

async function composeRunsAnswer({ store }: DayParts, wanted: DayRequest): Promise<RunsAnswer> {
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
