import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { createErrorHandler } from '#server/errors.ts'

import { createCountCall } from './signed-in.ts'

test('a refusal comes late, without its body, but at once where 500 wait', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  const countCall = createCountCall()
  let release = (_answer: object) => {}
  const answer = new Promise<object>((resolve) => (release = resolve))
  const bodies: unknown[] = []
  server.setErrorHandler((error, request, reply) => {
    bodies.push(request.body)
    return createErrorHandler()(error, request, reply)
  })
  server.post('/', { preHandler: (_request, reply) => countCall(reply, 7) }, () => answer)
  const send = async () => server.inject({ method: 'POST', url: '/', payload: { some: 'body' } })
  const answered = Array.from({ length: 16 }, send)
  const sentMs = performance.now()
  const first = send().then((refusal) => ({ refusal, ms: performance.now() - sentMs }))
  const others = Array.from({ length: 499 }, send)
  const oneMore = await send()
  expect([oneMore.statusCode, oneMore.headers['retry-after']]).toEqual([429, '10'])
  expect(bodies).toEqual([{ some: 'body' }])
  const { refusal, ms } = await first
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '1'])
  expect(ms).toBeGreaterThan(750)
  expect(bodies[1]).toBeUndefined()
  release({})
  expect((await Promise.all(answered)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200))
  expect((await Promise.all(others)).every(({ statusCode }) => statusCode === 429)).toBe(true)
})
