import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import { createSeriesRoute } from '#server/answers/rows/series-route.ts'
import { createErrorHandler } from '#server/errors.ts'
import { addAnswerDeadline } from '#server/http/answer-deadline.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { createAnswerQueue } from './answer-once.ts'
import { createAnswerRows } from './answer-rows.ts'

test('downloads whose deadline passes before their first row keep no place of the user', async () => {
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  const clock = () => Date.UTC(2026, 10, 20)
  const readMeans = createReadMeans({ series, clock })
  const server = fastify({ forceCloseConnections: true })
  onTestFinished(() => server.close())
  server.setErrorHandler(createErrorHandler())
  server.decorateRequest('user', null)
  addAnswerDeadline(server, 100)
  let letRead = () => {}
  const canRead = new Promise<void>((resolve) => (letRead = resolve))
  server.addHook('preHandler', async (request) => {
    request.user = { id: 1, name: 'jane', role: 'analyst', credentialVersion: 1 }
  })
  const route = createSeriesRoute({
    uploads: { visibleTo: async () => [] },
    series,
    async readMeans(...wanted) {
      await canRead
      return readMeans(...wanted)
    },
    database,
    source: null,
    clock,
    readRunTimes: () => Promise.reject(new Error('nobody asks for them')),
    answerRows: createAnswerRows({ revision: createRevision(database), queue: createAnswerQueue() }),
  })
  server.route(route)
  const url = `${await server.listen()}${SERIES_PATH}?area=DE&quantity=load&from=2026-11-01&to=2026-11-02`
  // A compressor would read a short answer to its end, and so end the download by itself.
  const ask = async () => (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).status
  const places = Array.from({ length: 4 })
  expect(await Promise.all(places.map(ask))).toEqual(places.map(() => 503))
  expect(await ask()).toBe(429)
  letRead()
  await vi.waitFor(async () => expect(await ask()).toBe(200), 20_000)
})
