import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import { acknowledgementXml, documentXml, pointsOf } from '#server/testing/services/entsoe-documents.ts'
import type { TestPeriod, TestSeries } from '#server/testing/services/entsoe-documents.ts'

import { readEntsoeDocument } from './document.ts'

const readLoad = (xml: string) => readEntsoeDocument(xml, { area: 'PL', quantities: ['load'] })
const readGeneration = (xml: string) => readEntsoeDocument(xml, { area: 'PL', quantities: ['solar', 'wind'] })
const PERIOD: TestPeriod = {
  start: '2026-03-01T23:00Z',
  end: '2026-03-02T03:00Z',
  points: pointsOf('1:20100 2:19850.5 3:0 4:-3'),
}
const withPeriod = (period: Partial<TestPeriod>, series: Partial<TestSeries> = {}) =>
  documentXml({ series: [{ ...series, periods: [{ ...PERIOD, ...period }] }] })

function valuesOf(xml: string): number[][] {
  const document = readLoad(xml)
  return (document?.series ?? []).flatMap((series) => series.blocks.map((block) => [...block.powerMw]))
}

describe('a document', () => {
  test('gives type, process and series with their blocks', () => {
    const xml = documentXml({
      documentType: 'A75',
      series: [{ direction: 'in', psrType: 'B16', businessType: 'A01', periods: [PERIOD] }],
    })
    expect(readGeneration(xml)).toEqual({
      documentType: 'A75',
      processType: 'A16',
      faults: [],
      series: [
        {
          quantity: 'solar',
          repeated: 0,
          blocks: [
            {
              startsAtUtc: Date.UTC(2026, 2, 1, 23),
              stepMinutes: 60,
              powerMw: Float64Array.of(20_100, 19_850.5, 0, -3),
            },
          ],
        },
      ],
    })
  })

  test('without series is empty', () => {
    expect(readLoad(documentXml({ series: [] }))?.series).toEqual([])
  })

  test('is read whatever its namespace, prefix, byte order mark or line ends', () => {
    const xml = withPeriod({})
    const plain = readLoad(xml)
    const prefixed = xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1ns1:').replace('xmlns=', 'xmlns:ns1=')
    expect(readLoad(prefixed)).toEqual(plain)
    expect(readLoad(xml.replace('451-6:generationloaddocument:3:0', 'other:9:9'))).toEqual(plain)
    expect(readLoad(`\uFEFF${xml}`)).toEqual(plain)
    expect(readLoad(xml.replaceAll('\n', '\r\n'))).toEqual(plain)
  })
})

const quarters = { end: '2026-03-02T00:15Z', resolution: 'PT15M' }

test.each<[string, Partial<TestPeriod>, number[], string | null]>([
  // Up to the next point, and to the end of the Period.
  ['A03 repeats a value', { ...quarters, points: pointsOf('1:5 3:7') }, [5, 5, 7, 7, 7], 'A03'],
  ['A03 needs no order of the points', { ...quarters, points: pointsOf('4:7 1:5') }, [5, 5, 5, 7, 7], 'A03'],
  ['A03 knows nothing before the first point', { points: [[3, 6]] }, [NaN, NaN, 6, 6], 'A03'],
  ['A01 leaves missing what is not sent', { points: pointsOf('1:5 3:7') }, [5, NaN, 7, NaN], 'A01'],
  ['no type leaves missing what is not sent', { points: pointsOf('1:5 3:7') }, [5, NaN, 7, NaN], null],
])('curve type %s', (_title, period, values, curveType) => {
  expect(valuesOf(withPeriod(period, { curveType }))).toEqual([values])
})

describe('curve type A03', () => {
  test('repeats within a Period and never across', () => {
    const periods = [
      { start: '2026-03-01T23:00Z', end: '2026-03-02T02:00Z', points: pointsOf('1:8') },
      { start: '2026-03-02T17:00Z', end: '2026-03-02T19:00Z', points: pointsOf('1:9') },
    ]
    expect(valuesOf(documentXml({ series: [{ periods }] }))).toEqual([
      [8, 8, 8],
      [9, 9],
    ])
  })

  test('takes the last of two points at one position and counts the other', () => {
    expect(readLoad(withPeriod({ points: pointsOf('1:5 2:6 2:7') }))?.series).toMatchObject([
      { blocks: [{ powerMw: Float64Array.of(5, 7, 7, 7) }], repeated: 1 },
    ])
  })

  test('does not carry on a series that was cut after its thousandth point', () => {
    const points = Array.from({ length: 1000 }, (_, index) => [index + 1, index] as const)
    const week = { start: '2026-03-01T00:00Z', end: '2026-03-15T00:00Z', resolution: 'PT15M' }
    const cut = valuesOf(withPeriod({ ...week, points }))[0]
    expect(cut?.slice(998, 1002)).toEqual([998, 999, NaN, NaN])
    const whole = valuesOf(withPeriod({ ...week, points: points.slice(0, 999) }))[0]
    expect(whole?.slice(998, 1002)).toEqual([998, 998, 998, 998])
  })
})

describe('an acknowledgement', () => {
  test('of no matching data is empty', () => {
    const text = 'No matching data found for Data item TOTAL_LOAD [6.1.C&amp;D] (10YPL-AREA-----S).'
    expect(readLoad(acknowledgementXml(text))).toBeNull()
  })

  test.each([
    ['The number of instances (149) exceeds the allowed maximum (100)', /instances \(149\) exceeds/],
    ['Input parameter does not exist: curveType', /Input parameter does not exist/],
    ['', /gives no reason/],
  ])('of anything else is an error that says so: %s', (text, message) => {
    expect(() => readLoad(acknowledgementXml(text))).toThrow(message)
  })
})

/** Result of a document that holds one wrong thing: each value by its hour, and the hours that are not known. */
function readAround(xml: string) {
  const document = readLoad(xml)
  const hourOf = (utc: number) => (utc - Date.parse(PERIOD.start)) / HOUR_MS
  return {
    values: (document?.series ?? []).flatMap(({ blocks }) =>
      blocks.flatMap(({ startsAtUtc, powerMw }) =>
        [...powerMw].flatMap((value, index) =>
          Number.isNaN(value) ? [] : [[hourOf(startsAtUtc) + index, value]],
        ),
      ),
    ),
    unread: (document?.faults ?? []).map(
      ({ spans }) => spans?.map(({ fromUtc, toUtc }) => [hourOf(fromUtc), hourOf(toUtc)]) ?? null,
    ),
    message: (document?.faults ?? []).map((fault) => fault.message).join(),
  }
}

describe('left out, with all that it may stand for', () => {
  const A01 = { curveType: 'A01' }
  const withPoint = (xml: string, series: Partial<TestSeries> = {}) =>
    withPeriod({ points: pointsOf('1:20100 2:X 4:3') }, series).replace(/<position>2.*\n.*X<\/quantity>/, xml)
  const quantity = (text: string) => withPoint(`<position>2</position><quantity>${text}</quantity>`)
  const position = (text: string, series = {}) =>
    withPoint(`<position>${text}</position><quantity>5</quantity>`, series)

  // The wrong point stands for the hours until the next one.
  test.each<[string, string, RegExp]>([
    ['a quantity that is not a number', quantity('NaN'), /quantity NaN/],
    ['a decimal comma', quantity('1,5'), /quantity 1,5/],
    ['a number beyond all numbers', quantity('1e309'), /quantity 1e309/],
    ['digits beyond all numbers', quantity('9'.repeat(400)), /quantity 999/],
    ['a hexadecimal quantity', quantity('0x10'), /quantity 0x10/],
    ['an undefined entity', quantity('&big;'), /quantity &big;/],
    // It may stand for any hour that is not sent.
    ['a broken position', position('1.5'), /position 1\.5/],
    ['nothing', withPoint(''), /position is missing/],
    ['no position where every hour is sent', position('', A01), /position is missing/],
  ])('a point with %s', (_title, xml, message) => {
    const { message: said, ...read } = readAround(xml)
    expect(read).toEqual({
      values: [
        [0, 20_100],
        [3, 3],
      ],
      unread: [[[1, 3]]],
    })
    expect(said).toMatch(/^left out: TimeSeries 1, 2026-03-02T00:00Z to 2026-03-02T02:00Z: /)
    expect(said).toMatch(message)
  })

  const other: TestPeriod = { start: '2026-03-02T03:00Z', end: '2026-03-02T05:00Z', points: [[1, 8]] }
  const withOther = (period: Partial<TestPeriod>) =>
    documentXml({ series: [{ periods: [{ ...PERIOD, ...period }, other] }] })
  const OTHER = [
    [4, 8],
    [5, 8],
  ]
  test.each<[string, string, number[] | null, RegExp]>([
    ['no Point', withOther({ points: [] }), [0, 4], /no Point/],
    // The others may be of other hours than they say.
    ['a position too large', withOther({ points: pointsOf('1:1 5:5') }), [0, 4], /position 5 is outside/],
    // Positions that count from zero would put every value an hour early.
    ...[0, -1].map((place): [string, string, number[], RegExp] => [
      `the position ${place}`,
      withOther({ points: pointsOf(`${place}:1 1:5`) }),
      [0, 4],
      new RegExp(`position ${place} is outside`),
    ]),
    ['a resolution of days', withOther({ resolution: 'P1D' }), [0, 4], /resolution P1D/],
    ['a resolution of one minute', withOther({ resolution: 'PT1M' }), [0, 4], /resolution PT1M/],
    ['half a step', withOther({ end: '2026-03-02T02:30Z' }), [0, 3.5], /whole steps/],
    ['a start between the steps', withOther({ start: '2026-03-01T23:15Z' }), [0.25, 4], /whole/],
    ['a thousand years', withOther({ end: '3026-03-01T23:00Z' }), [0, 8_765_808], /too long/],
    ['no end', withOther({}).replace(/<end>.*<\/end>/, ''), null, /end is missing/],
    ['a start that does not exist', withOther({ start: '2026-02-30T00:00Z' }), null, /start of a Period/],
    ['an end without a zone', withOther({ end: '2026-03-02T03:00' }), null, /end of a Period/],
    ['an end before the start', withOther({ end: '2026-03-01T22:00Z' }), null, /ends before/],
  ])('a Period with %s', (_title, xml, hours, message) => {
    const { message: said, ...read } = readAround(xml)
    expect(read).toEqual({ values: OTHER, unread: [hours === null ? null : [hours]] })
    expect(said).toMatch(message)
  })

  const withSeries = (series: Partial<TestSeries>) =>
    documentXml({ series: [{ periods: [PERIOD], ...series }, { periods: [other] }] })
  test.each<[string, string, number[] | null, RegExp]>([
    [
      'no Period',
      withSeries({ periods: [] }),
      null,
      /^left out: TimeSeries 1, of an unknown time: .* no Period/,
    ],
    ['another unit', withSeries({ unit: 'KWT' }), [0, 4], /unit KWT/],
    ['another curve type', withSeries({ curveType: 'A02' }), [0, 4], /curve type A02/],
    ['2 types', withSeries({ businessType: 'A04</businessType><businessType>A60' }), [0, 4], /businessType/],
    ['the domain of generation', withSeries({ direction: 'in' }), [0, 4], /domain/],
  ])('a TimeSeries with %s', (_title, xml, hours, message) => {
    const { message: said, ...read } = readAround(xml)
    expect(read).toEqual({ values: OTHER, unread: [hours === null ? null : [hours]] })
    expect(said).toMatch(message)
  })
})

describe('refused as a whole', () => {
  const cases: [string, string, RegExp][] = [
    ['2 types', withPeriod({}).replace('<type>', '<type>A75</type><type>'), /type is not one text/],
    ['no process', withPeriod({}).replace(/<process.processType>.*/, ''), /process.processType is missing/],
    ['a document type declaration', `<!DOCTYPE x>${withPeriod({})}`, /document type/],
    ['a document of prices', withPeriod({}).replaceAll('GL_', 'Publication_'), /it is a Publication_/],
    ['two roots', `${withPeriod({})}<GL_MarketDocument/>`, /one root/],
    ['text after the root', `${withPeriod({})}more`, /Extra text/],
    ['a tag full of attributes', `<GL_MarketDocument ${'b="" '.repeat(1000)}/>`, /A tag is too long/],
    ['a reserved name', withPeriod({}).replaceAll('mRID', '__proto__'), /cannot be read/],
    ['a web page', '<html><body><h1>Maintenance</h1></body></html>', /it is a html/],
    ['nothing', '', /cannot be read/],
    ['JSON', '{"error":"down"}', /cannot be read/],
  ]

  test.each(cases)('%s', (_title, xml, message) => {
    expect(() => readLoad(xml)).toThrow(SourceError)
    expect(() => readLoad(xml)).toThrow(message)
  })

  test('a document that a few bytes blow up beyond any request', () => {
    const year = { start: '2025-01-01T00:00Z', end: '2026-01-01T00:00Z', resolution: 'PT15M' }
    const series = { periods: [{ ...year, points: [[1, 5] as const] }] }
    const xml = documentXml({ series: Array.from({ length: 60 }, () => series) })
    expect(() => readLoad(xml)).toThrow(/more than any request/)
  })

  test('every truncation, at every byte', () => {
    const xml = withPeriod({})
    const end = xml.lastIndexOf('>')
    for (let length = 0; length <= end; length += 1)
      expect(() => readLoad(xml.slice(0, length)), `cut at ${length}`).toThrow(SourceError)
    expect(readLoad(xml.slice(0, end + 1))?.series).toHaveLength(1)
  })
})

describe('of generation only the taken plant types are read', () => {
  const period = { start: '2026-03-02T00:00Z', end: '2026-03-02T01:00Z', points: [[1, 5]] as const }
  const solar = { direction: 'in', psrType: 'B16', businessType: 'A01', periods: [period] } as const
  const gas = { ...solar, psrType: 'B04' }
  test.each<[string, Partial<TestSeries>]>([
    ['without a Period', { periods: [] }],
    ['of curve type A02', { curveType: 'A02' }],
    ['of five minutes', { periods: [{ ...period, resolution: 'PT5M' }] }],
    ['in another unit', { unit: 'MWH' }],
  ])('so a series of another type %s does no harm', (_title, wrong) => {
    const document = readGeneration(
      documentXml({ documentType: 'A75', series: [{ ...gas, ...wrong }, solar] }),
    )
    expect(document?.series.map(({ quantity }) => quantity)).toEqual(['solar'])
    expect(document?.faults).toEqual([])
  })

  test('and none of what plants consume, whatever is wrong with it', () => {
    const xml = documentXml({
      documentType: 'A75',
      series: [{ ...solar, direction: 'out', periods: [] }, solar],
    })
    expect(readGeneration(xml)).toMatchObject({ series: [{}], faults: [] })
  })
})
