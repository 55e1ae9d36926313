import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { createCsv, type CsvContext } from './chart-csv.ts'

const CONTEXT: CsvContext = {
  unit: 'MW',
  source: null,
  format: { separator: ',', decimal: '.', times: 'iso' },
}

interface Row {
  timestamp: number
  values: readonly (number | null)[]
}

function graph(names: readonly string[], rows: readonly Row[]): ChartData {
  return {
    timesS: rows.map(({ timestamp }) => timestamp / 1000),
    curves: names.map((name, index) => ({
      name,
      style: 'solid',
      colourIndex: 0,
      values: rows.map(({ values }) => values[index] ?? null),
    })),
  }
}

test('stamps are in UTC and local time, values have at most three decimals, missing values are empty cells', () => {
  const data = graph(
    ['Actual', 'Actual · previous week'],
    [
      { timestamp: Date.UTC(2026, 9, 25, 0), values: [0, null] },
      { timestamp: Date.UTC(2026, 9, 25, 1), values: [-1234.5678, 41_000.25] },
    ],
  )
  expect(createCsv(data, CONTEXT)).toBe(
    [
      '\uFEFFtime_utc,time_local (Europe/Berlin),Actual (MW),Actual · previous week (MW)',
      '2026-10-25T00:00:00Z,2026-10-25 02:00+02:00,0,',
      '2026-10-25T01:00:00Z,2026-10-25 02:00+01:00,-1234.568,41000.25',
      '',
    ].join('\r\n'),
  )
})

test('stamps with a remark carry it, in a column that is there only then', () => {
  const rows = [1, 2].map((value, hour) => ({ timestamp: hour * 3_600_000, values: [value] }))
  const data = graph(['Actual'], rows)
  const remarks = [
    { fromS: 3600, toS: 7200, text: 'load suspiciously low' },
    { fromS: 3600, toS: 3700, text: 'wind forecast copied' },
  ]
  const lines = createCsv({ ...data, remarks }, CONTEXT)
    .slice(1)
    .trim()
    .split('\r\n')
  expect(lines).toEqual([
    'time_utc,time_local (Europe/Berlin),Actual (MW),remark',
    '1970-01-01T00:00:00Z,1970-01-01 01:00+01:00,1,',
    '1970-01-01T01:00:00Z,1970-01-01 02:00+01:00,2,load suspiciously low; wind forecast copied',
  ])
})

test('spreadsheets that write decimal commas get them, with semicolons between the cells', () => {
  const data = graph(['One, two', 'a;b'], [{ timestamp: 0, values: [-1.5, null] }])
  const format = { separator: ';', decimal: ',', times: 'spreadsheet' } as const
  const lines = createCsv(data, { ...CONTEXT, format }).split('\r\n')
  expect(lines).toEqual([
    '\uFEFFtime_utc;time_local (Europe/Berlin);One, two (MW);"a;b (MW)"',
    '1970-01-01 00:00;1970-01-01 01:00;-1,5;',
    '',
  ])
})

test('a difference has no more decimals than its values', () => {
  const data = graph(['Error'], [{ timestamp: 0, values: [41_234.56 - 41_234.5] }])
  expect(createCsv(data, CONTEXT)).toContain(',0.06\r\n')
})

test('the source is in the header of every column', () => {
  const [header] = createCsv(graph(['Actual'], []), { ...CONTEXT, source: 'Demo data' }).split('\r\n')
  expect(header).toMatch(/,"Actual \(MW, Demo data\)"$/)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('a curve named %j is not a formula', (name) => {
  const [header = ''] = createCsv(graph([name], []), CONTEXT).split('\r\n')
  const [, , cell] = parse(`${header}\n`, { relax_column_count: true })[0] ?? []
  expect(cell?.startsWith("'")).toBe(true)
})

test('whatever a curve is called, every line has as many cells as there are columns', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (names) => {
      const csv = createCsv(graph(names, [{ timestamp: 0, values: names.map(() => 1) }]), CONTEXT)
      const records: string[][] = parse(csv, { bom: true, record_delimiter: '\r\n' })
      expect(records.map((cells) => cells.length)).toEqual([names.length + 2, names.length + 2])
      const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name} (MW)` : `${name} (MW)`)
      expect(records[0]?.slice(2)).toEqual(names.map(asText))
    }),
  )
})
