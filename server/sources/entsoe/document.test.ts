import { describe, expect, test } from 'vitest'

import { SourceError } from '#server/errors.ts'
import {
  acknowledgementXml,
  documentXml,
  type TestPeriod,
  type TestSeries,
} from '#server/testing/entsoe-documents.ts'

import { readEntsoeDocument } from './document.ts'

const PERIOD: TestPeriod = {
  start: '2026-03-01T23:00Z',
  end: '2026-03-02T03:00Z',
  points: [
    [1, 20_100],
    [2, 19_850.5],
    [3, 0],
    [4, -3],
  ],
}
const withPeriod = (period: Partial<TestPeriod>, series: Partial<TestSeries> = {}) =>
  documentXml({ series: [{ ...series, periods: [{ ...PERIOD, ...period }] }] })

function valuesOf(xml: string): number[][] {
  const document = readEntsoeDocument(xml)
  return (document?.series ?? []).flatMap((series) => series.blocks.map((block) => [...block.powerMw]))
}

describe('a document', () => {
  test('gives type, process and series with their blocks', () => {
    const xml = documentXml({
      documentType: 'A75',
      series: [{ direction: 'in', psrType: 'B16', businessType: 'A01', periods: [PERIOD] }],
    })
    expect(readEntsoeDocument(xml)).toEqual({
      documentType: 'A75',
      processType: 'A16',
      series: [
        {
          direction: 'in',
          eic: '10YPL-AREA-----S',
          psrType: 'B16',
          businessType: 'A01',
          blocks: [
            {
              startsAtUtc: Date.UTC(2026, 2, 1, 23),
              stepMinutes: 60,
              powerMw: Float64Array.of(20_100, 19_850.5, 0, -3),
              repeatedPoints: 0,
            },
          ],
        },
      ],
    })
  })

  test('without series is empty', () => {
    expect(readEntsoeDocument(documentXml({ series: [] }))?.series).toEqual([])
  })

  test('is read whatever its namespace, prefix, byte order mark or line ends', () => {
    const xml = withPeriod({})
    const plain = readEntsoeDocument(xml)
    const prefixed = xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1ns1:').replace('xmlns=', 'xmlns:ns1=')
    expect(readEntsoeDocument(prefixed)).toEqual(plain)
    expect(readEntsoeDocument(xml.replace('451-6:generationloaddocument:3:0', 'other:9:9'))).toEqual(plain)
    expect(readEntsoeDocument(`\uFEFF${xml}`)).toEqual(plain)
    expect(readEntsoeDocument(xml.replaceAll('\n', '\r\n'))).toEqual(plain)
  })
})

describe('curve type A03', () => {
  const quarters = { end: '2026-03-02T00:15Z', resolution: 'PT15M' }

  test('repeats a value up to the next point and the last one to the end of the Period', () => {
    const points: TestPeriod['points'] = [
      [1, 5],
      [3, 7],
    ]
    expect(valuesOf(withPeriod({ ...quarters, points }))).toEqual([[5, 5, 7, 7, 7]])
  })

  test('repeats within a Period and never across', () => {
    const xml = documentXml({
      series: [
        {
          periods: [
            { start: '2026-03-01T23:00Z', end: '2026-03-02T02:00Z', points: [[1, 8]] },
            { start: '2026-03-02T17:00Z', end: '2026-03-02T19:00Z', points: [[1, 9]] },
          ],
        },
      ],
    })
    expect(valuesOf(xml)).toEqual([
      [8, 8, 8],
      [9, 9],
    ])
  })

  test('does not depend on the order of the points', () => {
    const points: TestPeriod['points'] = [
      [4, 7],
      [1, 5],
    ]
    expect(valuesOf(withPeriod({ ...quarters, points }))).toEqual([[5, 5, 5, 7, 7]])
  })

  test('leaves missing what comes before the first point', () => {
    expect(valuesOf(withPeriod({ points: [[3, 6]] }))).toEqual([[Number.NaN, Number.NaN, 6, 6]])
  })

  test('takes the last of two points at one position and counts the other', () => {
    const points: TestPeriod['points'] = [
      [1, 5],
      [2, 6],
      [2, 7],
    ]
    const document = readEntsoeDocument(withPeriod({ points }))
    expect(document?.series[0]?.blocks[0]).toMatchObject({
      powerMw: Float64Array.of(5, 7, 7, 7),
      repeatedPoints: 1,
    })
  })

  test('does not carry on a series that was cut after its thousandth point', () => {
    const points = Array.from({ length: 1000 }, (_, index) => [index + 1, index] as const)
    const week = { start: '2026-03-01T00:00Z', end: '2026-03-15T00:00Z', resolution: 'PT15M' }
    const cut = valuesOf(withPeriod({ ...week, points }))[0]
    expect(cut?.slice(998, 1002)).toEqual([998, 999, Number.NaN, Number.NaN])
    const whole = valuesOf(withPeriod({ ...week, points: points.slice(0, 999) }))[0]
    expect(whole?.slice(998, 1002)).toEqual([998, 998, 998, 998])
  })
})

describe('curve type A01', () => {
  test.each(['A01', null])('%s leaves missing what is not sent', (curveType) => {
    const points: TestPeriod['points'] = [
      [1, 5],
      [3, 7],
    ]
    expect(valuesOf(withPeriod({ points }, { curveType }))).toEqual([[5, Number.NaN, 7, Number.NaN]])
  })
})

describe('an acknowledgement', () => {
  test('of no matching data is empty', () => {
    const text = 'No matching data found for Data item TOTAL_LOAD [6.1.C&amp;D] (10YPL-AREA-----S).'
    expect(readEntsoeDocument(acknowledgementXml(text))).toBeNull()
  })

  test.each([
    [
      'The number of instances (149) exceeds the allowed maximum (100)',
      /number of instances \(149\) exceeds/,
    ],
    ['Input parameter does not exist: curveType', /Input parameter does not exist/],
    ['', /gives no reason/],
  ])('of anything else is an error that says so: %s', (text, message) => {
    expect(() => readEntsoeDocument(acknowledgementXml(text))).toThrow(message)
  })
})

describe('refused as a whole', () => {
  const point = (position: number | string, quantity: number | string) => ({
    points: [...PERIOD.points.slice(0, 1), [position, quantity] as const],
  })
  const cases: [string, string, RegExp][] = [
    ['a quantity that is not a number', withPeriod(point(2, 'NaN')), /quantity NaN/],
    ['a decimal comma', withPeriod(point(2, '1,5')), /quantity 1,5/],
    ['a number beyond all numbers', withPeriod(point(2, '1e309')), /quantity 1e309/],
    ['digits beyond all numbers', withPeriod(point(2, '9'.repeat(400))), /quantity 999/],
    ['an empty quantity', withPeriod(point(2, '')), /quantity is missing/],
    ['a hexadecimal quantity', withPeriod(point(2, '0x10')), /quantity 0x10/],
    ['an undefined entity', withPeriod(point(2, '&big;')), /quantity &big;/],
    ['a position of zero', withPeriod(point(0, 5)), /position 0/],
    ['a negative position', withPeriod(point(-1, 5)), /position -1/],
    ['a broken position', withPeriod(point('1.5', 5)), /position 1\.5/],
    ['a position beyond the interval', withPeriod(point(5, 5)), /position 5/],
    ['a quantity given twice', withPeriod(point(2, '5</quantity><quantity>6')), /quantity is not one text/],
    ['a Period without points', withPeriod({ points: [] }), /no Point/],
    ['a Period without its end', withPeriod({}).replace(/<end>.*<\/end>/, ''), /end is missing/],
    [
      'a Period without its interval',
      withPeriod({}).replace(/<timeInterval>[^]*<\/timeInterval>/, ''),
      /timeIn/,
    ],
    ['a start on a day that does not exist', withPeriod({ start: '2026-02-30T00:00Z' }), /start of a Period/],
    ['an end without a zone', withPeriod({ end: '2026-03-02T03:00' }), /end of a Period/],
    ['an end before the start', withPeriod({ end: '2026-03-01T22:00Z' }), /ends before/],
    ['a Period of a thousand years', withPeriod({ end: '3026-03-01T23:00Z' }), /too long/],
    ['half a step', withPeriod({ end: '2026-03-02T02:30Z' }), /whole steps/],
    [
      'a start between the steps',
      withPeriod({ start: '2026-03-01T23:10Z', end: '2026-03-02T03:10Z' }),
      /whole/,
    ],
    ['a resolution of days', withPeriod({ resolution: 'P1D' }), /resolution P1D/],
    ['a resolution of one minute', withPeriod({ resolution: 'PT1M' }), /resolution PT1M/],
    ['another unit', withPeriod({}, { unit: 'KWT' }), /unit KWT/],
    ['another curve type', withPeriod({}, { curveType: 'A02' }), /curve type A02/],
    ['a series without an area', withPeriod({}).replaceAll(/<.*BiddingZone.*>/g, ''), /one domain/],
    ['a series without Periods', documentXml({ series: [{ periods: [] }] }), /no Period/],
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
    expect(() => readEntsoeDocument(xml)).toThrow(SourceError)
    expect(() => readEntsoeDocument(xml)).toThrow(message)
  })

  test('one broken series takes the good one with it', () => {
    const xml = documentXml({
      series: [{ periods: [PERIOD] }, { periods: [{ ...PERIOD, points: [[9, 1]] }] }],
    })
    expect(() => readEntsoeDocument(xml)).toThrow(/position 9/)
  })

  test('a billion laughs expand nothing', () => {
    const entities = Array.from({ length: 9 }, (_, level) => {
      const below = level === 0 ? 'ha' : `&l${level - 1};`.repeat(10)
      return `<!ENTITY l${level} "${below}">`
    }).join('')
    const xml = withPeriod(point(2, '&l8;')).replace('<GL_', `<!DOCTYPE GL [${entities}]><GL_`)
    expect(() => readEntsoeDocument(xml)).toThrow(/document type/)
  })

  test('a document that a few bytes blow up beyond any request', () => {
    const year = { start: '2025-01-01T00:00Z', end: '2026-01-01T00:00Z', resolution: 'PT15M' }
    const series = { periods: [{ ...year, points: [[1, 5] as const] }] }
    const xml = documentXml({ series: Array.from({ length: 60 }, () => series) })
    expect(() => readEntsoeDocument(xml)).toThrow(/more than any request/)
  })

  test('every truncation, at every byte', () => {
    const xml = withPeriod({})
    const end = xml.lastIndexOf('>')
    for (let length = 0; length <= end; length += 1)
      expect(() => readEntsoeDocument(xml.slice(0, length)), `cut at ${length}`).toThrow(SourceError)
    expect(readEntsoeDocument(xml.slice(0, end + 1))?.series).toHaveLength(1)
  })
})

describe('of generation only the taken plant types are read', () => {
  const period = { start: '2026-03-02T00:00Z', end: '2026-03-02T01:00Z', points: [[1, 5]] as const }
  const solar = { direction: 'in', psrType: 'B16', businessType: 'A01', periods: [period] } as const
  const gas = { ...solar, psrType: 'B04' }
  const inDomain =
    '<inBiddingZone_Domain.mRID codingScheme="A01">10YPL-AREA-----S</inBiddingZone_Domain.mRID>'
  const gasWithBothDomains = documentXml({ documentType: 'A75', series: [gas, solar] }).replace(
    inDomain,
    inDomain + inDomain.replaceAll('inBidding', 'outBidding'),
  )
  test.each([
    ['without a Period', documentXml({ documentType: 'A75', series: [{ ...gas, periods: [] }, solar] })],
    [
      'of curve type A02',
      documentXml({ documentType: 'A75', series: [{ ...gas, curveType: 'A02' }, solar] }),
    ],
    [
      'of five minutes',
      documentXml({
        documentType: 'A75',
        series: [{ ...gas, periods: [{ ...period, resolution: 'PT5M' }] }, solar],
      }),
    ],
    ['with two domains', gasWithBothDomains],
    ['in another unit', documentXml({ documentType: 'A75', series: [{ ...gas, unit: 'MWH' }, solar] })],
  ])('so a series of another type %s does no harm', (_title, xml) => {
    expect(() => readEntsoeDocument(xml)).toThrow(SourceError)
    const document = readEntsoeDocument(xml, new Set(['B16']))
    expect(document?.series.map(({ psrType }) => psrType)).toEqual(['B16'])
  })
})
