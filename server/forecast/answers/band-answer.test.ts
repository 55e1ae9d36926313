import { expect, test } from 'vitest'

import { BandAnswerSchema } from '#contract/band.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { runOf, startForecastServer } from '#server/testing/forecast-server.ts'

const QUERY = {
  category: 'Residual Load',
  area: 'DE',
  time: ['2025-06-10 00:00', '2025-06-12 23:59'],
  frequency: 'H',
}

describeOnBothEngines('the band of a graph', (open) => {
  test('has the limits of the kept runs at the hours that have one', async () => {
    const server = await startForecastServer(await open())
    const early = runOf('DE', '2025-06-11', { kind: 'early' })
    early.hours.p10 = early.hours.p10.map(() => 0)
    const partial = runOf('DE', '2025-06-10')
    partial.hours.p90[3] = null
    // The complete run counts, whichever was added last; another area's does not.
    await server.store.add([partial, runOf('DE', '2025-06-11'), early, runOf('FR', '2025-06-12')])
    const response = await server.ask('/energia/band', QUERY)
    expect(response.statusCode).toBe(200)
    const { P10, P90 } = BandAnswerSchema.parse(response.json())
    // Two days and two hours beyond them.
    expect(Object.keys(P10?.data ?? {})).toHaveLength(50)
    expect(Object.keys(P90?.data ?? {})).toHaveLength(49)
    expect(P10?.data['2025-06-10T22:00:00Z']).toBe(1400)
    expect(P90?.data['2025-06-10T22:00:00Z']).toBe(1650)
    expect(P90?.data['2025-06-10T01:00:00Z']).toBeUndefined()
  })
})

test('the band of a graph is empty without a run, and refused where no band is kept', async () => {
  const server = await startForecastServer(await openTestDatabase())
  const ask = async (change: object) => {
    const response = await server.ask('/energia/band', { ...QUERY, ...change })
    return [response.statusCode, response.json()]
  }
  expect(await ask({})).toEqual([200, { P10: { data: {} }, P90: { data: {} } }])
  expect(await ask({ area: 'CWE' })).toEqual([
    400,
    { error: expect.stringMatching(/^area must be one of DE, /) },
  ])
  expect(await ask({ category: 'wind' })).toEqual([
    400,
    { error: expect.stringMatching(/^category must be/) },
  ])
  expect(await ask({ frequency: 'D' })).toEqual([
    400,
    { error: expect.stringMatching(/^frequency must be H/) },
  ])
  expect(await ask({ time: ['2022-01-01 00:00', '2025-01-01 00:00'] })).toEqual([
    400,
    { error: 'time may span at most 2 years with frequency H.' },
  ])
  expect((await server.askSignedOut('/energia/band')).statusCode).toBe(401)
})
