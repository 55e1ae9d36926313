import { setTimeout as sleep } from 'node:timers/promises'

import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import { createErrorHandler } from '#server/errors.ts'
import { readModelAsOf } from '#server/forecast/runs/kept/lay-runs.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { addAnswerDeadline } from '#server/http/answer-deadline.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { createSeriesRoute } from './series-route.ts'

test('downloads whose deadline passes before their first row keep no place of the user', async () => {
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  const server = fastify()
  onTestFinished(() => server.close())
  server.setErrorHandler(createErrorHandler())
  addAnswerDeadline(server, 100)
  let waitMs = 200
  await server.register(
    createSeriesRoute({
      series: {
        ...series,
        async read(keys, span) {
          await sleep(waitMs)
          return series.read(keys, span)
        },
      },
      readModelAsOf: (...asked) => readModelAsOf(createRunStore(database, series), ...asked),
      revision: createRevision(database),
      clock: () => Date.UTC(2026, 10, 20),
      requireReader: async () => {},
      userIdOf: () => 1,
    }),
  )
  const url = `${await server.listen()}${SERIES_PATH}?area=DE&quantity=load&from=2026-11-01&to=2026-11-02`
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await fetch(url)).status)
  expect(statuses).toEqual(statuses.map(() => 503))
  await sleep(waitMs)
  waitMs = 0
  expect((await fetch(url)).status).toBe(200)
})
