import type { LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  AccuracyOverTimeAnswerSchema,
  LEADERS_PATH,
  LeadersAnswerSchema,
  RUNS_PATH,
  RunsAnswerSchema,
} from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import { DAY_FORECAST_PATH, type ForecastAnswer, ForecastAnswerSchema } from '#contract/forecast.ts'
import { COLUMNS_TYPE } from '#contract/query.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Database } from '#server/database/database.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import type { Kind, Quantity } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'

import { openSignedInApp, type CallParameters } from './app.ts'

/** The market's delivery day is 2025-06-11. */
export const NOW = Date.parse('2025-06-10T16:30Z')
/** The map's request for it. */
export const MAP_BODY = {
  category: '',
  area: '',
  time: ['2025-06-10 00:00', '2025-06-11 00:00'],
  frequency: 'H',
}

/** The app on a database, with calls whose answers are read by their schemas. Its clock is stopped on 10 June 2025. */
export async function startForecastServer(database: Database) {
  const series = createSeriesStore(database)
  const store = createRunStore(database, series)
  const app = await openSignedInApp(database, () => NOW)
  const ask = (url: string, body: unknown, zone?: string): Promise<LightMyRequestResponse> =>
    app.post(url, body, zone === undefined ? {} : { 'x-time-zone': zone })
  /** The answer of a call of `/api/v1`. */
  const get = (
    path: string,
    parameters: CallParameters = {},
    zone?: string,
  ): Promise<LightMyRequestResponse> =>
    app.read(path, zone === undefined ? parameters : { ...parameters, zone })
  const createRead =
    <Answer>(url: string, schema: z.ZodType<Answer>) =>
    async (parameters: CallParameters, zone?: string): Promise<Answer> =>
      schema.parse((await get(url, parameters, zone)).json())
  return {
    series,
    store,
    ask,
    get,
    app,
    askColumns: (url: string, body: unknown) => app.post(url, body, { accept: COLUMNS_TYPE }),
    map: async (body: object = MAP_BODY, zone?: string): Promise<ForecastAnswer> =>
      ForecastAnswerSchema.parse((await ask('/energia/tab-2', body, zone)).json()),
    dayForecast: createRead(DAY_FORECAST_PATH, ForecastAnswerSchema),
    accuracy: createRead(ACCURACY_PATH, AccuracyAnswerSchema),
    overTime: createRead(ACCURACY_OVER_TIME_PATH, AccuracyOverTimeAnswerSchema),
    leaders: createRead(LEADERS_PATH, LeadersAnswerSchema),
    runs: createRead(RUNS_PATH, RunsAnswerSchema),
    fill: async (
      area: MemberCode,
      kind: Kind,
      values: Partial<Record<Quantity, number>>,
      from: string,
      to: string,
      source = 'test',
    ) => {
      const startsAtUtc = timeOfDay(from)
      const hours = (timeOfDay(addDays(to, 1)) - startsAtUtc) / HOUR_MS
      const blocks = (['load', 'solar', 'wind'] as const).flatMap((quantity) => {
        const value = values[quantity]
        const powerMw = new Float64Array(hours).fill(value ?? NaN)
        return value === undefined
          ? []
          : [{ area, kind, quantity, startsAtUtc, stepMinutes: 60 as const, powerMw }]
      })
      await series.mirror(blocks, [], { source, fetchedAtUtc: NOW })
    },
  }
}
