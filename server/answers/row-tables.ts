import type { FastifyPluginAsync } from 'fastify'

import { ChangeRowSchema, CHANGES_PATH } from '#contract/changes.ts'
import { FORECAST_COLUMNS, FORECAST_ROWS_PATH } from '#contract/forecast-rows.ts'

import { composeChangeRows } from './day/change-rows.ts'
import { composeForecastRows } from './day/forecast-rows.ts'
import type { DayParts } from './day/read-day.ts'
import { createRowsRoute, type RowsRouteParts } from './rows/rows-route.ts'
import { parseChangesRequest, parseForecastRequest } from './rows/series-request.ts'

/** The small tables of `/api/v1`: the forecasts of a day, and what changed in them. */
export function createRowTables(parts: RowsRouteParts & DayParts): FastifyPluginAsync {
  return async (server) => {
    await server.register(
      createRowsRoute(parts, {
        path: FORECAST_ROWS_PATH,
        columns: FORECAST_COLUMNS,
        roughMs: 100,
        parse: parseForecastRequest,
        read: ({ day, knownUtc }) => composeForecastRows(parts, day, knownUtc),
        reason: ({ day, knownUtc }) =>
          `Nothing of ${day.date} ${knownUtc === null ? 'is known yet' : `had been fetched or forecast by ${new Date(knownUtc).toISOString()}`}.`,
      }),
    )
    await server.register(
      createRowsRoute(parts, {
        path: CHANGES_PATH,
        columns: ChangeRowSchema.keyof().options,
        roughMs: 200,
        parse: parseChangesRequest,
        read: (asked) => composeChangeRows(parts, asked),
        reason: ({ day }) => `There is nothing to compare the forecast of ${day.date} with.`,
      }),
    )
  }
}
