import { expect, test } from 'vitest'

import { STATUS_PATH } from '#contract/status.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { PASSWORD_PATH } from '#contract/users.ts'
import { openTestApp, requestToken, TEST_USER, refusalOf } from '#server/testing/app.ts'

const NEXT = 'another rather long password'

async function open() {
  const app = await openTestApp()
  const token = await app.signIn()
  const change = (current: string, next: string, bearer = token) =>
    app.send('POST', PASSWORD_PATH, bearer, { current, next })
  const statusWith = async (bearer: string) => (await app.send('GET', STATUS_PATH, bearer)).statusCode
  const signInStatus = async (password: string) =>
    (await requestToken(app.server, { ...TEST_USER, password })).statusCode
  return { app, token, change, statusWith, signInStatus }
}

test('a new password ends every session but the one that changed it', async () => {
  const { app, token, change, statusWith, signInStatus } = await open()
  const other = await app.signIn()
  const answer = await change(TEST_USER.password, NEXT)
  expect(answer.statusCode).toBe(200)
  const { access_token: fresh } = TokenAnswerSchema.parse(answer.json<unknown>())
  expect(await statusWith(fresh)).toBe(200)
  expect([await statusWith(token), await statusWith(other)]).toEqual([401, 401])
  expect([await signInStatus(TEST_USER.password), await signInStatus(NEXT)]).toEqual([401, 200])
  expect(app.logLines.join('')).not.toContain(NEXT)
})

test('a wrong current password, or a new one that is easy to guess or too long, changes nothing', async () => {
  const { change, signInStatus } = await open()
  expect((await change(TEST_USER.password, NEXT, 'forged')).statusCode).toBe(401)
  for (const [current, next, refusal] of [
    ['not the password', NEXT, '403 The current password is wrong.'],
    [TEST_USER.password, 'password1', '422 The new password is one of the passwords that are guessed first.'],
    [TEST_USER.password, '🔑 '.repeat(128) + '🔑', '400 next must be a text of 8 to 256 characters.'],
  ] as const)
    expect(refusalOf(await change(current, next))).toBe(refusal)
  expect(await signInStatus(TEST_USER.password)).toBe(200)
})

test('a stolen token does not help to guess the password', async () => {
  const { change, signInStatus } = await open()
  const statuses: number[] = []
  for (let guess = 0; guess < 8; guess += 1) statuses.push((await change(`guess ${guess}`, NEXT)).statusCode)
  expect(statuses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 403))
  expect(statuses.at(-1)).toBe(429)
  // Guesses at either place count together.
  expect(await signInStatus('one more guess')).toBe(429)
})
