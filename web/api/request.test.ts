import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

import { SessionEndedError } from './api-error.ts'
import { request } from './request.ts'
import { session } from './session.ts'

const schema = z.object({ value: z.number() })

function start(answer: (init: RequestInit) => Response | Promise<Response>, token: string | null = 'a.b.c') {
  const sent: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init })
    return answer(init)
  })
  vi.stubGlobal('document', { head: { querySelector: () => null } })
  hold(token ?? 'expired')
  if (token === null) vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  const ended: (string | null)[] = []
  onTestFinished(
    session.store.subscribe(({ isAuthenticated, message }) => {
      if (!isAuthenticated) ended.push(message)
    }),
  )
  return { sent, ended }
}

const hold = (token: string) => session.start(token, 3600)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const UNAUTHORIZED = 'Unauthorized. Redirecting to login...'
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

test('a call sends the token, the time zone and its JSON body', async () => {
  const { sent } = start(() => json({ value: 1 }))
  expect(
    await request.authorized({ path: '/energia/x', body: { a: 1 }, accept: 'a/x, a/y', schema }),
  ).toEqual({ value: 1 })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.path).toBe('/energia/x')
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect(sent[0]?.init.headers).toEqual({
    Accept: 'a/x, a/y',
    Authorization: 'Bearer a.b.c',
    'Content-Type': 'application/json',
    'x-time-zone': 'Europe/Berlin',
  })
})

test('another backend is told neither the time zone nor of our own form of an answer', async () => {
  const { sent } = start(() => json({ value: 1 }))
  vi.stubGlobal('document', { head: { querySelector: () => ({}) } })
  await request.authorized({ path: '/energia/x', accept: 'a/x', schema })
  expect(sent[0]?.init.headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer a.b.c' })
})

test('where what is stored is in the way, the sentence of the server stands beside the message', async () => {
  const body = { error: 'You already have a key with this name.' }
  const refused = (status: number, answer: unknown = body) => {
    start(() => json(answer, { status }))
    return request.authorized({ path: '/x', schema })
  }
  await expect(refused(409)).rejects.toMatchObject({ message: 'API error: 409', refusal: body.error })
  await expect(refused(500)).rejects.toMatchObject({ message: 'API error: 500', refusal: null })
  for (const odd of [null, { error: 7 }, 'a text'])
    await expect(refused(409, odd)).rejects.toMatchObject({ message: 'API error: 409', refusal: null })
})

test('an open call sends no token', async () => {
  const { sent } = start(() => json({ value: 1 }))
  await request.open({ path: '/x', schema })
  expect(sent[0]?.init.headers).toEqual({ Accept: 'application/json', 'x-time-zone': 'Europe/Berlin' })
  expect(sent[0]?.init).toMatchObject({ method: 'GET' })
  expect(sent[0]?.init.body).toBeUndefined()
})

test('without a token nothing is sent and the session ends with a message @§7.4-3 @§8-6', async () => {
  const { sent, ended } = start(() => json({ value: 1 }), null)
  const asked = request.authorized({ path: '/x', schema })
  await expect(asked).rejects.toThrow(new SessionEndedError('Session expired. Redirecting to login...'))
  expect(sent).toEqual([])
  expect(ended).toEqual(['Session expired. Redirecting to login...'])
})

test('five calls refused together end the session once', async () => {
  const { ended } = start(() => new Response('', { status: 401 }))
  const asked = Array.from({ length: 5 }, () => request.authorized({ path: '/x', schema }))
  const refusal = { name: 'SessionEndedError', message: UNAUTHORIZED }
  await Promise.all(asked.map((call) => expect(call).rejects.toMatchObject(refusal)))
  expect(ended).toEqual([UNAUTHORIZED])
})

test('the refusal of an older token does not end a session that started since', async () => {
  const { ended } = start(() => {
    hold('d.e.f')
    return new Response('', { status: 401 })
  })
  await expect(request.authorized({ path: '/x', schema })).rejects.toBeInstanceOf(SessionEndedError)
  expect(ended).toEqual([])
})

test.each([
  ['another status', () => new Response('<h1>', { status: 500 }), 'API error: 500'],
  ['forbidden', () => new Response('', { status: 403 }), 'API error: 403'],
  ['no JSON', () => new Response('<html>'), 'The server sent an answer that cannot be read.'],
  ['cut JSON', () => new Response('{"value":'), 'The server sent an answer that cannot be read.'],
  ['null', () => json(null), 'The server sent an answer that cannot be read.'],
  ['a wrong type', () => json({ value: 'NaN' }), 'The server sent an answer that cannot be read.'],
  ['no server', () => Promise.reject(new TypeError('Failed to fetch')), 'The server cannot be reached.'],
  [
    'silence',
    () => Promise.reject(new DOMException('late', 'TimeoutError')),
    'The server did not answer in time.',
  ],
])('a failed call says what happened: %s', async (_, answer, message) => {
  const { ended } = start(answer)
  await expect(request.authorized({ path: '/x', schema })).rejects.toMatchObject({
    name: 'ApiError',
    message,
  })
  expect(ended).toEqual([])
})

const busy = (afterS: string) => new Response('', { status: 503, headers: { 'Retry-After': afterS } })

test('a busy server that names a short time is asked once more after it, before the failure is told', async () => {
  vi.useFakeTimers()
  const answers = [busy('5'), json({ value: 1 })]
  const { sent } = start(() => answers.shift() ?? busy('5'))
  const asked = request.authorized({ path: '/x', body: {}, schema })
  await vi.advanceTimersByTimeAsync(4999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await asked).toEqual({ value: 1 })
  expect(sent[1]).toEqual({ ...sent[0], init: { ...sent[0]?.init, signal: sent[1]?.init.signal } })

  const failure = request.authorized({ path: '/x', schema }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await failure).toMatchObject({ message: 'API error: 503', retryAfterS: 5 })
  expect(sent).toHaveLength(4)
})

test('a long wait, or one of no known length, is left to the user', async () => {
  for (const [answer, retryAfterS] of [
    [busy('11'), 11],
    [new Response('', { status: 503 }), null],
  ] as const) {
    const { sent } = start(() => answer)
    const failure = { status: 503, retryAfterS }
    await expect(request.authorized({ path: '/x', schema })).rejects.toMatchObject(failure)
    expect(sent).toHaveLength(1)
  }
})

test('a call that is aborted while it waits ends at once', async () => {
  vi.useFakeTimers()
  const { sent } = start(() => busy('5'))
  const controller = new AbortController()
  const { signal } = controller
  const failure = request.authorized({ path: '/x', schema, signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  controller.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

test('a refusal of the time zone is heard, of the page’s and of no other', async () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('sessionStorage', { setItem: () => undefined })
  vi.stubGlobal('location', { reload })
  const call = { path: '/x', body: {}, schema }
  const failure = { message: 'API error: 400' }
  start(() => json({ error: 'x-time-zone must be …' }, { status: 400 }))
  await expect(request.authorized(call)).rejects.toMatchObject(failure)
  start(() => json({ error: 'Any sentence.' }, { status: 400, headers: { 'x-refusal': 'unknown-zone' } }))
  await expect(request.authorized({ ...call, timeZone: 'Europe/Rome' })).rejects.toMatchObject(failure)
  expect(reload).not.toHaveBeenCalled()
  await expect(request.authorized(call)).rejects.toMatchObject(failure)
  expect(reload).toHaveBeenCalledOnce()
})

test('an aborted call rejects with the abort error', async () => {
  start(
    (init) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
  const controller = new AbortController()
  const asked = request.authorized({ path: '/x', schema, signal: controller.signal })
  controller.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

// Last, because the page remembers it.
test('a call names the newest revision that an answer had', async () => {
  const revisions = ['7', '5', null]
  const { sent } = start(() => {
    const revision = revisions.shift()
    return json({ value: 1 }, { headers: revision ? { 'x-revision': revision } : {} })
  })
  for (let call = 0; call < 3; call += 1) await request.authorized({ path: '/energia/x', schema })
  const named = sent.map(({ init }) => new Headers(init.headers).get('x-revision'))
  expect(named).toEqual([null, '7', '7'])
})
