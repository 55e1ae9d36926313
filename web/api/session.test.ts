import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { createKeptStorage } from '#web/ui/kept-storage.ts'

import { createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 20, 11)

function start(stored: Record<string, string>) {
  let nowMs = NOW
  // Outside a browser every access throws, so the storage is kept in memory.
  const storage = createKeptStorage(() => {
    throw new Error('no storage')
  })
  for (const [key, value] of Object.entries(stored)) storage.write(key, value)
  const session = createSession({ storage, clock: () => nowMs })
  return { session, storage, pass: (ms: number) => (nowMs += ms) }
}

test('nothing is known before the stored session has been checked @§3.5-3 @§4.1-1', () => {
  const { session } = start({ authToken: 'a.b.c', authTokenExpiry: String(NOW + 1) })
  expect(session.store.getState()).toEqual({ authLoaded: false, isAuthenticated: false, message: null })
})

test('a stored token whose expiry is in the future means authenticated @§4.1-1 @§6-1', () => {
  const { session } = start({ authToken: 'a.b.c', authTokenExpiry: String(NOW + 1) })
  session.check()
  expect(session.store.getState()).toMatchObject({ authLoaded: true, isAuthenticated: true })
  expect(session.token()).toBe('a.b.c')
})

test.each([
  ['has ended', { authToken: 'a.b.c', authTokenExpiry: String(NOW) }],
  ['has no expiry', { authToken: 'a.b.c' }],
  ['has no token', { authTokenExpiry: String(NOW + 1) }],
  ['has an expiry that is not a number', { authToken: 'a.b.c', authTokenExpiry: '{' }],
  ['has an empty token', { authToken: '', authTokenExpiry: String(NOW + 1) }],
  ['has a token that no header can carry', { authToken: 'a\nb', authTokenExpiry: String(NOW + 1) }],
  ['is huge', { authToken: 'x'.repeat(5_000_000), authTokenExpiry: String(NOW + 1) }],
])('a stored session is cleared when it %s @§4.1-1 @§6-1', (_, stored) => {
  const { session, storage } = start(stored)
  session.check()
  expect(session.store.getState()).toEqual({ authLoaded: true, isAuthenticated: false, message: null })
  expect([storage.read('authToken'), storage.read('authTokenExpiry')]).toEqual([null, null])
})

test('checking any stored values never throws, and keeps both items or neither', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (authToken, authTokenExpiry) => {
      const { session, storage } = start({ authToken, authTokenExpiry })
      session.check()
      const { isAuthenticated } = session.store.getState()
      expect(storage.read('authToken')).toBe(isAuthenticated ? authToken : null)
      expect(storage.read('authTokenExpiry')).toBe(isAuthenticated ? authTokenExpiry : null)
    }),
  )
})

test('a session expires expires_in seconds from now, by itself @§7.1-3 @§9-3', () => {
  const { session, storage, pass } = start({})
  session.start('a.b.c', 3600)
  expect(storage.read('authToken')).toBe('a.b.c')
  expect(storage.read('authTokenExpiry')).toBe(String(NOW + 3_600_000))
  expect(session.store.getState()).toEqual({ authLoaded: true, isAuthenticated: true, message: null })
  pass(3_599_999)
  expect(session.token()).toBe('a.b.c')
  pass(1)
  expect(session.token()).toBeNull()
})

test('ending a session clears both items, and the first of several messages stays until the next start', () => {
  const { session, storage } = start({})
  session.start('a.b.c', 3600)
  let changes = 0
  session.store.subscribe(() => (changes += 1))
  session.end('first')
  session.end('second')
  expect(changes).toBe(1)
  expect(session.store.getState()).toEqual({ authLoaded: true, isAuthenticated: false, message: 'first' })
  expect([storage.read('authToken'), storage.read('authTokenExpiry')]).toEqual([null, null])
  session.start('d.e.f', 60)
  expect(session.store.getState().message).toBeNull()
})

test('changes by another tab are followed and never cleared halfway', () => {
  const { session, storage } = start({})
  session.check()
  storage.write('authToken', 'a.b.c')
  session.follow('a.b.c')
  expect(session.store.getState().isAuthenticated).toBe(false)
  expect(storage.read('authToken')).toBe('a.b.c')
  storage.write('authTokenExpiry', String(NOW + 1000))
  session.follow(String(NOW + 1000))
  expect(session.store.getState().isAuthenticated).toBe(true)
  storage.remove('authToken')
  session.follow(null)
  expect(session.store.getState()).toMatchObject({ isAuthenticated: false, message: null })
})

test('a tab that hears late that one user left and the next came has left too', () => {
  const { session, storage } = start({})
  session.start('a.b.c', 3600)
  session.end('expired')
  storage.write('authToken', 'd.e.f')
  storage.write('authTokenExpiry', String(NOW + 1000))
  session.follow(String(NOW + 1000))
  // A new session drops the message of the previous one.
  expect(session.store.getState()).toMatchObject({ isAuthenticated: true, message: null })
  storage.write('authToken', 'g.h.i')
  session.follow(null)
  expect(session.store.getState().isAuthenticated).toBe(false)
  session.follow('g.h.i')
  expect(session.store.getState().isAuthenticated).toBe(true)
})

test.each([
  ['has expired', 'a.b.c', 0],
  ['is too long', 'x'.repeat(8193), 3600],
])('a token that %s starts no session', (_, token, expiresInS) => {
  const { session, storage } = start({})
  expect(session.start(token, expiresInS)).toBe(false)
  expect(session.store.getState().isAuthenticated).toBe(false)
  expect(storage.read('authToken')).toBeNull()
})
