import { setTimeout as sleep } from 'node:timers/promises'

import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { addAnswerDeadline } from './answer-deadline.ts'
import { createErrorHandler } from '#server/errors.ts'

async function startServer() {
  const server = fastify()
  server.setErrorHandler(createErrorHandler())
  addAnswerDeadline(server, 50)
  server.get('/slow', async () => {
    await sleep(150)
    return 'too late'
  })
  server.get('/quick', async () => 'in time')
  server.get('/patient', { handlerTimeout: 5000 }, async () => {
    await sleep(100)
    return 'in its own time'
  })
  onTestFinished(() => server.close())
  return server
}

test('what takes too long is answered for, once', async () => {
  const server = await startServer()
  const response = await fetch(`${await server.listen({ port: 0 })}/slow`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toEqual({ error: 'The answer took too long; try again in a moment.' })
  // The handler that comes back later finds its answer given.
  await sleep(150)
  expect((await server.inject('/quick')).body).toBe('in time')
})

test('what is answered in time is left alone, however long the server then lives', async () => {
  const server = await startServer()
  expect((await server.inject('/quick')).body).toBe('in time')
  await sleep(100)
  expect((await server.inject('/quick')).body).toBe('in time')
})

test('a route may take its own time', async () => {
  const server = await startServer()
  expect((await server.inject('/patient')).body).toBe('in its own time')
})
