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
import type { MemberCode } from '#contract/areas.ts'
import { COUNTRIES, countryOfArea, FORECAST_AREAS, type ForecastCountry } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  DayForecastQuerySchema,
  DayQuerySchema,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
  ForecastQuerySchema,
  PEAKS_PATH,
  PeaksAnswerSchema,
} from '#contract/forecast.ts'
import { TIME_ZONE_HEADER } from '#contract/http-names.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeAccuracyOverTime, composeLeaders } from '#server/answers/accuracy/accuracy-over-time.ts'
import { composeForecastAnswer, composePeaks } from '#server/answers/day/map-answer.ts'
import { type DayParts, type DayRequest, wantedRun } from '#server/answers/day/read-day.ts'
import { composeDaySheet } from '#server/answers/day/sheet-answer.ts'
import { parseDay, REFUSALS } from '#server/answers/rows/series-request.ts'
import type { AnswerJson, AnswerOnce } from '#server/answers/sending/answer-once.ts'
import { SHARED } from '#server/answers/sending/shared-answers.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { parseTimeZone, parseWallTime } from '#server/calendar/local-time.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { countsFrom, isBeforeAuction, ruleOf } from '#server/forecast/runs/kept/run-rules.ts'
import { RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { call, type CallDescription } from '#server/http/call.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { KNOWN_NOW, momentOf } from '#server/series/known.ts'

export interface ForecastRoutesParts extends DayParts {
  clock: Clock
  answerOnce: AnswerOnce
  answerJson: AnswerJson
}

const DAY_REFUSALS = { ...REFUSALS, area: `area must be one of ${FORECAST_AREAS.join(', ')}.` }
const MAP_REFUSALS = {
  category: 'category must be an empty text.',
  area: 'area must be an empty text.',
  time: `time must be a list of two texts, today and the delivery day, written ${WALL_TIME_FORMAT}.`,
}

/** The day of `time[1]`. */
function dayOfMap({ time }: ForecastQuery, timeZone: string | string[] | undefined): DayRequest {
  const zone = parseTimeZone(timeZone)
  const from = parseWallTime(time[0], zone, 'time[0]')
  const to = parseWallTime(time[1], zone, 'time[1]')
  if (to < from) throw new RequestError(400, 'time[0] must not be after time[1].')
  return { day: dayAt(to, zone), zone, known: KNOWN_NOW }
}

const nameOf = (wanted: DayRequest & { country?: ForecastCountry }) =>
  JSON.stringify([
    wanted.country,
    wanted.zone,
    wanted.day.date,
    wanted.known.run,
    wanted.known.as_of,
    wanted.uploads,
  ])

type AnyDayQuery = Omit<z.output<typeof DayForecastQuerySchema>, 'zone'> & { zone?: string | undefined }

function createMapCall(parts: ForecastRoutesParts): RouteOptions {
  return call(
    {
      method: 'POST',
      path: FORECAST_PATH,
      who: 'user',
      summary: 'Residual load by country and HH:mm, MW, for the day of time[1]',
      body: ForecastQuerySchema,
      answer: ForecastAnswerSchema,
      refusals: MAP_REFUSALS,
      isQueued: true,
    },
    async ({ body, user, request, reply }) => {
      const wanted = dayOfMap(body, request.headers[TIME_ZONE_HEADER])
      const make = () => composeForecastAnswer(parts, wanted)
      const { bytes } = await parts.answerOnce({
        owner: user.id,
        kind: DAY_FORECAST_PATH,
        name: nameOf(wanted),
        make,
      })
      return reply.headers(SHARED).type('application/json; charset=utf-8').send(bytes)
    },
  )
}

/** Callers with the same request share an answer. */
function createDayCall(parts: ForecastRoutesParts) {
  const { uploads, clock, answerJson } = parts
  return <Parameters extends z.ZodObject, Wanted extends DayRequest & { country?: ForecastCountry }>(
    description: Pick<CallDescription, 'path' | 'summary' | 'answer'> & { parameters: Parameters },
    wantedOf: (query: z.output<Parameters>) => Wanted | Promise<Wanted>,
    compose: (parts: ForecastRoutesParts, wanted: Wanted) => Promise<object>,
  ): RouteOptions =>
    call(
      { ...description, method: 'GET', who: 'reader', refusals: DAY_REFUSALS, isQueued: true, hasTag: true },
      async ({ parameters, user, request, reply }) => {
        const wanted = { ...(await wantedOf(parameters)), uploads: await uploads.visibleTo(user.id) }
        const make = () => compose(parts, wanted)
        // A day counts in the accuracy once it is over.
        const name = `${nameOf(wanted)}|${dayAt(clock(), wanted.zone).date}`
        const isShared = wanted.uploads.length === 0
        return answerJson(request, reply, { kind: description.path, name, isShared, make })
      },
    )
}

export function createForecastRoutes(parts: ForecastRoutesParts): RouteOptions[] {
  const { store, clock } = parts
  const dayCall = createDayCall(parts)
  const dayOf = <Query extends AnyDayQuery>(query: Query) => parseDay(query, clock())
  const keptDay = (query: AnyDayQuery) => wantedRun(store, dayOf(query))
  const withCountry = <Wanted extends DayRequest>(wanted: Wanted, area: MemberCode) => ({
    ...wanted,
    country: countryOfArea(area),
  })

  return [
    createMapCall(parts),
    dayCall(
      {
        path: DAY_FORECAST_PATH,
        summary:
          'Residual load of a delivery day, MW, by country and HH:mm: of the current run, the run before the auction or the previous run, or as known at a time',
        parameters: DayForecastQuerySchema,
        answer: ForecastAnswerSchema,
      },
      keptDay,
      composeForecastAnswer,
    ),
    dayCall(
      {
        path: ACCURACY_PATH,
        summary: 'Accuracy of the forecast for a country, its hours, and the run used',
        parameters: AccuracyQuerySchema,
        answer: AccuracyAnswerSchema,
      },
      async ({ area, ...query }) => withCountry(await keptDay(query), area),
      composeAccuracyAnswer,
    ),
    dayCall(
      {
        path: ACCURACY_OVER_TIME_PATH,
        summary: 'Accuracy of the forecast for a country over 7, 28 and 90 days, and by hour of the day',
        parameters: AccuracyOverTimeQuerySchema,
        answer: AccuracyOverTimeAnswerSchema,
      },
      ({ area, ...query }) => withCountry(dayOf(query), area),
      composeAccuracyOverTime,
    ),
    dayCall(
      {
        path: LEADERS_PATH,
        summary: 'Accuracy of the forecasts for all countries over 7, 28 and 90 days',
        parameters: DayQuerySchema,
        answer: LeadersAnswerSchema,
      },
      dayOf,
      composeLeaders,
    ),
    dayCall(
      {
        path: PEAKS_PATH,
        summary: 'The highest hour of residual load in the 12 months before a delivery day, MW, by country',
        parameters: DayQuerySchema,
        answer: PeaksAnswerSchema,
      },
      dayOf,
      composePeaks,
    ),
    dayCall(
      {
        path: DAY_SHEET_PATH,
        summary:
          'A market day in figures, MW, by country: base, peak, extremes and ramp of the final forecast, against the day before, the TSO and the usual range',
        // The market's day, whatever the reader's zone.
        parameters: DayQuerySchema.omit({ zone: true }),
        answer: DaySheetAnswerSchema,
      },
      dayOf,
      composeDaySheet,
    ),
    dayCall(
      {
        path: RUNS_PATH,
        summary: 'The forecast runs used for a delivery day',
        parameters: DayForecastQuerySchema,
        answer: RunsAnswerSchema,
      },
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
  const madeBy = momentOf(wanted.known, day)
  const runs = kept.filter((run) => countsFrom(run, wanted.known) <= madeBy)
  const best = ruleOf(wanted.known)(runs)
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
