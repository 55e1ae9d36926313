import { expect, test } from 'vitest'

import { createSignIn } from './sign-in.ts'

/** Signs in where the server answers so. Gives the sessions that have started. */
async function signIn(answer: Response) {
  const started: [string, number][] = []
  const attempt = createSignIn({
    session: { start: (token, expiresInS) => expiresInS > 0 && started.push([token, expiresInS]) > 0 },
    fetch: async () => answer,
  })
  await attempt({ username: 'ann', password: 'secret' })
  return started
}

test.each([['3600'], ['3600.0'], [3600]])('expires_in may be %j', async (expires_in) => {
  const answer = Response.json({ access_token: 'a.b.c', expires_in })
  expect(await signIn(answer)).toEqual([['a.b.c', 3600]])
})

test.each([
  ['no number of seconds', () => Response.json({ access_token: 'a', expires_in: 'soon' })],
  ['no JSON', () => new Response('<html>')],
])('an answer with %s has no token', async (_, answer) => {
  await expect(signIn(answer())).rejects.toThrow('No token received from the server.')
})

test('a token that starts no session is not said to be missing', async () => {
  const answer = Response.json({ access_token: 'a.b.c', expires_in: 0 })
  await expect(signIn(answer)).rejects.toThrow('The server sent a token that has expired or is too long.')
})
