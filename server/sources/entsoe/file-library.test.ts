import { readdir } from 'node:fs/promises'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Quantity, SeriesBlock } from '#server/series/series.ts'
import type { Feed } from '#server/sources/source.ts'
import { createFolder } from '#server/testing/folders.ts'
import { startEntsoeService } from '#server/testing/services/entsoe.ts'
import { feedOf, partsInMemory, sourceErrorOf } from '#server/testing/source.ts'

import { createEntsoeSource } from './entsoe-source.ts'
import { createFileLibrary, LIBRARY_ITEMS } from './file-library.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const MONTH = { fromUtc: Date.UTC(2026, 9, 1), toUtc: Date.UTC(2026, 10, 1) }
const AREAS: readonly MemberCode[] = ['NL', 'SI']
const { signal } = new AbortController()

async function startLibrary() {
  let nowUtc = NOW_UTC
  const clock = () => nowUtc
  const service = await startEntsoeService(clock)
  onTestFinished(() => service.close())
  const { library: state } = service
  state.areas = AREAS
  const { url, signInUrl, username, password } = state
  const timer = { now: clock, wait: async (milliseconds: number) => void (nowUtc += milliseconds) }
  const options = { url, signInUrl, username, password, clock, timer, parts: partsInMemory() }
  const library = createFileLibrary(options)
  const api = createEntsoeSource({ ...options, url: service.url, token: 'token' })
  const feedsOf = (kind: Feed['kind'], quantity: Quantity) =>
    AREAS.map((area) => feedOf(api, area, kind, quantity))
  return {
    service,
    state,
    library,
    api,
    feedsOf,
    now: clock,
    pass: (milliseconds: number) => void (nowUtc += milliseconds),
    read: (month = MONTH) => library.read(feedsOf('actual', 'load'), month, signal),
  }
}

/** Values by series and time, however they are cut into blocks. */
const valuesOf = (blocks: readonly SeriesBlock[]) =>
  Object.fromEntries(
    blocks.flatMap(({ area, quantity, kind, startsAtUtc, stepMinutes, powerMw }) =>
      [...powerMw].map((value, slot) => [
        `${area} ${quantity} ${kind} ${startsAtUtc + slot * stepMinutes * MINUTE_MS} ${stepMinutes}`,
        value,
      ]),
    ),
  )

describe('the File Library', () => {
  test.each<[Feed['kind'], Quantity]>([
    ['actual', 'load'],
    ['tso', 'load'],
    ['actual', 'wind'],
    ['tso', 'wind'],
  ])('says of %s %s in one file what the API says in many answers', async (kind, quantity) => {
    const { service, library, api, feedsOf } = await startLibrary()
    const values = (await library.read(feedsOf(kind, quantity), MONTH, signal)) ?? []
    expect(values.map(({ feed }) => feed.area)).toEqual(AREAS)
    expect(service.requests.map(({ pathname }) => pathname.split('/').at(-1))).toEqual([
      'token',
      'listFolder',
      'downloadFileContent',
    ])
    for (const { feed, blocks } of values) {
      expect(blocks.length).toBeGreaterThan(0)
      expect(valuesOf(blocks)).toEqual(valuesOf((await api.fetch(feed, MONTH, signal)).blocks))
    }
  })

  test('says when a value was last changed', async () => {
    const { service, library, feedsOf } = await startLibrary()
    const fromUtc = Date.UTC(2026, 10, 15)
    const span = { fromUtc: MONTH.fromUtc + DAY_MS, toUtc: MONTH.fromUtc + 2 * DAY_MS }
    service.deviations.push({ area: 'NL', kind: 'actual', quantities: ['wind'], span, factor: 2, fromUtc })
    const [values] = (await library.read(feedsOf('actual', 'wind'), MONTH, signal)) ?? []
    expect(values?.updatedUtc('wind', span.fromUtc)).toBe(fromUtc)
    expect(values?.updatedUtc('wind', span.toUtc)).toBeLessThan(fromUtc)
    expect(values?.updatedUtc('solar', span.fromUtc)).toBeLessThan(fromUtc)
    expect(values?.updatedUtc('wind', MONTH.toUtc + DAY_MS)).toBe(-Infinity)
  })

  test('is found under its next version, and a month without a file is none', async () => {
    const { state, read } = await startLibrary()
    state.version = 'r3.1'
    expect(await read()).toHaveLength(AREAS.length)
    const future = { fromUtc: Date.UTC(2030, 0), toUtc: Date.UTC(2030, 1) }
    expect(await read(future)).toBeNull()
  })

  test('is asked for a file again when that has changed, and lists its files twice an hour at most', async () => {
    const { service, read, pass } = await startLibrary()
    const november = { fromUtc: MONTH.toUtc, toUtc: Date.UTC(2026, 11, 1) }
    expect(await read(november)).not.toBeNull()
    expect(await read(november)).toBeNull()
    pass(HOUR_MS)
    expect(await read(november)).not.toBeNull()
    expect(service.requests.filter(({ pathname }) => pathname === '/listFolder')).toHaveLength(2)
  })

  test('signs in again when the token ends, or is refused before that', async () => {
    const { state, read, pass } = await startLibrary()
    const earlier = (months: number) => monthOf(Date.UTC(2026, 9 - months))
    await read()
    await read(earlier(1))
    expect(state.signIns).toBe(1)
    pass(15 * MINUTE_MS)
    await read(earlier(2))
    expect(state.signIns).toBe(2)
    state.isTokenRevoked = true
    await read(earlier(3))
    expect(state.signIns).toBe(3)
  })

  test('lists at most a megabyte', async () => {
    const { state, library, read } = await startLibrary()
    await read()
    const list = () => Promise.all(LIBRARY_ITEMS.map((item) => library.list(item, signal)))
    state.leastBytes = 1_000_001
    expect((await sourceErrorOf(list())).message).toBe('ENTSO-E File Library sent more than 1000000 bytes.')
    state.leastBytes = 1_000_000
    expect(await list()).toHaveLength(4)
  })

  test('is asked at most 60 times a minute', async () => {
    const { service, state, read, now } = await startLibrary()
    state.areas = []
    // The service refuses the hundredth of a minute.
    for (let request = 0; request < 130; request += 1)
      expect((await sourceErrorOf(read())).message).toContain('it holds nothing of our areas')
    expect(now() - NOW_UTC).toBeGreaterThanOrEqual(2 * MINUTE_MS)
    expect(service.requests.length).toBeGreaterThan(130)
  })
})

test.each<[string, (state: Awaited<ReturnType<typeof startLibrary>>['state']) => void, string, boolean]>([
  [
    'a wrong password',
    (state) => (state.password = 'another'),
    'ENTSO-E File Library refuses the sign-in: ENTSOE_USERNAME or ENTSOE_PASSWORD is wrong.',
    false,
  ],
  [
    'a password that has expired',
    (state) => (state.isPasswordExpired = true),
    'ENTSO-E File Library refuses the sign-in: the password has expired, as it does after 183 days. Sign in at https://transparency.entsoe.eu, choose a new one and set ENTSOE_PASSWORD.',
    false,
  ],
  [
    'half a download',
    (state) => (state.isCut = true),
    '2026_10_ActualTotalLoad_6.1.A_r3.csv: ENTSO-E sent a document that cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    true,
  ],
  [
    'a token that is too large',
    (state) => (state.leastBytes = 32_001),
    'ENTSO-E File Library sent more than 32000 bytes.',
    false,
  ],
  ['a library that is down', (state) => (state.isDown = true), 'ENTSO-E File Library answered 503.', true],
  [
    'files that are gone',
    (state) => Object.assign(state, { version: 'r4' }),
    'ENTSO-E File Library has no files of ActualTotalLoad_6.1.A_r3 or r3.1.',
    true,
  ],
])('%s is one clear line', async (_, spoil, message, isTransient) => {
  const folder = await createFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { state, read } = await startLibrary()
  const password = state.password
  spoil(state)
  const error = await sourceErrorOf(read())
  expect(error).toMatchObject({ message, isTransient })
  expect(error.message).not.toContain(password)
  expect(await readdir(folder)).toEqual([])
})
