import * as fc from 'fast-check'
import { expect } from 'vitest'

import { ACCURACY_OVER_TIME_PATH, ACCURACY_PATH, LEADERS_PATH, RUNS_PATH } from '#contract/accuracy.ts'
import { ALERTS_PATH } from '#contract/alerts.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { DATA_DAYS_PATH } from '#contract/data-days.ts'
import { DAY_FORECAST_PATH, DAY_SHEET_PATH, FORECAST_PATH, PEAKS_PATH } from '#contract/forecast.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { UserListSchema, USERS_PATH } from '#contract/users.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { bodiesLike } from './json-bodies.ts'
import { ALERT_HOST, recordStatements } from './texts.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const NEW_USER = { name: 'joe', role: 'analyst' }
const ALERT = {
  name: 'High',
  area: 'DE',
  measure: 'residual',
  side: 'above',
  thresholdMw: 60_000,
  hours: 24,
  url: `https://${ALERT_HOST}/a`,
}
const SAVED = { name: 'Germany', query: '?v=1&g=DE,wind,H,-6d,1d' }

/** A valid body of each call that takes JSON; the change of a password has a test of its own. */
const VALID_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [`POST ${QUERY_PATH}`]: {
    category: 'wind',
    area: 'CWE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
  },
  [`POST ${FORECAST_PATH}`]: {
    category: '',
    area: '',
    time: ['2026-11-20 00:00', '2026-11-21 00:00'],
    frequency: 'H',
  },
  [`POST ${DAY_FORECAST_PATH}`]: { day: '2026-11-20' },
  [`POST ${PEAKS_PATH}`]: { day: '2026-11-20' },
  [`POST ${DAY_SHEET_PATH}`]: { day: '2026-11-20' },
  [`POST ${DATA_DAYS_PATH}`]: { area: 'DE', days: ['2026-11-01', '2026-11-20'] },
  [`POST ${ACCURACY_PATH}`]: { country: 'de', day: '2026-11-20' },
  [`POST ${ACCURACY_OVER_TIME_PATH}`]: { country: 'de', day: '2026-11-20' },
  [`POST ${LEADERS_PATH}`]: { day: '2026-11-20' },
  [`POST ${RUNS_PATH}`]: { day: '2026-11-20' },
  [`POST ${KEYS_PATH}`]: { name: 'Notebook' },
  [`POST ${ALERTS_PATH}`]: ALERT,
  [`PATCH ${ALERTS_PATH}/{id}`]: ALERT,
  [`POST ${DASHBOARDS_PATH}`]: SAVED,
  [`PATCH ${DASHBOARDS_PATH}/{id}`]: { ...SAVED, isStart: true },
  [`POST ${USERS_PATH}`]: NEW_USER,
  [`PATCH ${USERS_PATH}/{id}`]: { role: 'analyst', isDisabled: true },
  [`POST ${USERS_PATH}/{id}/password`]: { removeKeys: true },
}

/** `METHOD /path` of each call that `checkGeneratedBodies` tries. */
export const CALLS_WITH_BODY = Object.keys(VALID_BODIES)

/** Sends `runs` generated bodies to a call: no answer is our failure, nothing unknown is accepted, no text is in the SQL. */
export async function checkGeneratedBodies(call: string, runs: number): Promise<void> {
  const { database, expectNoTextInStatements } = recordStatements(await openTestDatabase())
  const app = await openSignedInApp(database, () => NOW_UTC, { ALERT_HOSTS: ALERT_HOST })
  const valid = VALID_BODIES[call] ?? {}
  const [method, path = ''] = call.split(' ')
  const addUser = async () => {
    await app.post(USERS_PATH, NEW_USER)
    const { users } = UserListSchema.parse((await app.get(USERS_PATH)).json<unknown>())
    return String(users.find(({ name }) => name === NEW_USER.name)?.id)
  }
  const isAlert = path.startsWith(ALERTS_PATH)
  const addOwned = async () => {
    const answer = await (isAlert ? app.post(ALERTS_PATH, ALERT) : app.post(DASHBOARDS_PATH, SAVED))
    return answer.json<{ id: string }>().id
  }
  const add = path.startsWith(USERS_PATH) ? addUser : addOwned
  const url = path.replace('{id}', path.includes('{id}') ? await add() : '')
  const send = method === 'PATCH' ? app.patch : app.post
  expect((await send(url, valid)).statusCode).toBe(200)
  await fc.assert(
    fc.asyncProperty(
      bodiesLike(valid),
      fc.oneof(fc.constant('UTC'), fc.stringMatching(/^[ -~]{1,20}$/)),
      async ({ payload, hasUnknownKey }, zone) => {
        const { statusCode } = await send(url, payload, { 'x-time-zone': zone })
        // 409: a dashboard, key, alert or user of that name, or too many of them.
        expect(hasUnknownKey ? [400, 413] : [200, 400, 409, 413]).toContain(statusCode)
      },
    ),
    { numRuns: runs },
  )
  expectNoTextInStatements()
  expect(Object.keys(Object.prototype)).toEqual([])
}
