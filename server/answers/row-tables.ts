import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import * as tables from '#contract/row-tables.ts'
import type { SeriesQuery } from '#contract/series.ts'
import type { AnswerRows } from '#server/answers/sending/answer-rows.ts'
import type { Cell, RowOf } from '#server/answers/sending/write-rows.ts'
import type { Clock } from '#server/clock.ts'
import { call } from '#server/http/call.ts'

import { composeDayErrors } from './accuracy/day-errors.ts'
import { composeChangeRows, composeForecastRows } from './day/day-rows.ts'
import { type DayParts, wantedRun } from './day/read-day.ts'
import { composeUsualRows } from './day/usual.ts'
import { parseAreaTable, parseDay, ROWS } from './rows/series-request.ts'

interface RowTablesParts extends DayParts {
  clock: Clock
  answerRows: AnswerRows
}

interface SmallTable<Parameters extends z.ZodObject, Table extends z.ZodObject, Wanted> {
  path: string
  summary: string
  parameters: Parameters
  row: Table
  /** Throws a `RequestError`. */
  parse: (parameters: z.output<Parameters>, nowUtc: number, userId: number) => Wanted | Promise<Wanted>
  read: (wanted: Wanted) => Promise<readonly RowOf<Table>[]>
  /** Why there are no rows, in a sentence. */
  reason: (wanted: Wanted) => string
}

function createTable({ clock, answerRows }: Pick<RowTablesParts, 'clock' | 'answerRows'>) {
  return <
    Parameters extends z.ZodObject,
    Table extends z.ZodObject<Record<string, z.ZodType<Cell>>>,
    Wanted extends Pick<SeriesQuery, 'format'>,
  >(
    of: SmallTable<Parameters, Table, Wanted>,
  ): RouteOptions => {
    const { path, summary, parameters, row } = of
    return call(
      { ...ROWS, path, summary, parameters, answer: z.array(row) },
      async ({ parameters: asked, user, request, reply }) => {
        const wanted = await of.parse(asked, clock(), user.id)
        return answerRows(request, reply, {
          format: wanted.format,
          columns: row.keyof().options,
          dependsOn: [path, wanted],
          async *read() {
            const rows = await of.read(wanted)
            if (rows.length > 0) yield rows
          },
          reason: of.reason(wanted),
        })
      },
    )
  }
}

export function createRowTables(parts: RowTablesParts): RouteOptions[] {
  const table = createTable(parts)
  return [
    table({
      path: tables.FORECAST_ROWS_PATH,
      summary: 'Forecasts of the residual load of a day in MW, by hour and country',
      parameters: tables.ForecastRowsQuerySchema,
      row: tables.ForecastRowSchema,
      parse: (asked, nowUtc) => parseDay(asked, nowUtc),
      read: async (wanted) => composeForecastRows(parts, await wantedRun(parts.store, wanted)),
      reason: ({ day, known: { as_of } }) =>
        `Nothing of ${day.date} ${as_of === null ? 'is known yet' : `had been fetched or forecast by ${as_of}`}.`,
    }),
    table({
      path: tables.CHANGES_PATH,
      summary:
        'Final forecast of a day less another run, the TSO forecast or the actual values, in total and by part, in MW',
      parameters: tables.ChangesQuerySchema,
      row: tables.ChangeRowSchema,
      parse: (asked, nowUtc) => parseDay(asked, nowUtc),
      read: (wanted) => composeChangeRows(parts, wanted),
      reason: ({ day }) => `There is nothing to compare the forecast of ${day.date} with.`,
    }),
    table({
      path: tables.DAY_ERRORS_PATH,
      summary: 'Errors of the final or an uploaded forecast of an area, by day, in total and by part, in MW',
      parameters: tables.DayErrorsQuerySchema,
      row: tables.DayErrorRowSchema,
      parse: async ({ forecast, ...asked }, nowUtc, userId) => {
        const wanted = parseAreaTable(asked, tables.MAX_ERROR_DAYS, nowUtc)
        if (forecast === undefined) return { ...wanted, upload: undefined }
        const visible = await parts.uploads.visibleTo(userId)
        return { ...wanted, upload: visible.find(({ label }) => label === forecast) ?? null }
      },
      read: async ({ upload, ...wanted }) =>
        upload === null ? [] : composeDayErrors(parts, { ...wanted, upload }),
      reason: ({ upload }) =>
        upload === null
          ? 'You see no uploaded forecast of this label.'
          : 'No day that is over between from and to has both a forecast run and actual values.',
    }),
    table({
      path: tables.USUAL_PATH,
      summary: 'Usual range by hour: median, P10 and P90 of the same hour in earlier years, in MW',
      parameters: tables.UsualQuerySchema,
      row: tables.UsualRowSchema,
      parse: (asked, nowUtc) => parseAreaTable(asked, tables.MAX_USUAL_DAYS, nowUtc),
      read: (wanted) => composeUsualRows(parts, wanted),
      reason: () => tables.NO_USUAL,
    }),
  ]
}
