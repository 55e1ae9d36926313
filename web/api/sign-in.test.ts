import { describe, expect, test } from 'vitest'

import { createSignIn } from './sign-in.ts'

function start(answer: () => Response | Promise<Response>) {
  const sent: { path: string; init: RequestInit }[] = []
  const started: [string, number][] = []
  const signIn = createSignIn({
    session: { start: (token, expiresInS) => void started.push([token, expiresInS]) },
    fetch: async (path, init) => {
      sent.push({ path, init })
      return answer()
    },
  })
  return { signIn, sent, started }
}

test('the form is sent url-encoded without an authorization header, and a session starts', async () => {
  const { signIn, sent, started } = start(() => Response.json({ access_token: 'a.b.c', expires_in: 3600 }))
  await signIn({ username: 'ann & co', password: 'p=1' })
  expect(sent.map(({ path }) => path)).toEqual(['/oauth2/token'])
  expect(sent[0]?.init.method).toBe('POST')
  expect(sent[0]?.init.headers).toBeUndefined()
  expect(sent[0]?.init.body).toBeInstanceOf(URLSearchParams)
  expect(await new Response(sent[0]?.init.body).text()).toBe('username=ann+%26+co&password=p%3D1')
  expect(started).toEqual([['a.b.c', 3600]])
})

test('expires_in may be a number written as text', async () => {
  const { signIn, started } = start(() => Response.json({ access_token: 'a.b.c', expires_in: '3600' }))
  await signIn({ username: 'ann', password: 'secret' })
  expect(started).toEqual([['a.b.c', 3600]])
})

test.each([
  ['', ''],
  ['ann', ''],
  ['', 'secret'],
])('an empty field sends nothing (%j, %j)', async (username, password) => {
  const { signIn, sent } = start(() => Response.json({}))
  await expect(signIn({ username, password })).rejects.toMatchObject({
    message: 'Please enter both username and password.',
  })
  expect(sent).toEqual([])
})

describe('a failed sign-in says why', () => {
  test.each([
    ['401', () => new Response('', { status: 401 }), 'Invalid username or password.'],
    ['503', () => new Response('', { status: 503 }), 'Login failed. Status: 503'],
    ['no access_token', () => Response.json({ expires_in: 60 }), 'No token received from the server.'],
    ['no expires_in', () => Response.json({ access_token: 'a' }), 'No token received from the server.'],
    [
      'no number of seconds',
      () => Response.json({ access_token: 'a', expires_in: 'soon' }),
      'No token received from the server.',
    ],
    ['no JSON', () => new Response('<html>'), 'No token received from the server.'],
    ['no server', () => Promise.reject(new TypeError('down')), 'Login error. Please try again.'],
  ])('%s', async (_, answer, message) => {
    const { signIn, started } = start(answer)
    await expect(signIn({ username: 'ann', password: 'secret' })).rejects.toMatchObject({
      name: 'ApiError',
      message,
    })
    expect(started).toEqual([])
  })
})
