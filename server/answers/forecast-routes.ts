import type { RouteOptions } from 'fastify'
import type { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  AccuracyOverTimeAnswerSchema,
  AccuracyOverTimeQuerySchema,
  AccuracyQuerySchema,
  LEADERS_PATH,
  LeadersAnswerSchema,
  RUNS_PATH,
  type RunsAnswer,
  RunsAnswerSchema,
} from '#contract/accuracy.ts'
import { COUNTRIES, FORECAST_AREAS, type ForecastCountry } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  DayForecastQuerySchema,
  DayQuerySchema,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
  ForecastQuerySchema,
  PEAKS_PATH,
  PeaksAnswerSchema,
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
import { call, type CallDescription } from '#server/http/call.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { parseTimeZone, parseWallTime } from '#server/series/calendar/local-time.ts'

export interface ForecastRoutesParts extends DayParts {
  clock: Clock
  answerOnce: AnswerOnce
}

const REFUSALS: Readonly<Record<string, string>> = {
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
export function createForecastRoutes(parts: ForecastRoutesParts): RouteOptions[] {
  const { store, clock, answerOnce } = parts
  /** The delivery day of any other request: tomorrow where it names none. */
  function dayOf<Query extends DayForecastQuery>({ day, run, asOf, ...rest }: Query, timeZone: TimeZone) {
    const zone = parseTimeZone(timeZone)
    const dayUtc = day === undefined ? dayAt(clock(), zone).toUtc : parseWallTime(`${day} 00:00`, zone, 'day')
    const knownUtc = asOf === undefined ? null : Date.parse(asOf)
    return { ...rest, day: dayAt(dayUtc, zone), zone, kind: run, knownUtc }
  }
  const keptDay = <Query extends DayForecastQuery>(query: Query, zone: TimeZone) =>
    wantedRun(store, dayOf(query, zone))

  /** A call about a day, answered once for all who ask for the same. */
  function dayCall<Body extends z.ZodObject, Wanted extends DayRequest & { country?: ForecastCountry }>(
    description: Pick<CallDescription, 'path' | 'summary' | 'answer'> & { body: Body },
    kind: string,
    wantedOf: (query: z.output<Body>, zone: TimeZone) => Wanted | Promise<Wanted>,
    compose: (parts: DayParts, wanted: Wanted) => Promise<object>,
  ): RouteOptions {
    return call(
      { ...description, method: 'POST', who: 'user', refusals: REFUSALS, cost: 'answer' },
      async ({ body, user, request, reply }) => {
        const wanted = await wantedOf(body, request.headers[TIME_ZONE_HEADER])
        const { bytes } = await answerOnce({
          owner: user.id,
          kind,
          name: [wanted.country, wanted.zone, wanted.day.date, wanted.kind, wanted.knownUtc].join('|'),
          make: () => compose(parts, wanted),
        })
        return reply.type('application/json; charset=utf-8').send(bytes)
      },
    )
  }
  return [
    dayCall(
      {
        path: FORECAST_PATH,
        summary: 'Residual load of the delivery day of the second time, MW, by country and HH:mm',
        body: ForecastQuerySchema,
        answer: ForecastAnswerSchema,
      },
      'map',
      dayOfMap,
      composeForecastAnswer,
    ),
    dayCall(
      {
        path: DAY_FORECAST_PATH,
        summary:
          'The same for a delivery day: as it counts, as it was before the auction or at a time, or of the run before',
        body: DayForecastQuerySchema,
        answer: ForecastAnswerSchema,
      },
      'map',
      keptDay,
      composeForecastAnswer,
    ),
    dayCall(
      {
        path: ACCURACY_PATH,
        summary: 'Accuracy of the forecast for a country',
        body: AccuracyQuerySchema,
        answer: AccuracyAnswerSchema,
      },
      'accuracy',
      keptDay,
      composeAccuracyAnswer,
    ),
    dayCall(
      {
        path: ACCURACY_OVER_TIME_PATH,
        summary: 'Accuracy of the forecast for a country over 7, 28 and 90 days, and by hour of the day',
        body: AccuracyOverTimeQuerySchema,
        answer: AccuracyOverTimeAnswerSchema,
      },
      'overTime',
      dayOf,
      composeAccuracyOverTime,
    ),
    dayCall(
      {
        path: LEADERS_PATH,
        summary: 'Accuracy of the forecasts for all countries over 7, 28 and 90 days',
        body: DayQuerySchema,
        answer: LeadersAnswerSchema,
      },
      'leaders',
      dayOf,
      composeLeaders,
    ),
    dayCall(
      {
        path: PEAKS_PATH,
        summary: 'The highest hour of residual load in the 12 months before a delivery day, MW, by country',
        body: DayQuerySchema,
        answer: PeaksAnswerSchema,
      },
      'peaks',
      dayOf,
      composePeaks,
    ),
    dayCall(
      {
        path: DAY_SHEET_PATH,
        summary:
          'A market day by hour: load, solar and wind of the final forecast, of the day before and of the TSO, MW, by country',
        body: DayQuerySchema,
        answer: DaySheetAnswerSchema,
      },
      'sheet',
      // A sheet is about the market's day, whatever the reader's zone.
      (query) => dayOf(query, undefined),
      composeDaySheet,
    ),
    dayCall(
      {
        path: RUNS_PATH,
        summary: 'The forecast runs behind a delivery day',
        body: DayForecastQuerySchema,
        answer: RunsAnswerSchema,
      },
      'runs',
      keptDay,
      composeRunsAnswer,
    ),
  ]
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
