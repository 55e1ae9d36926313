import { afterEach, describe, expect, test, vi } from 'vitest'

import { readCurves } from '#web/dashboard/graphs/read-answer.ts'

describe('a page in another zone than the browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** Modules of a page whose address has a zone; the tests themselves run in Europe/Berlin. */
  async function open(zone: string) {
    vi.stubGlobal('location', { search: `?tz=${zone}` })
    vi.resetModules()
    return {
      ...(await import('#web/chart/data/hours-and-weekdays.ts')),
      ...(await import('#web/chart/export/chart-csv.ts')),
      ...(await import('#web/chart/format/time-format.ts')),
      ...(await import('#web/chart/format/time-ticks.ts')),
      ...(await import('#web/chart/heat/heat-grid.ts')),
      ...(await import('#web/dashboard/address/dashboard-url.ts')),
      ...(await import('#web/dashboard/graphs/compare.ts')),
      ...(await import('#web/dashboard/graphs/query-body.ts')),
      ...(await import('#web/dashboard/graphs/graph-card.ts')),
      ...(await import('#web/model/view/delivery-day.ts')),
      ...(await import('#web/zone/display-zone.ts')),
    }
  }
  /** Half past midnight in Berlin and Brussels, the evening before in UTC. */
  const NIGHT = Date.parse('2026-11-20T23:30Z')

  test('has its days, hours and names', async () => {
    const utc = await open('UTC')
    expect(utc.formatMoment(NIGHT / 1000)).toBe('Friday, November 20, 2026 at 23:30 UTC')
    expect(utc.describeZone(NIGHT / 1000, NIGHT / 1000)).toBe('UTC')
    expect(utc.tomorrowOf(new Date(NIGHT))).toBe('2026-11-21')
    expect(utc.stampOf('2026-11-21', '06:00')).toBe(Date.UTC(2026, 10, 21, 6) / 1000)
    const market = await open('Europe/Brussels')
    expect(market.formatMoment(NIGHT / 1000)).toBe('Saturday, November 21, 2026 at 00:30 CET')
    expect(market.tomorrowOf(new Date(NIGHT))).toBe('2026-11-22')
  })

  test('asks for its days, and its address keeps them as wall clock', async () => {
    const { createDefaultFilters, createQuery, readDashboard, writeDashboard } = await open('UTC')
    const filters = createDefaultFilters(NIGHT)
    expect(filters).toMatchObject({
      dateFrom: '2026-11-13T00:00:00.000Z',
      dateTo: '2026-11-20T23:59:00.000Z',
    })
    expect(createQuery(filters).time).toEqual(['2026-11-13 00:00', '2026-11-20 23:59'])
    const address = '?v=1&g=DE,wind,H,2026-11-13T00:00,2026-11-20T23:59,run'
    const cards = readDashboard(address, NIGHT)
    if (cards === null || cards === 'broken') throw new Error('not read')
    expect(cards[0]?.filters.dateFrom).toBe('2026-11-13T00:00:00.000Z')
    expect(writeDashboard(cards)).toBe(address)
  })

  test('has its days in heat maps, its hours in bars and its clock in files', async () => {
    const timesS = Array.from({ length: 24 }, (_, hour) => NIGHT / 1000 + hour * 3600 + 1800)
    const utc = await open('UTC')
    const daysOf = ({ createHeatGrid, columnDate }: typeof utc) => {
      const grid = createHeatGrid(timesS)
      return grid.columns.map((_, column) => columnDate(grid, column))
    }
    expect(daysOf(utc)).toEqual(['2026-11-21'])
    const { cycle } = utc.createHeatGrid(timesS)
    expect(timesS.map((timeS) => cycle.slotOf(timeS))).toEqual(timesS.map((_, hour) => hour))
    const market = await open('Europe/Brussels')
    expect(daysOf(market)).toEqual(['2026-11-21', '2026-11-22'])
    const curves = [{ name: 'Actual', style: 'solid' as const, colourIndex: 0, values: timesS.map(() => 1) }]
    const context = {
      unit: 'MW',
      source: null,
      timeZone: market.zoneName(),
      format: { separator: ',', decimal: '.', times: 'iso' } as const,
    }
    expect(market.createCsv({ timesS, curves }, context).split('\r\n').slice(0, 2)).toEqual([
      expect.stringContaining('time_utc,time_local (Europe/Brussels),Actual (MW)'),
      '2026-11-21T00:00:00Z,2026-11-21 01:00+01:00,1',
    ])
  })

  test('is compared by its own calendar days, also where the clock of the browser changes', async () => {
    const { mergeCompared } = await open('UTC')
    const fromS = Date.parse('2026-10-23T23:00Z') / 1000
    const stamps = [0, 1, 2, 3].map((hour) => [String(fromS + hour * 3600), hour])
    const earlier = readCurves({ Actual: { data: Object.fromEntries(stamps) } })
    const { timesS, curves } = mergeCompared({ timesS: [], curves: [] }, earlier, 'day')
    const clocks = timesS.map((timeS) => new Date(timeS * 1000).toISOString().slice(5, 13))
    expect(clocks).toEqual(['10-24T23', '10-25T00', '10-25T01', '10-25T02'])
    expect(curves[0]?.values).toEqual([0, 1, 2, 3])
  })

  test('has ticks at its midnights and whole hours, also where its clock changes', async () => {
    const at = (text: string) => Date.parse(text) / 1000
    const utc = await open('UTC')
    const ticksOf = ({ timeTicks, TICK_STEPS }: typeof utc, from: string, to: string, wanted: string) => {
      const step = TICK_STEPS.find(({ unit, count }) => `${count} ${unit}` === wanted)
      if (step === undefined) throw new Error('no such step')
      const ticks = timeTicks(at(from), at(to), step)
      return ticks.map((tick) => new Date(tick * 1000).toISOString().slice(5, 16)).join(', ')
    }
    const days = ticksOf(utc, '2026-10-24T12:00Z', '2026-10-26T12:00Z', '1 day')
    expect(days).toBe('10-25T00:00, 10-26T00:00')
    const market = await open('Europe/Brussels')
    const hours = ticksOf(market, '2026-10-24T20:00Z', '2026-10-25T12:00Z', '6 hour')
    expect(hours).toBe('10-24T22:00, 10-25T05:00, 10-25T11:00')
    // The clock skips midnight here.
    const chile = await open('America/Santiago')
    const skipped = ticksOf(chile, '2026-09-05T12:00Z', '2026-09-07T12:00Z', '1 day')
    expect(skipped).toBe('09-06T04:00, 09-07T03:00')
  })
})
