import { assert, expect, onTestFinished, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { RequestError } from '#server/errors.ts'
import { networksOf } from '#server/http/networks.ts'
import { describeOnBothEngines, describeOnPostgresql } from '#server/testing/database.ts'

import { createSignInThrottle } from './sign-in-throttle.ts'

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['203.0.113.9']],
  ['2001:db8:1:2f2:3:4:5:6', ['2001:db8:1:2f2::/64', '2001:db8:1:200::/56', '2001:db8:1:0::/48']],
  ['2001:DB8:0001:2F2::6', ['2001:db8:1:2f2::/64', '2001:db8:1:200::/56', '2001:db8:1:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0:0::/48']],
  ['not an address', ['unknown']],
])('the address %s belongs to the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

const NOON_UTC = Date.UTC(2026, 10, 24, 12)
const HOUR_MS = 3_600_000
const ACCOUNT_WINDOW_MS = 300_000
const NETWORK_WINDOW_MS = 60_000

/** Attempts from a network each of its own, except where one is named. */
function createGuesser(database: Database) {
  const time = { now: NOON_UTC }
  const throttle = createSignInThrottle(database, () => time.now)
  let networks = 0
  const begin = (account: string, network = `network ${(networks += 1)}`, isOwnNetwork = false) =>
    throttle.begin(account, [network], isOwnNetwork)
  const fail = async (account: string, times = 1, network?: string) => {
    for (let failures = 0; failures < times; failures += 1) await begin(account, network)
  }
  /** Seconds that an attempt is told to wait, 0 if it may begin. */
  const waitS = async (...attempt: Parameters<typeof begin>) => {
    const refusal: unknown = await begin(...attempt).catch((error: unknown) => error)
    if (!(refusal instanceof RequestError)) return 0
    expect(refusal.status).toBe(429)
    return Number(refusal.headers['retry-after'])
  }
  return { time, begin, fail, waitS }
}

describeOnBothEngines('createSignInThrottle', (open) => {
  test('allows five failures, then doubles the waits up to fifteen minutes', async () => {
    const { time, fail, waitS } = createGuesser(await open())
    await fail('jane', 5)
    const waitsS: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const seconds = await waitS('jane')
      waitsS.push(seconds)
      time.now += seconds * 1000 - 1
      expect(await waitS('jane')).toBe(1)
      time.now += 1
      await fail('jane')
    }
    expect(waitsS).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('counts the wider networks of an IPv6 address too, but for the owner from the own one', async () => {
    const throttle = createSignInThrottle(await open(), () => NOON_UTC)
    const begin = (guess: number, isOwnNetwork = false) =>
      throttle.begin(`user ${guess}`, [`link ${guess}`, 'office', 'site'], isOwnNetwork)
    for (let guess = 0; guess < 60; guess += 1) await begin(guess)
    await expect(begin(60)).rejects.toThrow('Too many failed sign-ins')
    await expect(begin(61, true)).resolves.toBeDefined()
  })

  test('goes on for weeks of guessing', async () => {
    const database = await open()
    const { time, fail, waitS } = createGuesser(database)
    await fail('jane')
    await database.query('UPDATE sign_in_attempt SET failures = 5000')
    await fail('jane')
    expect(await waitS('jane')).toBe(900)
    time.now += 900_000
    expect(await waitS('jane')).toBe(0)
  })

  test('counts failures within a window only, and each account by itself', async () => {
    const { time, begin, fail, waitS } = createGuesser(await open())
    await fail('jane', 4)
    time.now += ACCOUNT_WINDOW_MS
    await fail('jane', 4)
    await fail('joe')
    const attempt = await begin('jane')
    await attempt.abandon()
    await fail('jane')
    expect(await waitS('jane')).toBe(1)
    expect(await waitS('joe')).toBe(0)
  })

  test('starts again after a success, and after a window without failures', async () => {
    const { time, begin, fail, waitS } = createGuesser(await open())
    await fail('jane', 5)
    time.now += 1000
    const attempt = await begin('jane')
    expect(await waitS('jane')).toBe(2)
    await attempt.succeed()
    await fail('jane', 5)
    expect(await waitS('jane')).toBe(1)
    time.now += ACCOUNT_WINDOW_MS + 2000
    await fail('jane', 4)
    expect(await waitS('jane')).toBe(0)
  })

  test('gives parallel guesses no advantage over guesses in a row', async () => {
    const { begin } = createGuesser(await open())
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => begin('jane')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const refusals = results.filter((result) => result.status === 'rejected')
    expect(refusals.map(({ reason }) => String(reason))).toEqual(
      Array.from({ length: 45 }, () => 'RequestError: Too many failed sign-ins; try again later.'),
    )
  })

  test('lets five sign in at once, and knows of no failure afterwards', async () => {
    const { begin, fail, waitS } = createGuesser(await open())
    const attempts = await Promise.all(Array.from({ length: 5 }, () => begin('jane', 'office')))
    // While the last one ends the account is forgotten, and others begin or are refused: never another error.
    const others = Array.from({ length: 20 }, () => waitS('jane', 'office'))
    await Promise.all([...attempts.map((attempt) => attempt.succeed()), ...others])
    const last = await begin('joe', 'office')
    await last.succeed()
    await fail('joe', 4)
    expect(await waitS('joe')).toBe(0)
  })

  test('waits at most fifteen minutes from now after the clock is set back', async () => {
    const { time, fail, waitS } = createGuesser(await open())
    await fail('jane', 5)
    await fail('joe', 3)
    time.now -= 25 * HOUR_MS
    for (const account of ['jane', 'joe']) {
      let waitedS = 0
      for (let seconds = await waitS(account); seconds > 0; seconds = await waitS(account)) {
        waitedS += seconds
        time.now += seconds * 1000
      }
      expect(waitedS).toBeLessThanOrEqual(900)
    }
    await fail('joe')
    expect(await waitS('joe')).toBeGreaterThan(0)
  })

  test('never takes the name of one account for another account in a network', async () => {
    const { begin, fail, waitS } = createGuesser(await open())
    for (const name of ['jane from 192.0.2.7', 'jane","192.0.2.7', 'jane,192.0.2.7']) await fail(name, 5)
    expect(await waitS('jane', '192.0.2.7', true)).toBe(0)
    for (let failures = 1; failures < 5; failures += 1) await begin('jane', '192.0.2.7', true)
    expect(await waitS('jane', '192.0.2.7', true)).toBe(1)
    expect(await waitS('192.0.2.7')).toBe(0)
  })

  test('slows down a network that tries many accounts, and counts no success and no refusal', async () => {
    const { time, begin, fail, waitS } = createGuesser(await open())
    await fail('joe', 5)
    for (let guess = 0; guess < 29; guess += 1) {
      await fail(`user ${guess}`, 1, 'office')
      expect(await waitS('joe', 'office')).toBe(1)
      const attempt = await begin('jane', 'office')
      await attempt.succeed()
    }
    await fail('one more', 1, 'office')
    expect(await waitS('jane', 'office')).toBe(1)
    expect(await waitS('jane', 'home')).toBe(0)
    time.now += NETWORK_WINDOW_MS + 1000
    expect(await waitS('jane', 'office')).toBe(0)
  })
})

describeOnPostgresql('two servers on one database', (createUrl) => {
  test('are as strict as one, in a row and in parallel', async () => {
    const url = await createUrl()
    const guessers: ReturnType<typeof createGuesser>[] = []
    for (let server = 0; server < 2; server += 1) {
      const database = await createPostgresqlDatabase(url)
      onTestFinished(() => database.close())
      guessers.push(createGuesser(database))
    }
    const [one, other] = guessers
    assert(one !== undefined && other !== undefined)
    const guesses = Array.from({ length: 20 }, (_, guess) =>
      (guess % 2 === 0 ? one : other).begin('jane', `host ${guess}`),
    )
    const results = await Promise.allSettled(guesses)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect([await one.waitS('jane'), await other.waitS('jane')]).toEqual([1, 1])
    one.time.now += 1000
    other.time.now += 1000
    await other.fail('jane')
    expect(await one.waitS('jane')).toBe(2)
  })
})
