import { get, type IncomingMessage, type ServerResponse } from 'node:http'

import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openTestServer } from '#server/testing/source.ts'

import { createBackendProxy, createProxyRoutes } from './backend-proxy.ts'
import { createErrorHandler } from './errors.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

async function startBackend(answer: Answer): Promise<string> {
  const backend = await openTestServer((_url, response, request) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => answer(request, response, body))
  })
  return new URL(backend.url).origin
}

async function startProxy(backendUrl: string, silenceTimeoutMs?: number, connectionTimeout = 0) {
  const server = fastify({ connectionTimeout })
  server.setErrorHandler(createErrorHandler())
  await server.register(createProxyRoutes(backendUrl, silenceTimeoutMs))
  onTestFinished(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
}

describe('createProxyRoutes', () => {
  test('passes on method, path, query, headers and body unchanged', async () => {
    const seen: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
    const backend = await startBackend((request, response, body) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
      response.end()
    })
    const address = await startProxy(`${backend}/base/`)
    const body = '{ "area":"DE",  "odd spacing": 1 }'
    await fetch(`${address}/energia/common-query?a=1&a=2`, {
      method: 'POST',
      headers: { authorization: 'Bearer abc', 'content-type': 'application/json', 'x-time-zone': 'UTC' },
      body,
    })
    await fetch(`${address}/oauth2/token`, { method: 'POST', body: new URLSearchParams({ username: 'ä b' }) })
    expect(seen.map(({ line }) => line)).toEqual([
      'POST /base/energia/common-query?a=1&a=2',
      'POST /base/oauth2/token',
    ])
    expect(seen[0]).toMatchObject({
      body,
      headers: {
        authorization: 'Bearer abc',
        'content-type': 'application/json',
        'x-time-zone': 'UTC',
        'x-forwarded-for': '127.0.0.1',
        host: backend.replace('http://', ''),
      },
    })
    expect(seen[1]).toMatchObject({
      body: 'username=%C3%A4+b',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    })
  })

  test('passes back status, headers and body unchanged', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="theirs"', 'content-type': 'text/plain' })
      response.end('not you')
    })
    const answer = await fetch(`${await startProxy(backend)}/energia/tab-2`, { method: 'POST' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="theirs"')
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(await answer.text()).toBe('not you')
  })

  test('streams: the first part arrives before the last is written', async () => {
    let finish = (): void => {}
    const backend = await startBackend((_request, response) => {
      response.write('first')
      finish = () => response.end(' last')
    })
    const answer = await fetch(`${await startProxy(backend)}/energia/common-query`, {
      method: 'POST',
      body: '{}',
    })
    const reader = answer.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
    finish()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(' last')
  })

  test('answers 502 in JSON if the backend is down or closes the connection', async () => {
    const nowhere = await startProxy('http://127.0.0.1:1')
    const rude = await startProxy(await startBackend((_request, response) => response.destroy()))
    for (const address of [nowhere, rude]) {
      const answer = await fetch(`${address}/oauth2/token`, { method: 'POST', body: new URLSearchParams() })
      expect(answer.status).toBe(502)
      expect(await answer.json()).toEqual({ error: 'The backend does not answer.' })
    }
  })

  test.each([200, 1500])('answers 504 in JSON when the backend is silent for %i ms', async (limitMs) => {
    const backend = await startBackend(() => null)
    const address = await startProxy(backend, limitMs)
    const startMs = performance.now()
    const answer = await fetch(`${address}/energia/status`)
    const waitedMs = performance.now() - startMs
    expect(answer.status).toBe(504)
    expect(await answer.json()).toEqual({ error: 'The backend takes too long to answer.' })
    expect(waitedMs).toBeGreaterThan(limitMs - 50)
    // The HTTP client looks at long limits every half second.
    expect(waitedMs).toBeLessThan(limitMs + 2000)
  })

  test('answers 504 although the connection to the browser is closed earlier when it is silent', async () => {
    const backend = await startBackend(() => null)
    const answer = await fetch(`${await startProxy(backend, 1500, 300)}/energia/status`)
    expect(answer.status).toBe(504)
  })

  test('passes back a redirect to an address of over 16 kB', async () => {
    const location = `/${'x'.repeat(17_000)}`
    const backend = await startBackend((_request, response) => response.writeHead(302, { location }).end())
    const url = new URL('/energia/status', await startProxy(backend))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { maxHeaderSize: 65_536 }, resolve).on('error', reject)
    })
    answer.resume()
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(location)
  })

  test('says that an answer cannot be read, such as one with an endless head', async () => {
    const long = await startBackend((_request, response) =>
      response.writeHead(302, { location: `/${'x'.repeat(70_000)}` }).end(),
    )
    const broken = await startBackend((_request, response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\na header without its colon\r\n\r\n')
    })
    for (const backend of [long, broken]) {
      const answer = await fetch(`${await startProxy(backend)}/energia/status`)
      expect(answer.status).toBe(502)
      expect(await answer.json()).toEqual({ error: 'The answer of the backend cannot be read.' })
    }
  })

  test.each([
    String.raw`/energia/x\..\..\secret`,
    String.raw`/energia\..\secret`,
    '/energia/x%5c..%5c..%5csecret',
    '/energia/..%2fsecret',
    '/energia/../secret',
    '/energia/%2e%2e/secret',
    '/energia/.%2E/secret',
    '/energia/%252e%252e/secret',
    '/energia/x%255c..%2525',
    '/energia/x/..',
    '/energia/./secret',
    '/oauth2/%00',
  ])('refuses %s, which may lead out of the calls', async (path) => {
    const seen: (string | undefined)[] = []
    const backend = await startBackend((request, response) => {
      seen.push(request.url)
      response.end()
    })
    const address = new URL(await startProxy(`${backend}/base`))
    // `fetch` would tidy the path up.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get({ host: address.hostname, port: address.port, path }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject)
    })
    expect([400, 404]).toContain(status)
    expect(seen).toEqual([])
  })

  test('does not send a request twice, not even after 503', async () => {
    let calls = 0
    const backend = await startBackend((_request, response) => {
      calls += 1
      response.writeHead(503).end()
    })
    expect((await fetch(`${await startProxy(backend)}/energia/status`)).status).toBe(503)
    expect(calls).toBe(1)
  })
})

test('the proxy is ready with any answer, and not ready without one', async () => {
  const backend = await startBackend((_request, response) => response.writeHead(404).end())
  expect(await createBackendProxy(backend).readiness[0]?.check()).toMatchObject({ isReady: true })
  expect(await createBackendProxy('http://127.0.0.1:1').readiness[0]?.check()).toMatchObject({
    isReady: false,
  })
})
