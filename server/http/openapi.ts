import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'

import * as accuracy from '#contract/accuracy.ts'
import * as alerts from '#contract/alerts.ts'
import * as dashboards from '#contract/dashboards.ts'
import * as dataDays from '#contract/data-days.ts'
import * as daySheet from '#contract/day-sheet.ts'
import * as forecast from '#contract/forecast.ts'
import * as givenName from '#contract/given-name.ts'
import * as keys from '#contract/keys.ts'
import * as password from '#contract/password.ts'
import { PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import * as query from '#contract/query.ts'
import * as rowTables from '#contract/row-tables.ts'
import * as series from '#contract/series.ts'
import * as settings from '#contract/settings.ts'
import * as status from '#contract/status.ts'
import * as token from '#contract/token.ts'
import * as users from '#contract/users.ts'
import { MARKET_ZONE, TIME_ZONE_HEADER } from '#contract/wall-time.ts'

interface Call {
  summary: string
  /** Whether it can be called without a token. */
  isPublic?: true
  /** What the address can have after its question mark. */
  parameters?: z.ZodObject
  body?: z.ZodType
  /** JSON where it is left out. */
  bodyType?: string
  answer: z.ZodType
  /** What can be requested instead of JSON, by type; null where it is a file. */
  otherAnswers?: Readonly<Record<string, z.ZodType | null>>
}

const JSON_TYPE = 'application/json'
const ONE_DASHBOARD = `${dashboards.DASHBOARDS_PATH}/{id}`
const ONE_ALERT = `${alerts.ALERTS_PATH}/{id}`
const ONE_KEY = `${keys.KEYS_PATH}/{id}`
const ONE_USER = `${users.USERS_PATH}/{id}`
const SignInSchema = z.object({
  username: z.string(),
  password: z.string(),
  grant_type: z.literal('password').optional(),
})

const FILES = { 'text/csv': null, 'application/vnd.apache.parquet': null }

/** By method and path; all but the sign-in of the organisation, which only a browser on our page can go through. */
const CALLS: Readonly<Record<string, Call>> = {
  [`POST ${token.TOKEN_PATH}`]: {
    summary: 'Sign in: exchange a user name and a password for a token',
    isPublic: true,
    body: SignInSchema,
    bodyType: 'application/x-www-form-urlencoded',
    answer: token.TokenAnswerSchema,
  },
  [`POST ${password.PASSWORD_PATH}`]: {
    summary: 'Change the password of the signed-in user, which ends all other sessions',
    body: password.NewPasswordSchema,
    answer: token.TokenAnswerSchema,
  },
  [`GET ${users.OWN_USER_PATH}`]: {
    summary: 'Name and role of the signed-in user',
    answer: users.OwnUserSchema,
  },
  [`GET ${users.USERS_PATH}`]: {
    summary: 'All users. Only for admins, as what follows',
    answer: users.UserListSchema,
  },
  [`POST ${users.USERS_PATH}`]: {
    summary: 'Add a user; the generated password is in this answer only',
    body: users.NewUserSchema,
    answer: users.GeneratedPasswordSchema,
  },
  [`PATCH ${ONE_USER}`]: {
    summary: 'Change the role of a user, disable or enable one',
    body: users.UserChangeSchema,
    answer: users.ChangedUserSchema,
  },
  [`POST ${ONE_USER}/password`]: {
    summary: 'Give a user a generated password, which ends all sessions of that user',
    body: users.ResetPasswordSchema,
    answer: users.GeneratedPasswordSchema,
  },
  [`POST ${query.QUERY_PATH}`]: {
    summary: 'Curves of one quantity over time, MW, by curve name and timestamp',
    parameters: query.QueryExtrasSchema,
    body: query.QuerySchema,
    answer: query.QueryAnswerSchema,
    otherAnswers: { [query.COLUMNS_TYPE]: query.QueryColumnsSchema },
  },
  [`POST ${forecast.FORECAST_PATH}`]: {
    summary: 'Residual load of the delivery day of the second time, MW, by country and HH:mm',
    body: forecast.ForecastQuerySchema,
    answer: forecast.ForecastAnswerSchema,
  },
  [`POST ${forecast.DAY_FORECAST_PATH}`]: {
    summary:
      'The same for a delivery day: as it counts, as it was before the auction or at a time, or of the run before',
    body: forecast.DayForecastQuerySchema,
    answer: forecast.ForecastAnswerSchema,
  },
  [`POST ${forecast.PEAKS_PATH}`]: {
    summary: 'The highest hour of residual load in the 12 months before a delivery day, MW, by country',
    body: forecast.DayQuerySchema,
    answer: forecast.PeaksAnswerSchema,
  },
  [`POST ${forecast.DAY_SHEET_PATH}`]: {
    summary:
      'A market day by hour: load, solar and wind of the final forecast, of the day before and of the TSO, MW, by country',
    body: forecast.DayQuerySchema,
    answer: daySheet.DaySheetAnswerSchema,
  },
  [`POST ${accuracy.ACCURACY_PATH}`]: {
    summary: 'Accuracy of the forecast for a country',
    body: accuracy.AccuracyQuerySchema,
    answer: accuracy.AccuracyAnswerSchema,
  },
  [`POST ${accuracy.ACCURACY_OVER_TIME_PATH}`]: {
    summary: 'Accuracy of the forecast for a country over 7, 28 and 90 days, and by hour of the day',
    body: accuracy.AccuracyOverTimeQuerySchema,
    answer: accuracy.AccuracyOverTimeAnswerSchema,
  },
  [`POST ${accuracy.LEADERS_PATH}`]: {
    summary: 'Accuracy of the forecasts for all countries over 7, 28 and 90 days',
    body: forecast.DayQuerySchema,
    answer: accuracy.LeadersAnswerSchema,
  },
  [`POST ${accuracy.RUNS_PATH}`]: {
    summary: 'The forecast runs behind a delivery day',
    body: forecast.DayForecastQuerySchema,
    answer: accuracy.RunsAnswerSchema,
  },
  [`GET ${dashboards.DASHBOARDS_PATH}`]: {
    summary: 'The saved dashboards of the signed-in user',
    answer: dashboards.DashboardListSchema,
  },
  [`POST ${dashboards.DASHBOARDS_PATH}`]: {
    summary: 'Save a dashboard under a name',
    body: dashboards.NewDashboardSchema,
    answer: dashboards.DashboardEntrySchema,
  },
  [`GET ${ONE_DASHBOARD}`]: {
    summary: 'Open a dashboard, also that of another user',
    answer: dashboards.SavedDashboardSchema,
  },
  [`PATCH ${ONE_DASHBOARD}`]: {
    summary: 'Rename a dashboard, save it again, or make it the start',
    body: dashboards.DashboardChangeSchema,
    answer: dashboards.DashboardEntrySchema,
  },
  [`DELETE ${ONE_DASHBOARD}`]: { summary: 'Delete a dashboard', answer: givenName.RemovedSchema },
  [`GET ${keys.KEYS_PATH}`]: { summary: 'The keys of the signed-in user', answer: keys.KeyListSchema },
  [`POST ${keys.KEYS_PATH}`]: {
    summary: 'Make a key that reads series; its text is in this answer only',
    body: keys.NewKeySchema,
    answer: keys.MadeKeySchema,
  },
  [`DELETE ${ONE_KEY}`]: {
    summary: 'Remove a key; it is dead at the next request',
    answer: givenName.RemovedSchema,
  },
  [`GET ${alerts.ALERTS_PATH}`]: {
    summary: 'The alerts of the signed-in user, and the hosts that they may be sent to',
    answer: alerts.AlertListSchema,
  },
  [`POST ${alerts.ALERTS_PATH}`]: {
    summary: 'Make an alert; the secret that signs its messages is in this answer only',
    body: alerts.NewAlertSchema,
    answer: alerts.MadeAlertSchema,
  },
  [`POST ${ONE_ALERT}/test`]: {
    summary: 'Send a message for testing to the receiver of an alert',
    answer: alerts.TestedAlertSchema,
  },
  [`PATCH ${ONE_ALERT}`]: {
    summary: 'Change an alert in place; its secret stays',
    body: alerts.NewAlertSchema,
    answer: alerts.AlertEntrySchema,
  },
  [`DELETE ${ONE_ALERT}`]: { summary: 'Remove an alert', answer: givenName.RemovedSchema },
  [`GET ${series.SERIES_PATH}`]: {
    summary: 'Series as rows: mean power in MW by time. Takes a key or a token',
    parameters: series.SeriesQuerySchema,
    answer: series.SeriesAnswerSchema,
    otherAnswers: FILES,
  },
  [`GET ${series.AREAS_PATH}`]: {
    summary: 'Areas, their other names and zones, and what is stored of them. Takes a key or a token',
    parameters: z.object({}),
    answer: series.AreaListSchema,
  },
  [`GET ${rowTables.FORECAST_ROWS_PATH}`]: {
    summary: 'Forecasts of the residual load of a day in MW, by hour and country. Takes a key or a token',
    parameters: rowTables.ForecastRowsQuerySchema,
    answer: z.array(rowTables.ForecastRowSchema),
    otherAnswers: FILES,
  },
  [`GET ${rowTables.CHANGES_PATH}`]: {
    summary:
      'By how much the forecasts of a day are above another run or the TSO, in all and by part, in MW. Takes a key or a token',
    parameters: rowTables.ChangesQuerySchema,
    answer: z.array(rowTables.ChangeRowSchema),
    otherAnswers: FILES,
  },
  [`GET ${rowTables.DAY_ERRORS_PATH}`]: {
    summary:
      'How far the final forecast of an area was off, by day and in all and by part, in MW. Takes a key or a token',
    parameters: rowTables.DayErrorsQuerySchema,
    answer: z.array(rowTables.DayErrorRowSchema),
    otherAnswers: FILES,
  },
  [`GET ${rowTables.USUAL_PATH}`]: {
    summary:
      'What is usual in the hours of some days: median, P10 and P90 of the same hour in earlier years, in MW. Takes a key or a token',
    parameters: rowTables.UsualQuerySchema,
    answer: z.array(rowTables.UsualRowSchema),
    otherAnswers: FILES,
  },
  [`POST ${dataDays.DATA_DAYS_PATH}`]: {
    summary:
      'Which data of an area or of all are missing, late, suspicious, copied, revised or as last published, by item and day',
    body: dataDays.DataDaysQuerySchema,
    answer: dataDays.DataDaysAnswerSchema,
  },
  [`GET ${status.STATUS_PATH}`]: {
    summary: 'Source of the values and the time span they cover',
    answer: status.StatusSchema,
  },
  [`GET ${settings.SETTINGS_PATH}`]: {
    summary: 'Settings that the pages need before sign-in',
    isPublic: true,
    answer: settings.SettingsSchema,
  },
}

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
const content = (type: string, schema: object) => ({ content: { [type]: { schema } } })
const refusal = (description: string) => ({
  description,
  ...content(JSON_TYPE, {
    type: 'object',
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
    required: ['error'],
  }),
})

const TIME_ZONE_PARAMETER = {
  name: TIME_ZONE_HEADER,
  in: 'header',
  description: `IANA time zone of wall-clock times and days; ${MARKET_ZONE} by default`,
  schema: { type: 'string', default: MARKET_ZONE },
}

const idParameter = (path: string) => ({
  name: 'id',
  in: 'path',
  required: true,
  schema: path.startsWith(users.USERS_PATH) ? { type: 'integer' } : { type: 'string', format: 'uuid' },
})

function describeParameters(parameters: z.ZodObject): object[] {
  return Object.entries(parameters.shape).map(([name, schema]) => {
    const isRequired = !z.safeParse(schema, undefined).success
    return { name, in: 'query', required: isRequired, schema: z.toJSONSchema(schema, { io: 'input' }) }
  })
}

function describeCall(path: string, call: Call): object {
  return {
    summary: call.summary,
    ...(call.isPublic && { security: [] }),
    parameters: [
      ...(path.includes('/{id}') ? [idParameter(path)] : []),
      ...(call.parameters ? describeParameters(call.parameters) : []),
      // The others name their zone in the address.
      ...(call.isPublic || call.parameters?.shape['zone'] ? [] : [TIME_ZONE_PARAMETER]),
    ],
    ...(call.body && {
      requestBody: { required: true, ...content(call.bodyType ?? JSON_TYPE, toSchema(call.body)) },
    }),
    responses: {
      200: {
        description: 'The answer',
        ...(call.otherAnswers === FILES && {
          headers: {
            ETag: { schema: { type: 'string' } },
            'X-Reason': {
              description: 'Why the answer has no rows, where it has none',
              schema: { type: 'string' },
            },
          },
        }),
        content: {
          [JSON_TYPE]: { schema: toSchema(call.answer) },
          ...Object.fromEntries(
            Object.entries(call.otherAnswers ?? {}).map(([type, schema]) => [
              type,
              schema === null ? {} : { schema: toSchema(schema) },
            ]),
          ),
        },
      },
      ...(call.otherAnswers === FILES && {
        304: { description: 'Nothing has changed since the answer whose ETag was sent as If-None-Match' },
      }),
      ...((call.otherAnswers === FILES || path === token.TOKEN_PATH) && {
        429: {
          ...refusal('Too many downloads under way, or too many failed sign-ins: one sentence'),
          headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
        },
      }),
      '4XX': refusal('What is wrong with the request, in one sentence'),
      '5XX': refusal('The server cannot answer now'),
    },
  }
}

/** The API below a base path as an OpenAPI 3.1 document, made from the schemas of the contract. */
export function createOpenApiDocument(
  basePath = '',
): { paths: Record<string, Record<string, object>> } & Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, call] of Object.entries(CALLS)) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(path, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: PRODUCT_VERSION },
    ...(basePath !== '' && { servers: [{ url: basePath }] }),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ token: [] }],
    paths,
  }
}

/** `GET /openapi.json`. */
export function createOpenApiRoute(basePath: string): FastifyPluginAsync {
  const document = createOpenApiDocument(basePath)
  return async (server) => {
    server.get('/openapi.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(document),
    )
  }
}
