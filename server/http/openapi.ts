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

type Call = readonly [summary: string, answer: z.ZodType, more?: More]

interface More {
  /** Whether it can be called without a token. */
  isPublic?: true
  /** What the address can have after its question mark. */
  parameters?: z.ZodObject
  body?: z.ZodType
  /** JSON where it is left out. */
  bodyType?: string
  /** What can be requested instead of JSON, by type. */
  otherAnswers?: Readonly<Record<string, object>>
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

const FILES = { 'text/csv': {}, 'application/vnd.apache.parquet': {} }

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
const toMedia = (schema: z.ZodType) => ({ schema: toSchema(schema) })

/** By method and path; all but the sign-in of the organisation, which only a browser on our page can go through. */
const CALLS: Readonly<Record<string, Call>> = {
  [`POST ${token.TOKEN_PATH}`]: [
    'Sign in: exchange a user name and a password for a token',
    token.TokenAnswerSchema,
    { isPublic: true, body: SignInSchema, bodyType: 'application/x-www-form-urlencoded' },
  ],
  [`POST ${password.PASSWORD_PATH}`]: [
    'Change the password of the signed-in user, which ends all other sessions',
    token.TokenAnswerSchema,
    { body: password.NewPasswordSchema },
  ],
  [`GET ${users.OWN_USER_PATH}`]: ['Name and role of the signed-in user', users.OwnUserSchema],
  [`GET ${users.USERS_PATH}`]: ['All users. Only for admins, as what follows', users.UserListSchema],
  [`POST ${users.USERS_PATH}`]: [
    'Add a user; the generated password is in this answer only',
    users.GeneratedPasswordSchema,
    { body: users.NewUserSchema },
  ],
  [`PATCH ${ONE_USER}`]: [
    'Change the role of a user, disable or enable one',
    users.ChangedUserSchema,
    { body: users.UserChangeSchema },
  ],
  [`POST ${ONE_USER}/password`]: [
    'Give a user a generated password, which ends all sessions of that user',
    users.GeneratedPasswordSchema,
    { body: users.ResetPasswordSchema },
  ],
  [`POST ${query.QUERY_PATH}`]: [
    'Curves of one quantity over time, MW, by curve name and timestamp',
    query.QueryAnswerSchema,
    {
      parameters: query.QueryExtrasSchema,
      body: query.QuerySchema,
      otherAnswers: { [query.COLUMNS_TYPE]: toMedia(query.QueryColumnsSchema) },
    },
  ],
  [`POST ${forecast.FORECAST_PATH}`]: [
    'Residual load of the delivery day of the second time, MW, by country and HH:mm',
    forecast.ForecastAnswerSchema,
    { body: forecast.ForecastQuerySchema },
  ],
  [`POST ${forecast.DAY_FORECAST_PATH}`]: [
    'The same for a delivery day: as it counts, as it was before the auction or at a time, or of the run before',
    forecast.ForecastAnswerSchema,
    { body: forecast.DayForecastQuerySchema },
  ],
  [`POST ${forecast.PEAKS_PATH}`]: [
    'The highest hour of residual load in the 12 months before a delivery day, MW, by country',
    forecast.PeaksAnswerSchema,
    { body: forecast.DayQuerySchema },
  ],
  [`POST ${forecast.DAY_SHEET_PATH}`]: [
    'A market day by hour: load, solar and wind of the final forecast, of the day before and of the TSO, MW, by country',
    daySheet.DaySheetAnswerSchema,
    { body: forecast.DayQuerySchema },
  ],
  [`POST ${accuracy.ACCURACY_PATH}`]: [
    'Accuracy of the forecast for a country',
    accuracy.AccuracyAnswerSchema,
    { body: accuracy.AccuracyQuerySchema },
  ],
  [`POST ${accuracy.ACCURACY_OVER_TIME_PATH}`]: [
    'Accuracy of the forecast for a country over 7, 28 and 90 days, and by hour of the day',
    accuracy.AccuracyOverTimeAnswerSchema,
    { body: accuracy.AccuracyOverTimeQuerySchema },
  ],
  [`POST ${accuracy.LEADERS_PATH}`]: [
    'Accuracy of the forecasts for all countries over 7, 28 and 90 days',
    accuracy.LeadersAnswerSchema,
    { body: forecast.DayQuerySchema },
  ],
  [`POST ${accuracy.RUNS_PATH}`]: [
    'The forecast runs behind a delivery day',
    accuracy.RunsAnswerSchema,
    { body: forecast.DayForecastQuerySchema },
  ],
  [`GET ${dashboards.DASHBOARDS_PATH}`]: [
    'The saved dashboards of the signed-in user',
    dashboards.DashboardListSchema,
  ],
  [`POST ${dashboards.DASHBOARDS_PATH}`]: [
    'Save a dashboard under a name',
    dashboards.DashboardEntrySchema,
    { body: dashboards.NewDashboardSchema },
  ],
  [`GET ${ONE_DASHBOARD}`]: ['Open a dashboard, also that of another user', dashboards.SavedDashboardSchema],
  [`PATCH ${ONE_DASHBOARD}`]: [
    'Rename a dashboard, save it again, or make it the start',
    dashboards.DashboardEntrySchema,
    { body: dashboards.DashboardChangeSchema },
  ],
  [`DELETE ${ONE_DASHBOARD}`]: ['Delete a dashboard', givenName.RemovedSchema],
  [`GET ${keys.KEYS_PATH}`]: ['The keys of the signed-in user', keys.KeyListSchema],
  [`POST ${keys.KEYS_PATH}`]: [
    'Make a key that reads series; its text is in this answer only',
    keys.MadeKeySchema,
    { body: keys.NewKeySchema },
  ],
  [`DELETE ${ONE_KEY}`]: ['Remove a key; it is dead at the next request', givenName.RemovedSchema],
  [`GET ${alerts.ALERTS_PATH}`]: [
    'The alerts of the signed-in user, and the hosts that they may be sent to',
    alerts.AlertListSchema,
  ],
  [`POST ${alerts.ALERTS_PATH}`]: [
    'Make an alert; the secret that signs its messages is in this answer only',
    alerts.MadeAlertSchema,
    { body: alerts.NewAlertSchema },
  ],
  [`POST ${ONE_ALERT}/test`]: [
    'Send a message for testing to the receiver of an alert',
    alerts.TestedAlertSchema,
  ],
  [`PATCH ${ONE_ALERT}`]: [
    'Change an alert in place; its secret stays',
    alerts.AlertEntrySchema,
    { body: alerts.NewAlertSchema },
  ],
  [`DELETE ${ONE_ALERT}`]: ['Remove an alert', givenName.RemovedSchema],
  [`GET ${series.SERIES_PATH}`]: [
    'Series as rows: mean power in MW by time. Takes a key or a token',
    series.SeriesAnswerSchema,
    { parameters: series.SeriesQuerySchema, otherAnswers: FILES },
  ],
  [`GET ${series.AREAS_PATH}`]: [
    'Areas, their other names and zones, and what is stored of them. Takes a key or a token',
    series.AreaListSchema,
  ],
  [`GET ${rowTables.FORECAST_ROWS_PATH}`]: [
    'Forecasts of the residual load of a day in MW, by hour and country. Takes a key or a token',
    z.array(rowTables.ForecastRowSchema),
    { parameters: rowTables.ForecastRowsQuerySchema, otherAnswers: FILES },
  ],
  [`GET ${rowTables.CHANGES_PATH}`]: [
    'By how much the forecasts of a day are above another run or the TSO, in all and by part, in MW. Takes a key or a token',
    z.array(rowTables.ChangeRowSchema),
    { parameters: rowTables.ChangesQuerySchema, otherAnswers: FILES },
  ],
  [`GET ${rowTables.DAY_ERRORS_PATH}`]: [
    'How far the final forecast of an area was off, by day and in all and by part, in MW. Takes a key or a token',
    z.array(rowTables.DayErrorRowSchema),
    { parameters: rowTables.DayErrorsQuerySchema, otherAnswers: FILES },
  ],
  [`GET ${rowTables.USUAL_PATH}`]: [
    'What is usual in the hours of some days: median, P10 and P90 of the same hour in earlier years, in MW. Takes a key or a token',
    z.array(rowTables.UsualRowSchema),
    { parameters: rowTables.UsualQuerySchema, otherAnswers: FILES },
  ],
  [`POST ${dataDays.DATA_DAYS_PATH}`]: [
    'Which data of an area or of all are missing, late, suspicious, copied, revised or as last published, by item and day',
    dataDays.DataDaysAnswerSchema,
    { body: dataDays.DataDaysQuerySchema },
  ],
  [`GET ${status.STATUS_PATH}`]: ['Source of the values and the time span they cover', status.StatusSchema],
  [`GET ${settings.SETTINGS_PATH}`]: [
    'Settings that the pages need before sign-in',
    settings.SettingsSchema,
    { isPublic: true },
  ],
}

const refusal = (description: string) => ({
  description,
  content: {
    [JSON_TYPE]: {
      schema: {
        type: 'object',
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
        required: ['error'],
      },
    },
  },
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

const queryParameter = ([name, schema]: [string, z.ZodType]) => ({
  name,
  in: 'query',
  required: !schema.safeParse(undefined).success,
  schema: toSchema(schema),
})

function describeCall(path: string, [summary, answer, more = {}]: Call): object {
  const { isPublic, parameters, body, bodyType = JSON_TYPE, otherAnswers } = more
  const isTable = otherAnswers === FILES
  return {
    summary,
    ...(isPublic && { security: [] }),
    parameters: [
      ...(path.includes('/{id}') ? [idParameter(path)] : []),
      ...Object.entries(parameters?.shape ?? {}).map(queryParameter),
      // The others name their zone in the address.
      ...(isPublic || parameters?.shape['zone'] ? [] : [TIME_ZONE_PARAMETER]),
    ],
    ...(body && { requestBody: { required: true, content: { [bodyType]: toMedia(body) } } }),
    responses: {
      200: {
        description: 'The answer',
        ...(isTable && {
          headers: {
            ETag: { schema: { type: 'string' } },
            'X-Reason': {
              description: 'Why the answer has no rows, where it has none',
              schema: { type: 'string' },
            },
          },
        }),
        content: { [JSON_TYPE]: toMedia(answer), ...otherAnswers },
      },
      ...(isTable && {
        304: { description: 'Nothing has changed since the answer whose ETag was sent as If-None-Match' },
      }),
      ...((isTable || path === token.TOKEN_PATH) && {
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
export function createOpenApiDocument(basePath = '') {
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

export function createOpenApiRoute(basePath: string): FastifyPluginAsync {
  const document = createOpenApiDocument(basePath)
  return async (server) => {
    server.get('/openapi.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(document),
    )
  }
}
