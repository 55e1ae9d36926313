import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { QUANTITIES, type StoredQuantity } from '#server/series/series.ts'
import { mergeBlocks, touching } from '#server/sources/quarter-hours.ts'
import { readFeed } from '#server/sources/read-feed.ts'
import { WIND_POWER } from '#server/sources/wind-power.ts'
import { documentXml, type TestSeries } from '#server/testing/services/entsoe-documents.ts'
import { partsInMemory } from '#server/testing/source.ts'

import { EIC_BY_AREA } from './areas.ts'
import { readEntsoeDocument } from './document.ts'

const MIDNIGHT = Date.UTC(2026, 4, 11)
const SPAN = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 12 * HOUR_MS }
const instant = (hour: number) => new Date(MIDNIGHT + hour * HOUR_MS).toISOString()

/** Six hours as one Period from an hour on; a value that repeats the one before is left out under A03. */
function period(from: number, powerMw: readonly number[], curveType: string) {
  const points = powerMw.flatMap((value, index) =>
    curveType === 'A01' || value !== powerMw[index - 1] ? [[index + 1, value] as const] : [],
  )
  const resolution = powerMw.length === 24 ? 'PT15M' : 'PT60M'
  return { start: instant(from), end: instant(from + 6), resolution, points }
}

const seriesOf = (shape: Omit<TestSeries, 'periods'>) => {
  const values = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: length, maxLength: length })
  return fc
    .record({
      length: fc.constantFrom(6, 24).chain((length) => fc.tuple(values(length), values(length))),
      curveType: fc.constantFrom('A01', 'A03'),
    })
    .map(({ length: [morning, afternoon], curveType }): TestSeries => ({
      ...shape,
      curveType,
      periods: [period(0, morning, curveType), period(6, afternoon, curveType)],
    }))
}

interface Case {
  area: 'DE' | 'IT-SUD'
  isLoad: boolean
  series: TestSeries[]
}
const cases: fc.Arbitrary<Case> = fc.constantFrom('DE' as const, 'IT-SUD' as const).chain((area) => {
  const eic = EIC_BY_AREA[area]
  const plant = (psrType: string, direction: 'in' | 'out' = 'in') =>
    seriesOf({ eic, psrType, direction, businessType: 'A01' })
  return fc.oneof(
    fc.record({
      area: fc.constant(area),
      isLoad: fc.constant(false),
      series: fc.tuple(plant('B16', 'out'), plant('B04'), plant('B16'), plant('B18'), plant('B19')),
    }),
    fc.record({ area: fc.constant(area), isLoad: fc.constant(true), series: fc.tuple(seriesOf({ eic })) }),
  )
})

const ELEMENTS =
  /<(position|quantity|start|end|resolution|quantity_Measure_Unit\.name|curveType|psrType|MktPSRType|timeInterval|(?:in|out)BiddingZone_Domain\.mRID)(?: [^>]*)?>[^]*?<\/\1>/g

/** Ways to spoil an element of a document that stays well-formed. */
const SPOILED: Readonly<Record<string, (element: string, name: string) => string>> = {
  'is empty': (_element, name) => `<${name}></${name}>`,
  'is closed at once': (_element, name) => `<${name}/>`,
  'says nothing': (_element, name) => `<${name}>?</${name}>`,
  'has children': (_element, name) => `<${name}><x>1</x></${name}>`,
  'is there twice': (element) => element + element,
  'is there with another value too': (element) => element + element.replaceAll(/>[^<]+</g, '>1<'),
  // Without a curve type every point is sent, as in old documents: that says something else, but can be read.
  'is not there': (element, name) => (name === 'curveType' ? `<${name}/>` : ''),
}

async function read({ area, isLoad }: Case, xml: string) {
  const feed = {
    area,
    kind: 'actual',
    quantities: isLoad ? (['load'] as const) : (['solar', 'wind'] as const),
  } as const
  const document = readEntsoeDocument(xml, feed)
  if (document === null) throw new Error('the document is empty')
  const { blocks, unread, faults } = await readFeed(feed, SPAN, document, partsInMemory())
  const valuesOf = (quantity: StoredQuantity) =>
    mergeBlocks(
      blocks.filter((block) => block.quantity === quantity),
      SPAN,
    ).quarters.powerMw
  const isUnread = (quantity: StoredQuantity) => touching(unread.filter((one) => one.quantity === quantity))
  return { valuesOf, isUnread, faults }
}

test('one element that cannot be read makes no value wrong, and no hour that it took along is left unreported', async () => {
  expect([WIND_POWER.DE.offshoreSinceUtc, WIND_POWER['IT-SUD'].offshoreSinceUtc]).toEqual([0, null])
  let spoiledAny = 0
  await fc.assert(
    fc.asyncProperty(cases, fc.nat(), fc.constantFrom(...Object.keys(SPOILED)), async (one, choice, way) => {
      const xml = documentXml({ documentType: one.isLoad ? 'A65' : 'A75', series: one.series })
      const elements = [...xml.matchAll(ELEMENTS)]
      const match = elements[choice % elements.length]
      if (match === undefined) throw new Error('no element')
      const [element, name = ''] = match
      const { index } = match
      const spoiled = SPOILED[way]?.(element, name) ?? ''
      const whole = await read(one, xml)
      const rest = await read(one, xml.slice(0, index) + spoiled + xml.slice(index + element.length))
      expect(whole.faults).toEqual([])
      for (const quantity of [...QUANTITIES, 'wind_offshore'] as const) {
        const isUnread = rest.isUnread(quantity)
        for (const [quarter, value] of whole.valuesOf(quantity).entries()) {
          const other = rest.valuesOf(quantity)[quarter] ?? NaN
          if (Object.is(value, other)) continue
          spoiledAny += 1
          const utc = MIDNIGHT + quarter * 15 * 60_000
          const what = `${quantity} at quarter ${quarter}: ${value} became ${other}, ${name} ${way}`
          const found = { what, other, isUnread: isUnread(utc), isReported: rest.faults.length > 0 }
          expect(found).toEqual({ what, other: NaN, isUnread: true, isReported: true })
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(spoiledAny).toBeGreaterThan(50)
})
