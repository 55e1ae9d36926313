import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { fastify, type FastifyReply, LogController } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { createErrorHandler, RequestError } from '#server/errors.ts'
import { createLogger } from '#server/logger.ts'

import { addAnswerDeadline } from './answer-deadline.ts'

/** How late handlers end, by their address. */
const LATE_ENDS: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  '/slow': (reply) => reply.send('too late'),
  '/slow-value': () => 'too late',
  '/slow-refusal': () => {
    throw new RequestError(503, 'Busy.')
  },
  '/slow-fault': () => {
    throw new Error('a bug')
  },
}
const SLOW = Object.keys(LATE_ENDS)

async function startServer() {
  const logLines: string[] = []
  const loggerInstance = createLogger('info', { write: (line: string) => logLines.push(line) })
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
  })
  server.setErrorHandler(createErrorHandler())
  addAnswerDeadline(server, 50)
  const finished = { slow: 0 }
  for (const [url, end] of Object.entries(LATE_ENDS))
    server.get(url, async (_request, reply) => {
      await sleep(150)
      finished.slow += 1
      return end(reply)
    })
  server.get('/quick', async () => 'in time')
  server.get('/patient', { handlerTimeout: 5000 }, async () => {
    await sleep(100)
    return 'in its own time'
  })
  server.get('/stream', async (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'begun in time, '
          await sleep(150)
          yield 'ended later'
        })(),
      ),
    ),
  )
  onTestFinished(() => server.close())
  return { server, logLines, finished }
}

test('a request that takes too long gets one answer', async () => {
  const { server } = await startServer()
  const response = await fetch(`${await server.listen({ port: 0 })}/slow`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toEqual({ error: 'The answer took too long; try again in a moment.' })
  // The server goes on after the handler has come back with its late answer.
  await sleep(150)
  expect((await server.inject('/quick')).body).toBe('in time')
})

test('a burst of late requests logs one line for each, and of late errors those that are no refusal', async () => {
  const { server, logLines, finished } = await startServer()
  const address = await server.listen({ port: 0 })
  logLines.length = 0
  const urls = Array.from({ length: 20 }, (_, index) => SLOW[index % SLOW.length] ?? '')
  const answers = await Promise.all(urls.map((url) => fetch(address + url)))
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 503))
  await expect.poll(() => finished.slow).toBe(urls.length)
  await sleep(20)
  expect(logLines.filter((line) => line.includes('already sent'))).toEqual([])
  const late = logLines.filter((line) => line.includes('reply.sent'))
  expect(late).toEqual(Array.from({ length: 5 }, () => expect.stringContaining('a bug')))
  expect(logLines).toHaveLength(urls.length + late.length)
})

test('an answer that has begun in time can take longer', async () => {
  const { server } = await startServer()
  const response = await fetch(`${await server.listen({ port: 0 })}/stream`)
  expect(await response.text()).toBe('begun in time, ended later')
})

test('a request that was answered in time is not answered again, however long the server then lives', async () => {
  const { server } = await startServer()
  expect((await server.inject('/quick')).body).toBe('in time')
  await sleep(100)
  expect((await server.inject('/quick')).body).toBe('in time')
})

test('a route can have its own deadline', async () => {
  const { server } = await startServer()
  expect((await server.inject('/patient')).body).toBe('in its own time')
})
