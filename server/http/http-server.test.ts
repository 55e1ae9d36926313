import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { STATUS_PATH } from '#contract/status.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/logger.ts'
import { openTestApp, startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectSlowClients, serveUntil, endlessly, speak } from '#server/testing/slow-clients.ts'

import { createHttpServer, excuseStalls } from './http-server.ts'

const portOf = ({ server }: TestApp) => Number(new URL(server.listeningOrigin).port)

describe('a server with misbehaving clients', () => {
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await startTestApp()
    // Not a call, so that a busy machine does not refuse it.
    app.server.post('/echo', async () => 'read')
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    port = portOf(app)
  })
  afterAll(() => app.close())

  const head = (...lines: string[]) => [...lines, '', ''].join('\r\n')
  const POST = ['POST /echo HTTP/1.1', 'Host: x']

  test('serves other users while slow clients are connected, and closes them all after ten seconds', async () => {
    const clients = connectSlowClients(port, 100)
    const answers = await serveUntil(clients, app.server.listeningOrigin)
    const { slowMs, refusals } = await clients
    expect(refusals).toEqual(['408 {"error":"The request took too long to arrive."}'])
    // Not earlier. Later only where the machine is busy.
    expect(Math.min(...slowMs)).toBeGreaterThan(9000)
    // The second one shows that the first did not wait for the slow clients.
    expect(answers.length).toBeGreaterThan(1)
  })

  test('does not read a body that is announced as too large, or an endless one', async () => {
    const type = 'Content-Type: application/json'
    const announced = await speak(port, [
      head(...POST, type, 'Content-Length: 1000000000', 'Connection: close'),
    ])
    expect(announced.status).toBe(413)
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
    const endless = await speak(port, endlessly(head(...POST, type, 'Transfer-Encoding: chunked'), chunk))
    expect(endless.status).toBe(413)
    expect(endless.text.length).toBeGreaterThan(0)
  })

  test.each(['keep-alive', 'close'])(
    'lets the refusal of 3 MB arrive on a connection to %s',
    async (connection) => {
      const body = 'x'.repeat(3_000_000)
      const refusal = async () => {
        const request = httpRequest(`${app.server.listeningOrigin}/echo`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': body.length, connection },
        })
        request.end(body)
        const [answer] = await once(request, 'response')
        return `${answer.statusCode} ${await text(answer)}`
      }
      const refusals = await Promise.all(Array.from({ length: 20 }, refusal))
      expect(new Set(refusals)).toEqual(
        new Set(['413 {"error":"The body is too large: at most 16 kB are taken."}']),
      )
    },
  )

  test.each([
    ['headers over 16 kB', [head('GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(17_000)}`)], 431],
    ['an address over 16 kB', [head(`GET /${'x'.repeat(17_000)} HTTP/1.1`, 'Host: x')], 431],
    ['bytes that are not HTTP', ['hello\r\n\r\n'], 400],
    ['two lengths', [head(...POST, 'Content-Length: 1', 'Content-Length: 2')], 400],
    ['both lengths', [head(...POST, 'Content-Length: 4', 'Transfer-Encoding: chunked'), '0\r\n\r\n'], 400],
    ['a folded header', [head(...POST, 'X-Folded: a', ' b')], 400],
    ['a space before the colon', [head(...POST, 'Content-Length : 0')], 400],
    ['no host', [head('GET / HTTP/1.1')], 400],
    ['an expectation', [head('GET / HTTP/1.1', 'Host: x', 'Expect: a miracle')], 417],
  ])('answers %s and closes the connection', async (_case, parts, status) => {
    const answer = await speak(port, parts)
    expect(answer.status).toBe(status)
    for (const header of [
      "content-security-policy: default-src 'none'",
      'strict-transport-security: max-age=31536000',
      'x-content-type-options: nosniff',
      'x-frame-options: DENY',
      'cache-control: no-store',
      'connection: close',
    ])
      expect(answer.text).toContain(header)
    expect(answer.text).toMatch(/\{"error":"[^"]+"\}$/)
  })

  test('accepts no token from two headers', async () => {
    const bearer = `Authorization: Bearer ${await app.signIn()}`
    const ask = (...headers: string[]) =>
      speak(port, [head(`GET ${STATUS_PATH} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers)])
    expect((await ask(bearer)).status).toBe(200)
    expect((await ask(bearer, bearer)).status).toBe(401)
    expect((await ask('Authorization: Basic eA==', bearer)).status).toBe(401)
  })

  test('ignores X-Forwarded-For unless the proxy is trusted, and says so once', async () => {
    const from = (address: string) =>
      app.server.inject({ url: '/energia/who', headers: { 'x-forwarded-for': address } })
    const statuses = new Set<number>()
    for (let request = 0; request < 320; request += 1)
      statuses.add((await from(`203.0.113.${request % 250}`)).statusCode)
    expect([...statuses]).toEqual([404, 429])
    const elsewhere = await app.server.inject({ url: '/energia/x', remoteAddress: '192.0.2.2' })
    expect(elsewhere.statusCode).toBe(404)
    expect(app.logLines.filter((line) => line.includes('set TRUST_PROXY'))).toEqual([
      expect.stringContaining('If 127.0.0.1 is your proxy'),
    ])
  })
})

test('a client is not slow because the process stood still', async () => {
  const server = fastify({
    requestTimeout: 1500,
    http: { headersTimeout: 1000, connectionsCheckingInterval: 50 },
    forceCloseConnections: true,
  })
  onTestFinished(() => server.close())
  excuseStalls(server)
  server.get('/', async () => 'read')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const answer = speak(Number(new URL(server.listeningOrigin).port), [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'Connection: close\r\n\r\n',
  ])
  await once(server.server, 'connection')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  expect((await answer).status).toBe(200)
})

test.each<[string, (request: number) => string]>([
  ['with the port of the client', (request) => `203.0.113.8:${50_000 + request}`],
  ['with brackets and a port', (request) => `[2001:db8::8]:${50_000 + request}`],
  ['with brackets', (request) => `[2001:db8::${request.toString(16)}]`],
  ['that cannot be read', (request) => `unknown-${request}`],
  [
    'in quotes, behind one that the client wrote',
    (request) => `10.0.0.${request % 250}, "203.0.113.8:${request}"`,
  ],
])('X-Forwarded-For of a trusted proxy counts as one network: %s', async (_, addressOf) => {
  const app = await openTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const from = async (request: number) => {
    const headers = { 'x-forwarded-for': addressOf(request) }
    return (await app.server.inject({ url: '/energia/who', headers })).statusCode
  }
  for (let request = 0; request < 300; request += 1) expect(await from(request)).toBe(404)
  expect(await from(300)).toBe(429)
  expect(app.logLines.at(-1)).toMatch(/"ip":"(203\.0\.113\.8|2001:db8::[\da-f]+|unknown)"/)
})

describe('closing', () => {
  test('finishes requests under way, closes idle connections and accepts no more', async () => {
    const app = await openTestApp()
    let entered = 0
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    app.server.get('/slow', async () => {
      entered += 1
      await gate
      return 'done'
    })
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const idle = connect(portOf(app), '127.0.0.1').resume()
    const idleClosed = new Promise((resolve) => idle.once('close', resolve))
    idle.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => idle.once('data', resolve))
    const underWay = Array.from({ length: 50 }, () => fetch(`${address}/slow`))
    await expect.poll(() => entered).toBe(50)
    const from = performance.now()
    const closed = app.server.close()
    open()
    await closed
    await idleClosed
    // After five seconds all that is left is cut off.
    expect(performance.now() - from).toBeLessThan(5000)
    const answers = await Promise.all(underWay)
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200))
    await expect(fetch(`${address}/livez`)).rejects.toThrow('fetch failed')
  })

  test('refuses a request that begins meanwhile, with our headers and after its body', async () => {
    const server = createHttpServer(readConfig({}), createLogger('silent'))
    server.post('/echo', async () => 'read')
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    server.addHook('preClose', () => opened)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const closed = server.close()
    const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
    )
    await sleep(200)
    expect(answer).toBe('')
    socket.write('{}')
    await ended
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('{"error":"The server is stopping."}')
    open()
    await closed
  })
})

test('a line of the log shows no key or token, and no character that a terminal obeys or hides', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(43)}`
  const name = 'jo\u2028e\u202E\u0085\u001B[31m\u{E0041}'
  logger.info(
    { path: `/api/v1/Bearer%20em_${'x'.repeat(43)}/token%3D${token}`, name, umlaut: 'Zoë' },
    'request refused',
  )
  const [line = ''] = lines
  expect(line).toContain('"path":"/api/v1/Bearer%20[secret]/token%3D[secret]"')
  expect(line.trimEnd()).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)
  expect(JSON.parse(line)).toMatchObject({ name, umlaut: 'Zoë' })
})
