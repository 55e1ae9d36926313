import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'
import type { z } from 'zod'

import * as tables from '#contract/row-tables.ts'
import type { SeriesQuery } from '#contract/series.ts'
import type { Clock } from '#server/clock.ts'

import { composeDayErrors } from './accuracy/day-errors.ts'
import { composeChangeRows, composeForecastRows } from './day/day-rows.ts'
import type { DayParts } from './day/read-day.ts'
import { composeUsualRows } from './day/usual.ts'
import type { AnswerRows } from './rows/answer-rows.ts'
import { parseAreaTable, parseDayTable } from './rows/series-request.ts'
import type { Rows } from './rows/write-rows.ts'

interface RowTablesParts extends DayParts {
  clock: Clock
  requireReader: preHandlerAsyncHookHandler
  answerRows: AnswerRows
}

interface SmallTable<Wanted extends Pick<SeriesQuery, 'format'>> {
  row: z.ZodObject
  /** Reads the parameters of a request; throws a `RequestError`. */
  parse: (parameters: unknown, nowUtc: number) => Wanted
  read: (wanted: Wanted) => Promise<Rows>
  /** Why there are no rows, where there are none: a sentence. */
  reason: (wanted: Wanted) => string
}

/** The small tables of `/api/v1`, also for our own pages: the forecasts of a day, what changed in them, how far they were off, and what is usual. */
export function createRowTables(parts: RowTablesParts): FastifyPluginAsync {
  const { clock, requireReader, answerRows } = parts
  return async (server) => {
    function answer<Wanted extends Pick<SeriesQuery, 'format'>>(
      path: string,
      table: SmallTable<Wanted>,
    ): void {
      server.get(path, { preHandler: requireReader }, async (request, reply) => {
        const wanted = table.parse(request.query, clock())
        return answerRows(request, reply, {
          format: wanted.format,
          columns: table.row.keyof().options,
          dependsOn: [path, wanted],
          async *read() {
            const rows = await table.read(wanted)
            if (rows.length > 0) yield rows
          },
          reason: table.reason(wanted),
        })
      })
    }
    answer(tables.FORECAST_ROWS_PATH, {
      row: tables.ForecastRowSchema,
      parse: (...asked) => parseDayTable(tables.ForecastRowsQuerySchema, ...asked),
      read: (wanted) => composeForecastRows(parts, wanted),
      reason: ({ day, knownUtc }) =>
        `Nothing of ${day.date} ${knownUtc === null ? 'is known yet' : `had been fetched or forecast by ${new Date(knownUtc).toISOString()}`}.`,
    })
    answer(tables.CHANGES_PATH, {
      row: tables.ChangeRowSchema,
      parse: (...asked) => parseDayTable(tables.ChangesQuerySchema, ...asked),
      read: (wanted) => composeChangeRows(parts, wanted),
      reason: ({ day }) => `There is nothing to compare the forecast of ${day.date} with.`,
    })
    answer(tables.DAY_ERRORS_PATH, {
      row: tables.DayErrorRowSchema,
      parse: (...asked) => parseAreaTable(tables.DayErrorsQuerySchema, tables.MAX_ERROR_DAYS, ...asked),
      read: (wanted) => composeDayErrors(parts, wanted),
      reason: () => 'No day that is over between from and to has both a forecast run and actual values.',
    })
    answer(tables.USUAL_PATH, {
      row: tables.UsualRowSchema,
      parse: (...asked) => parseAreaTable(tables.UsualQuerySchema, tables.MAX_USUAL_DAYS, ...asked),
      read: (wanted) => composeUsualRows(parts, wanted),
      reason: () => tables.NO_USUAL,
    })
  }
}
