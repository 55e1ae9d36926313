import type { FastifyPluginAsync } from 'fastify'

import * as tables from '#contract/row-tables.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { composeDayErrors } from './accuracy/day-errors.ts'
import { composeChangeRows, composeForecastRows } from './day/day-rows.ts'
import type { DayParts } from './day/read-day.ts'
import { composeUsualRows } from './day/usual.ts'
import { createRowsRoute, type RowsRouteParts } from './rows/rows-route.ts'
import { parseAreaTable, parseDayTable } from './rows/series-request.ts'

/** The small tables of `/api/v1`: the forecasts of a day, what changed in them, how far they were off, and what is usual. */
export function createRowTables(
  parts: RowsRouteParts & DayParts & { series: Pick<SeriesStore, 'read'> },
): FastifyPluginAsync {
  const routes = [
    createRowsRoute(parts, {
      path: tables.FORECAST_ROWS_PATH,
      row: tables.ForecastRowSchema,
      roughMs: 100,
      parse: (...asked) => parseDayTable(tables.ForecastRowsQuerySchema, ...asked),
      read: (wanted) => composeForecastRows(parts, wanted),
      reason: ({ day, knownUtc }) =>
        `Nothing of ${day.date} ${knownUtc === null ? 'is known yet' : `had been fetched or forecast by ${new Date(knownUtc).toISOString()}`}.`,
    }),
    createRowsRoute(parts, {
      path: tables.CHANGES_PATH,
      row: tables.ChangeRowSchema,
      roughMs: 200,
      parse: (...asked) => parseDayTable(tables.ChangesQuerySchema, ...asked),
      read: (wanted) => composeChangeRows(parts, wanted),
      reason: ({ day }) => `There is nothing to compare the forecast of ${day.date} with.`,
    }),
    createRowsRoute(parts, {
      path: tables.DAY_ERRORS_PATH,
      row: tables.DayErrorRowSchema,
      roughMs: 300,
      parse: (...asked) => parseAreaTable(tables.DayErrorsQuerySchema, tables.MAX_ERROR_DAYS, ...asked),
      read: (wanted) => composeDayErrors(parts, wanted),
      reason: () => 'No day that is over between from and to has both a forecast run and actual values.',
    }),
    createRowsRoute(parts, {
      path: tables.USUAL_PATH,
      row: tables.UsualRowSchema,
      roughMs: 300,
      parse: (...asked) => parseAreaTable(tables.UsualQuerySchema, tables.MAX_USUAL_DAYS, ...asked),
      read: (wanted) => composeUsualRows(parts, wanted),
      reason: () => tables.NO_USUAL,
    }),
  ]
  return async (server) => {
    for (const route of routes) await server.register(route)
  }
}
