import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { QUERY_PATH } from '#contract/query.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { addAnalysts } from '#server/testing/analysts.ts'
import { copyDataFolder } from '#server/testing/folders.ts'
import { requestToken, statusOf, startReady } from '#server/testing/process.ts'

const IN_FLIGHT = 200
/** Enough that none has more calls under way than are answered. */
const USERS = 20
const BODY = JSON.stringify({
  category: 'wind',
  area: 'CWE',
  time: ['2026-11-18 00:00', '2026-11-18 23:59'],
  frequency: 'H',
})

interface HalfSent {
  /** Sends the rest of the request; resolves like `closed`. */
  finish: () => Promise<string>
  /** Resolves with all that the server answered until the connection was closed. */
  closed: Promise<string>
  socket: Socket
}

/** A request whose head and half its body have been sent. */
async function sendHalf(port: number, token: string): Promise<HalfSent> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => null)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  const head = [
    `POST ${QUERY_PATH} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Expect: 100-continue',
  ]
  const half = BODY.length / 2
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, half)}`)
  // The server says "100 Continue" when it has read the head.
  await new Promise((resolve) => socket.once('data', resolve))
  return {
    socket,
    closed,
    finish() {
      socket.write(BODY.slice(half))
      return closed
    },
  }
}

async function startSignedIn(environment: Readonly<Record<string, string>> = {}) {
  const { dataDir, password } = await copyDataFolder()
  const product = await startReady({ DATA_DIR: dataDir, ...environment })
  const answer = await requestToken(product, 'admin', password)
  const { access_token: token } = TokenAnswerSchema.parse(await answer.json())
  return { product, port: Number(new URL(product.address).port), token, dataDir }
}

test('200 requests in flight are answered after SIGTERM, and a stuck client does not hold up the exit', async () => {
  const { product, port, token } = await startSignedIn({ DRAIN_S: '1' })
  const tokens = await addAnalysts(product.address, token, USERS)
  const sending = Array.from({ length: IN_FLIGHT }, (_, number) =>
    sendHalf(port, tokens[number % USERS] ?? ''),
  )
  const others = await Promise.all(sending)
  const stuck = await sendHalf(port, token)

  product.kill()
  await expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(503)
  expect(await statusOf(`${product.address}/livez`), 'it still accepts requests').toBe(503)
  await expect.poll(() => statusOf(`${product.address}/livez`)).toBeNull()
  const from = performance.now()
  const answers = await Promise.all(others.map((request) => request.finish()))
  const statuses = answers.map((answer) => answer.split('\r\n\r\n')[1]?.slice(0, 15))
  expect(statuses).toEqual(others.map(() => 'HTTP/1.1 200 OK'))
  expect(await product.ended).toBe(0)
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(product.output()).not.toContain('closing took too long')
  expect(await stuck.closed, 'it is cut off before the time for its answer is up').not.toContain('408')
})

/** A new query on a connection of its own: the status of its answer, or why there is none. */
function sendQuery(port: number, token: string, minute: number) {
  const pad = String(minute % 60).padStart(2, '0')
  const time = [`2024-01-0${1 + Math.floor(minute / 60)} 00:${pad}`, '2025-01-01 00:00']
  const sent = request({
    port,
    host: '127.0.0.1',
    agent: false,
    path: QUERY_PATH,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  const answered = new Promise<number | string>((resolve) => {
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    sent.on('response', (answer) => {
      answer.on('error', () => resolve('cut off')).on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
  })
  const connected = new Promise((resolve) => sent.once('socket', (socket) => socket.once('connect', resolve)))
  sent.end(JSON.stringify({ category: 'Residual Load', area: 'SEE', time, frequency: 'H' }))
  return { connected, answered }
}

test('200 new queries under way at SIGTERM are all answered or refused, on whole connections', async () => {
  const { product, port, token } = await startSignedIn()
  const tokens = await addAnalysts(product.address, token, USERS)
  const sent = Array.from({ length: IN_FLIGHT }, (_, minute) =>
    sendQuery(port, tokens[minute % USERS] ?? '', minute),
  )
  // The kernel has made all connections. The server accepts one in a turn of its event loop, so most still wait for it.
  await Promise.all(sent.map(({ connected }) => connected))
  await Promise.race(sent.map(({ answered }) => answered))
  product.kill()
  const from = performance.now()
  const statuses = await Promise.all(sent.map(({ answered }) => answered))
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(200)
  expect(await product.ended).toBe(0)
  expect(performance.now() - from).toBeLessThan(10_000)
})

test('npm start that has lost npm has all the time for its end', async () => {
  const { dataDir } = await copyDataFolder()
  const settings = { DATA_DIR: dataDir, DRAIN_S: '2', npm_lifecycle_event: 'start' }
  // A shell that waits for the server, as the one of npm.
  const product = await startReady(settings, ['sh', '-c', 'node scripts/start.js; true'])
  product.kill('SIGKILL')
  const from = performance.now()
  // The server holds the pipes of the shell until it ends.
  await product.ended
  expect(performance.now() - from).toBeGreaterThan(2000)
  expect(product.output()).not.toContain('closing took too long')
})

test('a second signal ends the process at once', async () => {
  const { product, port, token } = await startSignedIn()
  const { socket } = await sendHalf(port, token)
  product.kill()
  // npm repeats a signal at once; this is a second, separate signal.
  await sleep(1000)
  const from = performance.now()
  product.kill()
  expect(await product.ended).toBe(1)
  expect(performance.now() - from).toBeLessThan(3000)
  socket.destroy()
})

test('an unexpected failure is logged, ends the process with 1, and leaves no request without its answer', async () => {
  const fail = `
    import { isMainThread } from 'node:worker_threads'
    if (isMainThread) process.once('SIGUSR2', () => Promise.reject(new Error('planted failure')))`
  const { product, port, token, dataDir } = await startSignedIn({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
  })
  const { finish } = await sendHalf(port, token)
  product.kill('SIGUSR2')
  await expect.poll(() => product.output()).toMatch(/planted failure.*unexpected failure/)
  await expect.poll(() => statusOf(`${product.address}/livez`)).toBeNull()
  expect(await finish()).toContain('HTTP/1.1 200 OK')
  expect(await product.ended).toBe(1)
  await startReady({ DATA_DIR: dataDir })
})
