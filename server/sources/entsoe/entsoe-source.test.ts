import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'

import { describe, expect, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { readWhole, type Source } from '#server/sources/source.ts'
import { acknowledgementXml, documentXml, pointsOf } from '#server/testing/services/entsoe-documents.ts'
import type { TestSeries } from '#server/testing/services/entsoe-documents.ts'
import { jumpingTimer } from '#server/testing/source-server.ts'
import { feedOf, openTestServer, partsInMemory, sourceErrorOf } from '#server/testing/source.ts'

import { createEntsoeSource, type EntsoeOptions } from './entsoe-source.ts'

const TOKEN = '7d0f3c1e-55aa-4c0b-9a51-0d6c0a4e11f2'
const MIDNIGHT = Date.UTC(2026, 2, 2)
const SPAN = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 2 * HOUR_MS }
const NO_DATA = acknowledgementXml('No matching data found for Data item X (10YPL-AREA-----S).')
const never = new AbortController().signal

async function start(
  answer: (url: URL, response: ServerResponse) => void,
  options: Partial<EntsoeOptions> = {},
) {
  const server = await openTestServer(answer)
  const source = createEntsoeSource({
    url: server.url,
    token: TOKEN,
    clock: () => MIDNIGHT,
    timer: jumpingTimer(),
    parts: partsInMemory(),
    ...options,
  })
  return { source, server }
}

const LOAD: TestSeries = {
  periods: [{ start: '2026-03-02T00:00Z', end: '2026-03-02T02:00Z', points: pointsOf('1:20000 2:21000') }],
}
const LOAD_XML = documentXml({ series: [LOAD] })

const fetchLoad = (source: Source, signal = never) =>
  source.fetch(feedOf(source, 'PL', 'actual', 'load'), SPAN, signal)

describe('a request', () => {
  test.each([
    ['actual', 'load', 'documentType=A65&processType=A16&outBiddingZone_Domain=10YPL-AREA-----S'],
    ['tso', 'load', 'documentType=A65&processType=A01&outBiddingZone_Domain=10YPL-AREA-----S'],
    ['actual', 'solar', 'documentType=A75&processType=A16&in_Domain=10YPL-AREA-----S'],
    ['tso', 'solar', 'documentType=A69&processType=A01&in_Domain=10YPL-AREA-----S'],
  ] as const)('for %s %s asks for its item, in whole hours of UTC', async (kind, quantity, query) => {
    const { source, server } = await start((_url, response) => response.end(NO_DATA))
    const span = { fromUtc: MIDNIGHT + 1, toUtc: MIDNIGHT + HOUR_MS + 1 }
    expect(await source.fetch(feedOf(source, 'PL', kind, quantity), span, never)).toEqual(readWhole([]))
    expect(server.requests.map((url) => url.search)).toEqual([
      `?${query}&periodStart=202603020000&periodEnd=202603020200&securityToken=${TOKEN}`,
    ])
  })

  test('asks for 28 days at most of the four feeds of every area', async () => {
    const { source } = await start((_url, response) => response.end())
    expect(source.feeds).toHaveLength(MEMBER_CODES.length * 4)
    expect(new Set(source.feeds.map((feed) => source.maxSpanDays(feed)))).toEqual(new Set([28]))
  })

  const MONTH = { fromUtc: MIDNIGHT - 60 * DAY_MS, toUtc: MIDNIGHT - 32 * DAY_MS }
  test.each([
    ["Provided time interval (…) is larger than maximum allowed period 'P7D' for 'X:XML' export.", 7, 5],
    ["larger than maximum allowed period 'P1D'", 1, 29],
    ['The number of instances (28) exceeds the allowed maximum (14) for data item X.', 14, 3],
    ['amount of requested data exceeds allowed limit', 7, 5],
  ])('is cut as a refusal says, at once and from then on: %s', async (words, days, requests) => {
    let refusals = 0
    const { source, server } = await start((_url, response) => {
      refusals += 1
      if (refusals === 1) response.writeHead(400).end(acknowledgementXml(words))
      else response.end(NO_DATA)
    })
    const feed = feedOf(source, 'PL', 'actual', 'load')
    expect(await source.fetch(feed, MONTH, never)).toEqual(readWhole([]))
    expect(server.requests).toHaveLength(requests)
    expect(source.maxSpanDays(feedOf(source, 'FR', 'actual', 'load'))).toBe(days)
    expect(source.maxSpanDays(feedOf(source, 'PL', 'tso', 'load'))).toBe(28)
  })

  test('is cut where the answer is too large', async () => {
    let answers = 0
    const { source, server } = await start((_url, response) => {
      answers += 1
      response.end(answers === 1 ? ' '.repeat(8_000_001) : NO_DATA)
    })
    expect(await source.fetch(feedOf(source, 'PL', 'actual', 'load'), MONTH, never)).toEqual(readWhole([]))
    expect(server.requests).toHaveLength(5)
  })

  test('that nothing shorter would help is refused once', async () => {
    const words = "larger than maximum allowed period 'P1M'"
    const { source, server } = await start((_url, response) =>
      response.writeHead(400).end(acknowledgementXml(words)),
    )
    expect((await sourceErrorOf(fetchLoad(source))).message).toContain(words)
    expect(server.requests).toHaveLength(1)
  })

  test('whose answer ends early is asked by week from then on, that feed alone', async () => {
    const { source, server } = await start((url, response) => {
      const [, month, day] = /^2026(..)(..)/.exec(url.searchParams.get('periodStart') ?? '') ?? []
      const start = `2026-${month}-${day}T00:00Z`
      const end = new Date(Date.parse(start) + 3 * DAY_MS).toISOString()
      response.end(documentXml({ series: [{ periods: [{ start, end, points: [[1, 20_000]] }] }] }))
    })
    const feed = feedOf(source, 'PL', 'actual', 'load')
    await source.fetch(feed, MONTH, never)
    expect(server.requests).toHaveLength(5)
    expect(source.maxSpanDays(feed)).toBe(7)
    expect(source.maxSpanDays(feedOf(source, 'FR', 'actual', 'load'))).toBe(28)
  })
})

describe('an answer', () => {
  test('becomes blocks of the feed', async () => {
    const { source } = await start((_url, response) => response.end(LOAD_XML))
    const block = {
      area: 'PL',
      quantity: 'load',
      kind: 'actual',
      startsAtUtc: MIDNIGHT,
      stepMinutes: 60,
      powerMw: Float64Array.of(20_000, 21_000),
    }
    expect(await fetchLoad(source)).toEqual({ blocks: [block], unread: [], faults: [] })
  })

  const plant = { ...LOAD, direction: 'in' } as const
  const otherDay = { start: '2026-03-01T00:00Z', end: '2026-03-02T00:00Z', points: [[1, 7]] as const }
  test.each<[string, TestSeries, string]>([
    ['plant types are left out', plant, 'MktPSRType is missing'],
    ['nothing is of the requested time', { ...plant, psrType: 'B16', periods: [otherDay] }, 'another time'],
    ['all is of another area', { ...plant, psrType: 'B16', eic: 'other' }, 'another area'],
  ])('of which nothing can be read is an error that says why: %s', async (_title, series, message) => {
    const xml = documentXml({ documentType: 'A75', series: [series] })
    const { source } = await start((_url, response) => response.end(xml))
    const error = await sourceErrorOf(source.fetch(feedOf(source, 'PL', 'actual', 'solar'), SPAN, never))
    expect(error.message).toContain('nothing in it can be read (')
    expect(error.message).toContain(message)
    expect(error.isTransient).toBe(false)
  })

  test('of no matching data is empty, with status 400 too', async () => {
    const { source } = await start((_url, response) => response.writeHead(400).end(NO_DATA))
    expect(await fetchLoad(source)).toEqual(readWhole([]))
  })

  test('about another item is refused', async () => {
    const forecast = documentXml({ processType: 'A01', series: [LOAD] })
    const { source } = await start((_url, response) => response.end(forecast))
    expect((await sourceErrorOf(fetchLoad(source))).message).toContain('A65/A01, not A65/A16')
  })
})

describe('trouble', () => {
  const page = '<!DOCTYPE html><html><body><h1>Maintenance</h1><br></body></html>'
  const reply =
    (status: number, body = '') =>
    (response: ServerResponse) =>
      response.writeHead(status).end(body)

  test.each<[string, (response: ServerResponse) => void, RegExp, boolean, number?]>([
    ['401', reply(401, page), /refuses the token \(401\)/, false],
    ['403 of the token', reply(403, acknowledgementXml('No access')), /refuses the token \(403\)/, false],
    ['403 as a page', reply(403, page), /is down: it answered 403/, true],
    ['404 as text', reply(404, '404 page not found'), /is down: it answered 404/, true],
    ['400 as a page', reply(400, page), /is down: it answered 400/, true],
    ['429', reply(429), /answered 429/, true, 600],
    ['503 as a page', reply(503, page), /answered 503/, true],
    ['200 as a page', reply(200, page), /is down: it answered 200/, true],
    ['another fault', reply(400, acknowledgementXml('Unable to')), /Unable to/, false],
  ])('%s is a SourceError', async (_title, answer, message, isTransient, retryAfterS) => {
    const { source } = await start((_url, response) => answer(response))
    const failure = await sourceErrorOf(fetchLoad(source))
    expect(failure.message).toMatch(message)
    expect(failure).toMatchObject({ isTransient, retryAfterS: retryAfterS ?? null })
  })
})

test('the pace is at most 60 requests a minute, two at once', async () => {
  const timer = jumpingTimer()
  const arrivals: number[] = []
  let [arePairs, open, mostOpen] = [false, 0, 0]
  let waiting: ServerResponse[] = []
  const { source } = await start(
    (_url, response) => {
      arrivals.push(timer.now())
      mostOpen = Math.max(mostOpen, (open += 1))
      waiting.push(response)
      // The first of two requests at once is answered when the second has arrived.
      if (arePairs && waiting.length < 2) return
      for (const one of waiting) one.end(NO_DATA, () => (open -= 1))
      waiting = []
    },
    { timer },
  )
  for (const feed of source.feeds) await source.fetch(feed, SPAN, never)
  const inTheMinuteFrom = (start: number) =>
    arrivals.filter((other) => other >= start && other < start + 60_000).length
  expect(arrivals).toHaveLength(source.feeds.length)
  expect(Math.max(...arrivals.map(inTheMinuteFrom))).toBe(60)
  arePairs = true
  await Promise.all(source.feeds.slice(0, 20).map((feed) => source.fetch(feed, SPAN, never)))
  expect(mostOpen).toBe(2)
})

test('no error contains the token, however the service repeats it', async () => {
  const echo = `Token ${TOKEN} is unknown. ${'x'.repeat(260)}${TOKEN}`
  const answers: ((response: ServerResponse, url: URL) => void)[] = [
    (response) => response.writeHead(400).end(acknowledgementXml(echo)),
    (response) => response.end(acknowledgementXml(echo)),
    (response) => response.end(`<a${TOKEN}>`),
    (response) => response.end(LOAD_XML.replace('20000', TOKEN)),
    (response) => response.end(LOAD_XML.replace('PT60M', TOKEN)),
    (response, url) => response.writeHead(302, { location: url.href }).end(),
    (response) => response.writeHead(401).end(echo),
    (response) => response.writeHead(503).end(echo),
    (response) => response.socket?.destroy(),
  ]
  for (const answer of answers) {
    const { source } = await start((url, response) => answer(response, url))
    const said = await fetchLoad(source).then(
      ({ faults }) => faults.join(),
      (error: unknown) => inspect(error),
    )
    expect(said).not.toBe('')
    expect(said).not.toContain(TOKEN.slice(0, 8))
  }
})
