import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import type { QueryColumns } from '#contract/query.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { block, repeat, startQueryServer, type Curves, query } from '#server/testing/graph-query.ts'

describeOnBothEngines('graph query', (open) => {
  test('answers the curves in their order, keyed by UTC, gaps as null, nothing around the values @§3.6-1 @§7.2-4', async () => {
    const server = await startQueryServer(await open())
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [10.126, NaN, 0, -0.001]),
      block(['BE', 'wind', 'model'], '2026-11-17T23:00:00Z', [-5.5]),
    ])
    const response = await server.ask(query())
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toBe(
      '{"Actual":{"data":{"2026-11-18T01:00:00Z":10.13,"2026-11-18T02:00:00Z":null,"2026-11-18T03:00:00Z":0,' +
        '"2026-11-18T04:00:00Z":0}},"TSO forecast":{"data":{}},"Model forecast":{"data":{"2026-11-17T23:00:00Z":-5.5}}}',
    )
  })

  test('a new value is in the next answer', async () => {
    const server = await startQueryServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T00:00:00Z', [1])])
    await server.ask(query())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T00:00:00Z', [2])])
    expect((await server.ask(query())).json<Curves>()['Actual']?.data).toEqual({ '2026-11-18T00:00:00Z': 2 })
  })
})

describe('answers of a graph query', () => {
  test('have the values whose stamps lie in the range, by the clocks of the browser', async () => {
    const server = await startQueryServer(await openTestDatabase())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T20:00:00Z', repeat(24, 1))])
    const ask = (zone: string) =>
      server.ask(query({ time: ['2026-11-18 00:30', '2026-11-18 03:00'] }), { 'x-time-zone': zone })
    expect(Object.keys((await ask('Europe/Lisbon')).json<Curves>()['Actual']?.data ?? {})).toEqual([
      '2026-11-18T01:00:00Z',
      '2026-11-18T02:00:00Z',
    ])
    const wrong = await ask('Europe/Atlantis')
    expect([wrong.statusCode, wrong.headers['x-refusal'], wrong.json()]).toEqual([
      400,
      'unknown-zone',
      { error: 'x-time-zone must be an IANA time zone such as Europe/Brussels.' },
    ])
  })

  test('a group is the sum of its members, with an actual curve for each', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const from = '2026-11-18T00:00:00Z'
    await server.store([
      ...(['PL', 'CZ', 'SK', 'HU'] as const).map((area) =>
        block([area, 'wind', 'actual'], from, area === 'SK' ? [1, NaN, 3] : [1, 2, 3]),
      ),
      block(['PL', 'wind', 'tso'], from, [7]),
      block(['HU', 'wind', 'tso'], from, [8, 9]),
    ])
    const curves = (await server.ask(query({ area: 'CEE' }))).json<Curves>()
    expect(Object.keys(curves)).toEqual([
      'Actual',
      'TSO forecast (without CZ, SK)',
      'Model forecast',
      'Poland',
      'Czech Republic',
      'Slovakia',
      'Hungary',
    ])
    expect(Object.values(curves['Actual']?.data ?? {})).toEqual([4, null, 12])
    expect(Object.values(curves['TSO forecast (without CZ, SK)']?.data ?? {})).toEqual([15])
    expect(Object.values(curves['Slovakia']?.data ?? {})).toEqual([1, null, 3])
  })

  test('is compressed for those who accept it, and the same', async () => {
    const server = await startQueryServer(await openTestDatabase())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-01T00:00:00Z', repeat(400, 7))])
    const long = query({ time: ['2026-11-01 00:00', '2026-11-18 23:59'] })
    const plain = await server.ask(long, { 'accept-encoding': 'br;q=0, deflate' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, decompress] of [
      ['gzip, deflate, br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await server.ask(long, { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(accepted.includes('br') ? 'br' : 'gzip')
      expect(response.headers.vary).toBe('accept, accept-encoding')
      expect(decompress(response.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('answers by columns for those who ask for them, and by curves for everybody else', async () => {
    const server = await startQueryServer(await openTestDatabase())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [10.126, NaN, 0])])
    const plain = await server.ask(query())
    const columns = { accept: 'application/vnd.energy-metrics.columns.2+json, application/json;q=0.9' }
    const response = await server.ask(query(), columns)
    expect(response.headers['content-type']).toBe('application/vnd.energy-metrics.columns.2+json')
    expect(response.headers.vary).toBe('accept, accept-encoding')
    expect(response.json()).toEqual({
      timesS: ['2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z', '2026-11-18T03:00:00Z'].map(
        (key) => Date.parse(key) / 1000,
      ),
      curves: [
        { name: 'Actual', kind: 'actual', powerMw: [10.13, null, 0] },
        { name: 'TSO forecast', kind: 'tso', powerMw: [] },
        { name: 'Model forecast', kind: 'model', powerMw: [] },
      ],
    })
    for (const accept of [
      'application/json',
      '*/*',
      'text/html',
      'application/json, application/vnd.energy-metrics.columns.2+json;q=0.5',
      'application/vnd.energy-metrics.columns.2+json;q=0',
    ]) {
      const other = await server.ask(query(), { accept })
      expect(other.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(other.body).toBe(plain.body)
    }
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [5])])
    const later = await server.ask(query(), columns)
    expect(later.json<QueryColumns>().curves[0]?.powerMw).toEqual([5, null, 0])
    const refused = await server.ask(query({ area: 'XX' }), columns)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
