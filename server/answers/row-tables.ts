import type { FastifyPluginAsync } from 'fastify'

import { DAY_ERRORS_PATH, DayErrorRowSchema } from '#contract/day-errors.ts'
import {
  ChangeRowSchema,
  CHANGES_PATH,
  FORECAST_COLUMNS,
  FORECAST_ROWS_PATH,
} from '#contract/forecast-rows.ts'
import { NO_USUAL, USUAL_PATH, UsualRowSchema } from '#contract/usual.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { composeDayErrors } from './accuracy/day-errors.ts'
import { composeChangeRows } from './day/change-rows.ts'
import { composeForecastRows } from './day/forecast-rows.ts'
import type { DayParts } from './day/read-day.ts'
import { composeUsualRows } from './day/usual.ts'
import { createRowsRoute, type RowsRouteParts } from './rows/rows-route.ts'
import {
  parseChangesRequest,
  parseDayErrorsRequest,
  parseForecastRequest,
  parseUsualRequest,
} from './rows/series-request.ts'

/** The small tables of `/api/v1`: the forecasts of a day, what changed in them, and how far they were off. */
export function createRowTables(
  parts: RowsRouteParts & DayParts & { series: Pick<SeriesStore, 'read'> },
): FastifyPluginAsync {
  const tables = [
    createRowsRoute(parts, {
      path: FORECAST_ROWS_PATH,
      columns: FORECAST_COLUMNS,
      roughMs: 100,
      parse: parseForecastRequest,
      read: (wanted) => composeForecastRows(parts, wanted),
      reason: ({ day, knownUtc }) =>
        `Nothing of ${day.date} ${knownUtc === null ? 'is known yet' : `had been fetched or forecast by ${new Date(knownUtc).toISOString()}`}.`,
    }),
    createRowsRoute(parts, {
      path: CHANGES_PATH,
      columns: ChangeRowSchema.keyof().options,
      roughMs: 200,
      parse: parseChangesRequest,
      read: (wanted) => composeChangeRows(parts, wanted),
      reason: ({ day }) => `There is nothing to compare the forecast of ${day.date} with.`,
    }),
    createRowsRoute(parts, {
      path: DAY_ERRORS_PATH,
      columns: DayErrorRowSchema.keyof().options,
      roughMs: 300,
      parse: parseDayErrorsRequest,
      read: (wanted) => composeDayErrors(parts, wanted),
      reason: () => 'No day that is over between from and to has both a forecast run and actual values.',
    }),
    createRowsRoute(parts, {
      path: USUAL_PATH,
      columns: UsualRowSchema.keyof().options,
      roughMs: 300,
      parse: parseUsualRequest,
      read: (asked) => composeUsualRows(parts, asked),
      reason: () => NO_USUAL,
    }),
  ]
  return async (server) => {
    for (const table of tables) await server.register(table)
  }
}
