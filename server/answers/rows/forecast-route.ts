import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'

import { FORECAST_COLUMNS, FORECAST_ROWS_PATH, type ForecastColumn } from '#contract/forecast-rows.ts'
import type { Clock } from '#server/clock.ts'
import type { LocalDay } from '#server/series/calendar/local-calendar.ts'

import type { AnswerRows } from './answer-rows.ts'
import { parseForecastRequest } from './series-request.ts'

/** About how long the rows of a day take, ms. */
const ROUGH_MS = 100

/** `GET /api/v1/forecast`: the forecasts of a day for all countries of the map. */
export function createForecastRoute({
  readForecast,
  clock,
  requireReader,
  answerRows,
}: {
  /** The rows of a day, as they count or as they were known at a time. */
  readForecast: (
    day: LocalDay,
    knownUtc: number | null,
  ) => Promise<readonly Readonly<Record<ForecastColumn, number | string | null>>[]>
  clock: Clock
  requireReader: preHandlerAsyncHookHandler
  answerRows: AnswerRows
}): FastifyPluginAsync {
  return async (server) => {
    server.get(FORECAST_ROWS_PATH, { preHandler: requireReader }, async (request, reply) => {
      const { day, format, knownUtc } = parseForecastRequest(request.query, clock())
      return answerRows(request, reply, {
        work: { kind: 'forecast rows', roughMs: ROUGH_MS, roughMsOfNext: ROUGH_MS },
        format,
        columns: FORECAST_COLUMNS,
        dependsOn: [day, knownUtc],
        async *read() {
          const rows = await readForecast(day, knownUtc)
          if (rows.length > 0) yield FORECAST_COLUMNS.map((name) => rows.map((row) => row[name]))
        },
        reason: `Nothing of ${day.date} ${knownUtc === null ? 'is known yet' : `had been fetched or forecast by ${new Date(knownUtc).toISOString()}`}.`,
      })
    })
  }
}
