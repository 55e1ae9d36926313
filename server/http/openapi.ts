import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  AccuracyOverTimeAnswerSchema,
  AccuracyOverTimeQuerySchema,
  AccuracyQuerySchema,
  LEADERS_PATH,
  LeadersAnswerSchema,
  LeadersQuerySchema,
  RUNS_PATH,
  RunsAnswerSchema,
  RunsQuerySchema,
} from '#contract/accuracy.ts'
import {
  AlertListSchema,
  ALERTS_PATH,
  MadeAlertSchema,
  NewAlertSchema,
  RemovedAlertSchema,
  TestedAlertSchema,
} from '#contract/alerts.ts'
import { CHANGES_PATH, ChangeRowSchema, ChangesQuerySchema } from '#contract/changes.ts'
import {
  DashboardChangeSchema,
  DashboardEntrySchema,
  DashboardListSchema,
  DASHBOARDS_PATH,
  NewDashboardSchema,
  RemovedDashboardSchema,
  SavedDashboardSchema,
} from '#contract/dashboards.ts'
import { DATA_DAYS_PATH, DataDaysAnswerSchema, DataDaysQuerySchema } from '#contract/data-days.ts'
import { DAY_ERRORS_PATH, DayErrorRowSchema, DayErrorsQuerySchema } from '#contract/day-errors.ts'
import { FORECAST_ROWS_PATH, ForecastRowSchema, ForecastRowsQuerySchema } from '#contract/forecast-rows.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  PEAKS_PATH,
  PeaksAnswerSchema,
  DayQuerySchema,
  DayForecastQuerySchema,
  FORECAST_PATH,
  ForecastAnswerSchema,
  ForecastQuerySchema,
} from '#contract/forecast.ts'
import { KEYS_PATH, KeyListSchema, MadeKeySchema, NewKeySchema, RemovedKeySchema } from '#contract/keys.ts'
import { DaySheetAnswerSchema } from '#contract/morning-sheet.ts'
import { NewPasswordSchema, PASSWORD_PATH } from '#contract/password.ts'
import { PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import {
  COLUMNS_TYPE,
  QUERY_PATH,
  QueryAnswerSchema,
  QueryColumnsSchema,
  QueryExtrasSchema,
  QuerySchema,
} from '#contract/query.ts'
import {
  AREAS_PATH,
  AreaListSchema,
  SERIES_PATH,
  SeriesAnswerSchema,
  SeriesQuerySchema,
} from '#contract/series.ts'
import { SETTINGS_PATH, SettingsSchema } from '#contract/settings.ts'
import { STATUS_PATH, StatusSchema } from '#contract/status.ts'
import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import {
  ChangedUserSchema,
  GeneratedPasswordSchema,
  NewUserSchema,
  OWN_USER_PATH,
  OwnUserSchema,
  ResetPasswordSchema,
  UserChangeSchema,
  UserListSchema,
  USERS_PATH,
} from '#contract/users.ts'
import { MARKET_ZONE, TIME_ZONE_HEADER } from '#contract/wall-time.ts'

interface Call {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** With its parameters in braces. */
  path: string
  summary: string
  /** Whether it can be called without a token. */
  isPublic?: true
  /** What the address can have after its question mark. */
  parameters?: z.ZodObject
  body?: { type: string; schema: z.ZodType }
  answer: z.ZodType
  /** What can be asked for instead of JSON, by type; null where it is a file. */
  otherAnswers?: Readonly<Record<string, z.ZodType | null>>
}

const JSON_TYPE = 'application/json'
const ONE_DASHBOARD = `${DASHBOARDS_PATH}/{id}`
const ONE_ALERT = `${ALERTS_PATH}/{id}`
const ONE_KEY = `${KEYS_PATH}/{id}`
const ONE_USER = `${USERS_PATH}/{id}`
const SignInSchema = z.object({
  username: z.string(),
  password: z.string(),
  grant_type: z.literal('password').optional(),
})

const FILES = { 'text/csv': null, 'application/vnd.apache.parquet': null }

/** All but the sign-in of the organisation, which only a browser on our page can go through. */
const CALLS: readonly Call[] = [
  {
    method: 'post',
    path: TOKEN_PATH,
    summary: 'Sign in: exchange a user name and a password for a token',
    isPublic: true,
    body: { type: 'application/x-www-form-urlencoded', schema: SignInSchema },
    answer: TokenAnswerSchema,
  },
  {
    method: 'post',
    path: PASSWORD_PATH,
    summary: 'Change the password of the signed-in user, which ends all other sessions',
    body: { type: JSON_TYPE, schema: NewPasswordSchema },
    answer: TokenAnswerSchema,
  },
  {
    method: 'get',
    path: OWN_USER_PATH,
    summary: 'Name and role of the signed-in user',
    answer: OwnUserSchema,
  },
  {
    method: 'get',
    path: USERS_PATH,
    summary: 'All users. Only for admins, as what follows',
    answer: UserListSchema,
  },
  {
    method: 'post',
    path: USERS_PATH,
    summary: 'Add a user; the generated password is in this answer only',
    body: { type: JSON_TYPE, schema: NewUserSchema },
    answer: GeneratedPasswordSchema,
  },
  {
    method: 'patch',
    path: ONE_USER,
    summary: 'Change the role of a user, disable or enable one',
    body: { type: JSON_TYPE, schema: UserChangeSchema },
    answer: ChangedUserSchema,
  },
  {
    method: 'post',
    path: `${ONE_USER}/password`,
    summary: 'Give a user a generated password, which ends all sessions of that user',
    body: { type: JSON_TYPE, schema: ResetPasswordSchema },
    answer: GeneratedPasswordSchema,
  },
  {
    method: 'post',
    path: QUERY_PATH,
    summary: 'Curves of one quantity over time, MW, by curve name and timestamp',
    parameters: QueryExtrasSchema,
    body: { type: JSON_TYPE, schema: QuerySchema },
    answer: QueryAnswerSchema,
    otherAnswers: { [COLUMNS_TYPE]: QueryColumnsSchema },
  },
  {
    method: 'post',
    path: FORECAST_PATH,
    summary: 'Residual load of the delivery day of the second time, MW, by country and HH:mm',
    body: { type: JSON_TYPE, schema: ForecastQuerySchema },
    answer: ForecastAnswerSchema,
  },
  {
    method: 'post',
    path: DAY_FORECAST_PATH,
    summary: 'The same for a delivery day: as it counts, as it was before the auction, or of the run before',
    body: { type: JSON_TYPE, schema: DayForecastQuerySchema },
    answer: ForecastAnswerSchema,
  },
  {
    method: 'post',
    path: PEAKS_PATH,
    summary: 'The highest hour of residual load in the 12 months before a delivery day, MW, by country',
    body: { type: JSON_TYPE, schema: DayQuerySchema },
    answer: PeaksAnswerSchema,
  },
  {
    method: 'post',
    path: DAY_SHEET_PATH,
    summary:
      'A market day by hour: load, solar and wind of the final forecast, of the day before and of the TSO, MW, by country',
    body: { type: JSON_TYPE, schema: DayQuerySchema },
    answer: DaySheetAnswerSchema,
  },
  {
    method: 'post',
    path: ACCURACY_PATH,
    summary: 'Accuracy of the forecast for a country',
    body: { type: JSON_TYPE, schema: AccuracyQuerySchema },
    answer: AccuracyAnswerSchema,
  },
  {
    method: 'post',
    path: ACCURACY_OVER_TIME_PATH,
    summary: 'Accuracy of the forecast for a country over 7, 28 and 90 days, and by hour of the day',
    body: { type: JSON_TYPE, schema: AccuracyOverTimeQuerySchema },
    answer: AccuracyOverTimeAnswerSchema,
  },
  {
    method: 'post',
    path: LEADERS_PATH,
    summary: 'Accuracy of the forecasts for all countries over 7, 28 and 90 days',
    body: { type: JSON_TYPE, schema: LeadersQuerySchema },
    answer: LeadersAnswerSchema,
  },
  {
    method: 'post',
    path: RUNS_PATH,
    summary: 'The forecast runs behind a delivery day',
    body: { type: JSON_TYPE, schema: RunsQuerySchema },
    answer: RunsAnswerSchema,
  },
  {
    method: 'get',
    path: DASHBOARDS_PATH,
    summary: 'The saved dashboards of the signed-in user',
    answer: DashboardListSchema,
  },
  {
    method: 'post',
    path: DASHBOARDS_PATH,
    summary: 'Save a dashboard under a name',
    body: { type: JSON_TYPE, schema: NewDashboardSchema },
    answer: DashboardEntrySchema,
  },
  {
    method: 'get',
    path: ONE_DASHBOARD,
    summary: 'Open a dashboard, also that of another user',
    answer: SavedDashboardSchema,
  },
  {
    method: 'patch',
    path: ONE_DASHBOARD,
    summary: 'Rename a dashboard, save it again, or make it the start',
    body: { type: JSON_TYPE, schema: DashboardChangeSchema },
    answer: DashboardEntrySchema,
  },
  {
    method: 'delete',
    path: ONE_DASHBOARD,
    summary: 'Delete a dashboard',
    answer: RemovedDashboardSchema,
  },
  {
    method: 'get',
    path: KEYS_PATH,
    summary: 'The keys of the signed-in user',
    answer: KeyListSchema,
  },
  {
    method: 'post',
    path: KEYS_PATH,
    summary: 'Make a key that reads series; its text is in this answer only',
    body: { type: JSON_TYPE, schema: NewKeySchema },
    answer: MadeKeySchema,
  },
  {
    method: 'delete',
    path: ONE_KEY,
    summary: 'Remove a key; it is dead at the next request',
    answer: RemovedKeySchema,
  },
  {
    method: 'get',
    path: ALERTS_PATH,
    summary: 'The alerts of the signed-in user, and the hosts that they may be sent to',
    answer: AlertListSchema,
  },
  {
    method: 'post',
    path: ALERTS_PATH,
    summary: 'Make an alert; the secret that signs its messages is in this answer only',
    body: { type: JSON_TYPE, schema: NewAlertSchema },
    answer: MadeAlertSchema,
  },
  {
    method: 'post',
    path: `${ONE_ALERT}/test`,
    summary: 'Send a message for testing to the receiver of an alert',
    answer: TestedAlertSchema,
  },
  {
    method: 'delete',
    path: ONE_ALERT,
    summary: 'Remove an alert',
    answer: RemovedAlertSchema,
  },
  {
    method: 'get',
    path: SERIES_PATH,
    summary: 'Series as rows: mean power in MW by time. Takes a key or a token',
    parameters: SeriesQuerySchema,
    answer: SeriesAnswerSchema,
    otherAnswers: FILES,
  },
  {
    method: 'get',
    path: AREAS_PATH,
    summary: 'Areas, their other names and zones, and what is stored of them. Takes a key or a token',
    parameters: z.object({}),
    answer: AreaListSchema,
  },
  {
    method: 'get',
    path: FORECAST_ROWS_PATH,
    summary: 'Forecasts of the residual load of a day in MW, by hour and country. Takes a key or a token',
    parameters: ForecastRowsQuerySchema,
    answer: z.array(ForecastRowSchema),
    otherAnswers: FILES,
  },
  {
    method: 'get',
    path: CHANGES_PATH,
    summary:
      'By how much the forecasts of a day are above another run or the TSO, in all and by part, in MW. Takes a key or a token',
    parameters: ChangesQuerySchema,
    answer: z.array(ChangeRowSchema),
    otherAnswers: FILES,
  },
  {
    method: 'get',
    path: DAY_ERRORS_PATH,
    summary:
      'How far the final forecast of an area was off, by day and in all and by part, in MW. Takes a key or a token',
    parameters: DayErrorsQuerySchema,
    answer: z.array(DayErrorRowSchema),
    otherAnswers: FILES,
  },
  {
    method: 'post',
    path: DATA_DAYS_PATH,
    summary:
      'Which data of an area or of all are missing, late, suspicious, copied, revised or as last published, by item and day',
    body: { type: JSON_TYPE, schema: DataDaysQuerySchema },
    answer: DataDaysAnswerSchema,
  },
  {
    method: 'get',
    path: STATUS_PATH,
    summary: 'Source of the values and the time span they cover',
    answer: StatusSchema,
  },
  {
    method: 'get',
    path: SETTINGS_PATH,
    summary: 'Settings that the pages need before sign-in',
    isPublic: true,
    answer: SettingsSchema,
  },
]

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
  schema: path.startsWith(USERS_PATH) ? { type: 'integer' } : { type: 'string', format: 'uuid' },
})

function describeParameters(parameters: z.ZodObject): object[] {
  return Object.entries(parameters.shape).map(([name, schema]) => {
    const isRequired = !z.safeParse(schema, undefined).success
    return { name, in: 'query', required: isRequired, schema: z.toJSONSchema(schema, { io: 'input' }) }
  })
}

function describeCall(call: Call): object {
  return {
    summary: call.summary,
    ...(call.isPublic && { security: [] }),
    parameters: [
      ...(call.path.includes('/{id}') ? [idParameter(call.path)] : []),
      ...(call.parameters ? describeParameters(call.parameters) : []),
      // The others name their zone in the address.
      ...(call.isPublic || call.parameters?.shape['zone'] ? [] : [TIME_ZONE_PARAMETER]),
    ],
    ...(call.body && {
      requestBody: { required: true, ...content(call.body.type, toSchema(call.body.schema)) },
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
      ...((call.otherAnswers === FILES || call.path === TOKEN_PATH) && {
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
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: PRODUCT_VERSION },
    ...(basePath !== '' && { servers: [{ url: basePath }] }),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      CALLS.map(({ path }) => [
        path,
        Object.fromEntries(
          CALLS.filter((call) => call.path === path).map((call) => [call.method, describeCall(call)]),
        ),
      ]),
    ),
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
