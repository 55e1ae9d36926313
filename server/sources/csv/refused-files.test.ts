import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { importText, optionsOf, storedValues } from '#server/testing/csv-files.ts'
import { openMemoryDatabase } from '#server/testing/database.ts'

import { importCsv } from './import-csv.ts'

describe('a bad line stops the whole file', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMemoryDatabase()
  })
  afterAll(() => database.close())

  const good = '2026-03-02T00:00Z,DE,1,2\n'
  const cases: [string, string, RegExp][] = [
    ['decimal comma', '2026-03-02T01:00Z,DE,"1,5",2', /^line 3: "1,5" in the column load is not a number/],
    ['text', '2026-03-02T01:00Z,DE,1,n/a', /^line 3: "n\/a" in the column wind/],
    [
      'a missing value',
      '2026-03-02T01:00Z,DE,#N/A,2',
      /^line 3: "#N\/A" .* Leave the cell of a missing value empty/,
    ],
    [
      'row numbers of R',
      '1,2026-03-02T01:00Z,DE,1,2',
      /has 5 cells, the header has 4\. .*row\.names = FALSE/,
    ],
    ['NaN', '2026-03-02T01:00Z,DE,NaN,2', /"NaN"/],
    ['beyond all numbers', '2026-03-02T01:00Z,DE,1e309,2', /"1e309"/],
    ['a group', '2026-03-02T01:00Z,CWE,1,2', /^line 3: CWE is a group/],
    ['an unknown area', '2026-03-02T01:00Z,de,1,2', /^line 3: there is no area "de"/],
    ['no area', '2026-03-02T01:00Z,,1,2', /^line 3: there is no area ""/],
    ['no offset', '2026-03-02T01:00,DE,1,2', /^line 3: "2026-03-02T01:00" is not a time/],
    ['a day that does not exist', '2026-02-30T01:00Z,DE,1,2', /"2026-02-30T01:00Z" is not a time/],
    ['between the quarters', '2026-03-02T01:10Z,DE,1,2', /is not on a quarter/],
    ['a wrong century', '1026-03-02T01:00Z,DE,1,2', /is not between 1990 and 2100/],
    ['too few cells', '2026-03-02T01:00Z,DE,1', /^line 3: it has 3 cells, the header has 4/],
    ['too many cells', '2026-03-02T01:00Z,DE,1,2,', /^line 3: it has 5 cells/],
    ['an open quote', '2026-03-02T01:00Z,"DE,1,2', /^line 3: it is not valid CSV \(quote not closed\)/],
    [
      'an open quote far above the end',
      `\n2026-03-02T01:00Z,"DE,1,2${`\n${good}`.repeat(500)}`,
      /^line 4: it is not valid CSV \(max record size\)/,
    ],
    ['a quote astray', '2026-03-02T01:00Z,D"E",1,2', /^line 3: it is not valid CSV/],
    [
      'a stamp again',
      '2026-03-02T01:00+01:00,DE,3,',
      /^line 3: load of DE at 2026-03-02T00:00:00.000Z is already in an earlier line/,
    ],
    [
      'a huge line',
      `2026-03-02T01:00Z,DE,${'1'.repeat(20_000)},2`,
      /^line 3: it is not valid CSV \(max record size\)/,
    ],
    ['binary', '\u0001\u0002', /it has 1 cells/],
  ]

  test.each(cases)('%s', async (_title, line, message) => {
    await expect(importText(database, `timestamp,area,load,wind\n${good}${line}\n`)).rejects.toThrow(message)
    expect(await storedValues(database)).toEqual({})
  })

  test.each([
    ['a step of 45', '2026-03-02T01:00Z,DE,45,1', 'line 2: the step "45" is not 15, 30 or 60 minutes'],
    ['between the steps', '2026-03-02T01:15Z,DE,30,1', 'line 2: its time is not a multiple of its step'],
  ])('%s', async (_title, line, message) => {
    await expect(importText(database, `timestamp,area,step,load\n${line}\n`)).rejects.toThrow(message)
  })

  const headers: [string, string, RegExp][] = [
    ['a price', 'timestamp,area,price\n', /^line 1: there is no column "price"\. The columns are timestamp/],
    [
      'row numbers of pandas',
      ',timestamp,area,load\n',
      /^line 1: the column "" holds row numbers\. .* index=False/,
    ],
    ['row numbers read twice', 'Unnamed: 0,timestamp,area,load\n', /index=False/],
    ['a column twice', 'timestamp,area,load,load\n', /load appears twice/],
    ['no area', 'timestamp,load\n', /timestamp, area and at least one/],
    ['semicolons', 'timestamp;area;load\n', /^line 1: its cells are separated by semicolons\. Commas must/],
    ['the line of a spreadsheet', 'sep=;\ntimestamp;area;load\n', /^line 1: it has the line sep=/],
    ['tabs', 'timestamp\tarea\tload\n', /^line 1: its cells are separated by tabs\. Commas must/],
    ['no values', 'timestamp,area\n', /at least one column of values/],
    ['nothing', '', /the file is empty/],
    ['no header', good, /there is no column "2026-03-02T00:00Z"/],
  ]
  test.each(headers)('and so does a header with %s', async (_title, text, message) => {
    await expect(importText(database, text)).rejects.toThrow(message)
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['gzip', gzipSync('timestamp,area,load\n'), /^it is compressed with gzip\. Decompress it\./],
    ['a workbook', Buffer.from('PK\u0003\u0004\u0014'), /^it is a workbook or a ZIP archive\./],
    ['UTF-16', Buffer.from('timestamp,area,load\n', 'utf16le'), /^it is text in UTF-16, or no text\./],
  ])('and so does a file of another kind: %s', async (_title, bytes, message) => {
    await expect(importText(database, bytes)).rejects.toThrow(message)
  })

  test('a file that is not there is an error of the file system', async () => {
    await expect(importCsv('/nowhere/none.csv', optionsOf(database))).rejects.toThrow('ENOENT')
  })
})
