import { expect, test } from 'vitest'

import { createSignIn } from './sign-in.ts'

/** Signs in where the server answers so. Gives the sessions that have started. */
async function signIn(answer: Response) {
  const started: [string, number][] = []
  const attempt = createSignIn({
    session: { start: (token, expiresInS) => void started.push([token, expiresInS]) },
    fetch: async () => answer,
  })
  await attempt({ username: 'ann', password: 'secret' })
  return started
}

test('expires_in may be a number written as text', async () => {
  const answer = Response.json({ access_token: 'a.b.c', expires_in: '3600' })
  expect(await signIn(answer)).toEqual([['a.b.c', 3600]])
})

test.each([
  ['no number of seconds', () => Response.json({ access_token: 'a', expires_in: 'soon' })],
  ['no JSON', () => new Response('<html>')],
])('an answer with %s has no token', async (_, answer) => {
  await expect(signIn(answer())).rejects.toThrow('No token received from the server.')
})
