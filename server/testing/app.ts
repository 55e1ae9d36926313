import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished } from 'vitest'

import { createApp } from '#server/app.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createUsers } from '#server/auth/users.ts'
import { createOwnBackend } from '#server/backend/own-backend.ts'
import type { Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createLeaving } from '#server/http/readiness.ts'
import { createLogger } from '#server/logger.ts'

import { openMemoryDatabase } from './database.ts'

export const TEST_USER = { username: 'jane', password: 'a rather long password' }
export const COLLEAGUE = { username: 'Zoë', password: 'another rather long password' }

/** Stand-ins for the built pages. The dotfile must never be served. */
export const PAGES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>Energy Metrics</title>',
  'theme.js': '"use strict"',
  'map.geo.json': '{}',
  'assets/main-a1b2c3.js': 'export {}',
  'assets/main-a1b2c3.js.br': 'br',
  '.env': 'SECRET=1',
}

async function createPagesFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-pages-'))
  for (const [file, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return folder
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface TestApp {
  server: FastifyInstance
  database: Database
  logLines: string[]
  /** The log lines of what a person did, parsed. */
  events: () => Record<string, unknown>[]
  pagesFolder: string
  signIn: () => Promise<string>
  send: (method: Method, url: string, bearer: string, body?: object) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

interface TestAppOptions {
  clock?: Clock
  environment?: Readonly<Record<string, string>>
  /** A database to use instead of a fresh one. Nothing is made in it, no background work is started, and the caller closes it. */
  database?: Database
}

/** The real product on a fresh database, with a user. Routes can be added before the first request. The caller closes it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const config = readConfig({
    SOURCE: 'none',
    ADMIN_USERNAME: TEST_USER.username,
    ADMIN_PASSWORD: TEST_USER.password,
    ...options.environment,
  })
  const logLines: string[] = []
  const logger = createLogger('debug', { write: (line: string) => logLines.push(line) })
  const database =
    options.database === undefined
      ? await openMemoryDatabase()
      : { ...options.database, close: async () => {} }
  const pagesFolder = await createPagesFolder()
  const metrics = createMetrics(config)
  const clock = options.clock ?? Date.now
  const backend = createOwnBackend({ config, database, clock, logger, metrics })
  const server = await createApp({ config, backend, leaving: createLeaving(), logger, metrics, pagesFolder })
  if (options.database === undefined) await backend.start()
  return {
    server,
    database,
    logLines,
    events: () =>
      logLines
        .map((line): Record<string, unknown> => JSON.parse(line))
        .filter((line) => line['event'] !== undefined),
    pagesFolder,
    send: (method, url, bearer, body) =>
      server.inject({
        method,
        url,
        headers: { authorization: `Bearer ${bearer}` },
        ...(body && { payload: body }),
      }),
    signIn: () => tokenOf(server, TEST_USER),
    async close() {
      await server.close()
      await backend.close()
      await rm(pagesFolder, { recursive: true })
    },
  }
}

/** Never logged: the password of the tests, tokens, keys, secrets of alerts, and hashes of passwords. */
const SECRET = /a[ +]rather[ +]long[ +]password|Bearer |eyJ|\bem_[\w-]{43}|whsec_|\$argon2/

/** Like `startTestApp`, for use in a test: closes the app when the test ends, and looks for secrets in its log. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  onTestFinished(async () => {
    await app.close()
    expect(app.logLines.filter((line) => SECRET.test(line))).toEqual([])
  })
  return app
}

type SendBody = (
  url: string,
  /** A text is sent as it is, anything else as JSON. */
  body: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

/** What is undefined is not sent. */
export type CallParameters = Readonly<Record<string, string | undefined>>

export interface SignedInApp extends TestApp {
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  read: (
    path: string,
    parameters: CallParameters,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>
  post: SendBody
  patch: SendBody
}

/** The real product on a database that the test fills, and calls of a signed-in user. Closes the app when the test ends. */
export async function openSignedInApp(
  database: Database,
  clock: Clock,
  environment: Readonly<Record<string, string>> = {},
): Promise<SignedInApp> {
  await addTestUser(database)
  const app = await openTestApp({
    database,
    clock,
    environment: { TOKEN_LIFETIME_S: '86400', ...environment },
  })
  const authorization = `Bearer ${await app.signIn()}`
  const sendBody =
    (method: 'POST' | 'PATCH'): SendBody =>
    (url, body, headers = {}) =>
      app.server.inject({
        method,
        url,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
  const get: SignedInApp['get'] = (url, headers = {}) =>
    app.server.inject({ url, headers: { authorization, ...headers } })
  return {
    ...app,
    get,
    read(path, parameters, headers) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
      return get(`${path}?${query.toString()}`, headers)
    },
    post: sendBody('POST'),
    patch: sendBody('PATCH'),
  }
}

/** Made once for all tests of a process, because hashing is meant to be slow. */
let testUserHash: Promise<string> | undefined

export async function addTestUser(database: Database): Promise<void> {
  testUserHash ??= createPasswords().hash(TEST_USER.password)
  await createUsers(database).add(TEST_USER.username, await testUserHash)
}

/** Adds another user, an analyst, and signs in. */
export async function addColleague({
  server,
  database,
}: Pick<TestApp, 'server' | 'database'>): Promise<string> {
  await createUsers(database).add(COLLEAGUE.username, await createPasswords().hash(COLLEAGUE.password))
  return tokenOf(server, COLLEAGUE)
}

/** The status of a refusal, and its sentence. */
export const refusalOf = (answer: LightMyRequestResponse): string =>
  `${answer.statusCode} ${answer.json<{ error: string }>().error}`

export async function tokenOf(server: FastifyInstance, user: typeof TEST_USER): Promise<string> {
  return (await requestToken(server, user)).json<{ access_token: string }>().access_token
}

export function requestToken(
  server: FastifyInstance,
  form: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> {
  return server.inject({
    method: 'POST',
    url: '/oauth2/token',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}
