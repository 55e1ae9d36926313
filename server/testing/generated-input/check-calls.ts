import * as fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'

import { PASSWORD_PATH } from '#contract/users.ts'
import type { CallDescription } from '#server/http/call.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { bodiesLike, parametersLike } from './inputs.ts'
import { ALERT_HOST, recordStatements, text } from './texts.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)

/** A valid text, number or list by the name of a field, in whichever call. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  area: 'DE',
  areas: ['DE'],
  frequency: 'H',
  time: ['2026-11-19 00:00', '2026-11-20 00:00'],
  day: '2026-11-20',
  from: '2026-11-18',
  to: '2026-11-19',
  as_of: '2026-11-20T12:00:00Z',
  zone: 'UTC',
  forecast: 'Vendor · joe',
  kind: 'tso',
  columns: 'unit,published_utc',
  name: 'joe',
  query: '?v=1&g=DE,wind,H,-6d,1d',
  side: 'above',
  thresholdMw: 60_000,
  hours: 24,
  url: `https://${ALERT_HOST}/a`,
  current: 'not the current password',
  next: 'another rather long password',
}

const UPLOAD = 'time_utc,area,quantity,power_mw,issued_utc\n2026-11-20T00:00Z,DE,load,50000,2026-11-19T00:00Z'

const PropertySchema = z.object({
  const: z.string().optional(),
  enum: z.array(z.string()).optional(),
  type: z.string().optional(),
})

function exampleOf(schema: z.ZodObject): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { const: only, enum: values, type } = PropertySchema.parse(property)
      return [name, only ?? EXAMPLES[name] ?? values?.[0] ?? type === 'boolean']
    }),
  )
}

async function open() {
  const recorded = recordStatements(await openTestDatabase())
  const app = await openSignedInApp(recorded.database, () => NOW_UTC, { ALERT_HOSTS: ALERT_HOST })
  const calls = app.server.declared.flatMap(({ method, config }) =>
    config?.call && method !== 'HEAD' ? [config.call] : [],
  )
  return { ...recorded, app, calls }
}

/** All calls whose parameters or body can be generated; the form of the sign-in has a test of its own. */
export async function callsWithInput(): Promise<readonly CallDescription[]> {
  const { calls } = await open()
  return calls.filter(
    ({ parameters, body, bodyType }) => (parameters ?? body) !== undefined && bodyType === undefined,
  )
}

/** Sends `runs` generated inputs to a call: no answer is our failure, nothing unknown is accepted, no text is in the SQL. */
export async function checkInput(call: CallDescription, runs: number): Promise<void> {
  const { app, calls, expectNoTextInStatements } = await open()
  const authorization = `Bearer ${await app.signIn()}`
  const send = (
    { method, path }: Pick<CallDescription, 'method' | 'path'>,
    payload?: string,
    query = '',
    zone = 'UTC',
    type = 'application/json',
  ) =>
    app.server.inject({
      method,
      url: `${path}?${query}`,
      headers: { authorization, 'x-time-zone': zone, 'content-type': type },
      ...(payload !== undefined && { payload }),
    })
  const parameters = call.parameters && exampleOf(call.parameters)
  const body = call.body && exampleOf(call.body)
  const [query, payload] = [
    new URLSearchParams(z.record(z.string(), z.string()).parse(parameters ?? {})),
    body && JSON.stringify(body),
  ]
  // The last of those that are there: the user who asks comes first.
  const path = await (async () => {
    const [all = '', rest] = call.path.split('/:id')
    if (rest === undefined) return all
    const add = calls.find((other) => other.path === all && other.method === 'POST')
    if (add?.body) {
      const added = add.bodyType
        ? await send(add, UPLOAD, 'name=Vendor&visible_to=all', 'UTC', add.bodyType)
        : await send(add, JSON.stringify(exampleOf(add.body)))
      expect(added.statusCode).toBe(200)
    }
    const listed = z
      .record(z.string(), z.array(z.unknown()))
      .parse((await send({ method: 'GET', path: all })).json())
    const { id } = z.object({ id: z.union([z.string(), z.int()]) }).parse(Object.values(listed)[0]?.at(-1))
    return `${all}/${id}${rest}`
  })()
  const asked = { method: call.method, path }
  const valid = await send(asked, payload, query.toString())
  // Only the current password changes the password, and a session that goes on is needed here.
  const isPassword = call.path === PASSWORD_PATH
  const usual = isPassword ? 403 : 200
  expect([call.path, valid.statusCode, valid.body]).toEqual([call.path, usual, valid.body])
  const others = isPassword ? [403, 422, 429] : [200, 409]
  if (body)
    await fc.assert(
      fc.asyncProperty(
        bodiesLike(body),
        fc.oneof(fc.constant('UTC'), fc.stringMatching(/^[ -~]{1,20}$/)),
        async (generated, zone) => {
          const { statusCode } = await send(asked, generated.payload, query.toString(), zone)
          // 409: a dashboard, key, alert or user of that name, or too many of them.
          expect([400, 413, ...(generated.hasUnknownKey ? [] : others)]).toContain(statusCode)
        },
      ),
      { numRuns: runs },
    )
  if (parameters)
    await fc.assert(
      fc.asyncProperty(parametersLike(Object.fromEntries(query)), async (generated) => {
        const { statusCode } = await send(asked, payload, generated.query)
        expect(generated.isRefused ? [400] : [200, 400]).toContain(statusCode)
      }),
      { numRuns: runs },
    )
  expectNoTextInStatements()
  expect(Object.keys(Object.prototype)).toEqual([])
}

/** Ids that nothing has, texts that are not ids, and texts that are not written as an address writes them. */
const id = fc.oneof(
  fc.uuid(),
  text.filter((written) => written !== '\ud800').map(encodeURIComponent),
  fc.stringMatching(/^[!-~]{1,120}$/),
  fc.constantFrom('*', '*/', ':id', '.', '..', '%2f', '%zz', 'x'.repeat(300)),
)

/** Sends `runs` generated ids to every call that takes one: nothing is found, no answer is our failure, no text is in the SQL. */
export async function checkIds(runs: number): Promise<void> {
  const { app, calls, expectNoTextInStatements } = await open()
  const headers = { authorization: `Bearer ${await app.signIn()}` }
  let asked = 0
  await fc.assert(
    fc.asyncProperty(id, async (written) => {
      for (const { method, path } of calls.filter((call) => call.path.includes('/:id'))) {
        asked += 1
        // Requests for unknown addresses are limited by network.
        const remoteAddress = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
        const url = path.replace(':id', () => written)
        const payload = method === 'PATCH' ? { name: 'Another name' } : undefined
        const request = { method, url, headers, remoteAddress, ...(payload && { payload }) }
        // 429: too many tests of alerts.
        expect([400, 404, 405, 414, 429]).toContain((await app.server.inject(request)).statusCode)
      }
    }),
    { numRuns: runs },
  )
  expectNoTextInStatements()
}
