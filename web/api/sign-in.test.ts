import { afterEach, expect, test, vi } from 'vitest'

import { session } from './session.ts'
import { signIn } from './sign-in.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function signInWith(answer: Response) {
  vi.stubGlobal('fetch', async () => answer)
  vi.stubGlobal('document', { head: { querySelector: () => null } })
  session.end(null)
  await signIn({ username: 'ann', password: 'secret' })
}

test.each([['3600'], ['3600.0'], [3600]])('expires_in may be %j', async (expires_in) => {
  const answer = Response.json({ access_token: 'a.b.c', expires_in })
  vi.useFakeTimers()
  await signInWith(answer)
  expect(session.token()).toBe('a.b.c')
  vi.setSystemTime(Date.now() + 3_599_999)
  expect(session.token()).toBe('a.b.c')
  vi.setSystemTime(Date.now() + 1)
  expect(session.token()).toBeNull()
})

test.each([
  ['no number of seconds', () => Response.json({ access_token: 'a', expires_in: 'soon' })],
  ['no JSON', () => new Response('<html>')],
])('an answer with %s has no token', async (_, answer) => {
  await expect(signInWith(answer())).rejects.toThrow('No token received from the server.')
})

test('a token that starts no session is not said to be missing', async () => {
  const answer = Response.json({ access_token: 'a.b.c', expires_in: 0 })
  await expect(signInWith(answer)).rejects.toThrow('The server sent a token that has expired or is too long.')
})
