import { expect, test } from 'vitest'

import type { SheetRow } from '#contract/day-sheet.ts'

import { reachZeroWords, sheetColumns, sheetLines, sheetText } from './day-sheet.ts'

const NOON = { valueMw: 700, clock: '00:00' }
const ROW: SheetRow = {
  code: 'all',
  quantity: 'residual',
  without: [],
  knownHours: 24,
  mayReachZero: null,
  figures: { baseMw: 900, peakMw: 900, highest: NOON, lowest: NOON, ramp: { valueMw: -50, clock: '03:00' } },
  toToday: { baseMw: 100, peakMw: null },
  toTso: { baseMw: -20, peakMw: -20 },
  usualHighest: { p10_mw: -610, median_mw: 640, p90_mw: 1720, sample_days: 42 },
}

/** The lines of the text of some rows, between its heads and its note. */
const linesOf = (rows: SheetRow[], hours = 24) =>
  sheetText({ day: '2025-06-11', hours, rows }).split('\n').slice(2, -1)

test('a row is read as figures, with the hour of those that have one', () => {
  expect(linesOf([ROW]).map((line) => line.replaceAll('\t', ' | '))).toEqual([
    'All together, Residual load | 900 | +100 | −20 | 900 | – | −20 | 700 00:00 | 700 00:00 | −50 03:00 | −610 – 1,720',
  ])
})

test('a row says which countries it leaves out, and how much of a day there is', () => {
  const nameOf = (row: SheetRow, hours = 24) => linesOf([row], hours)[0]?.split('\t')[0]
  expect(nameOf({ ...ROW, without: ['gr', 'hu'] })).toBe(
    'All together (without Greece, Hungary), Residual load',
  )
  const part: SheetRow = { ...ROW, code: 'de', quantity: 'wind', knownHours: 22 }
  expect(nameOf(part)).toBe('Germany, Wind (22 of 24 hours)')
  expect(nameOf({ ...part, knownHours: 23 }, 23)).toBe('Germany, Wind')
  expect(nameOf({ ...part, knownHours: 0 })).toBe('Germany, Wind')
})

test('rows are lines of a file, in which an hour has its own column', () => {
  const [head, line] = sheetLines([ROW], 'MW')
  expect(head?.slice(0, 5)).toEqual(['country', 'quantity', 'hours', 'Base (MW)', 'Base vs today (MW)'])
  expect(head).toHaveLength(3 + 9 + 4 + 4)
  const at = [700, '00:00', null, 700, '00:00', -50, '03:00']
  const usual = [-610, 640, 1720, 42]
  expect(line).toEqual(['All together', 'Residual load', 24, 900, 100, -20, 900, null, -20, ...at, ...usual])
})

test('what is usual has no column where it is not known, and the text says why', () => {
  const row: SheetRow = { ...ROW, usualHighest: null }
  const note = (rows: SheetRow[]) => sheetText({ day: '2025-06-11', hours: 24, rows }).split('\n').at(-1)
  expect(sheetColumns([row])).toEqual(sheetColumns([ROW]).slice(0, -1))
  expect(sheetLines([row], 'MW').map((line) => line.length)).toEqual([16, 16])
  expect(note([row])).toContain(
    'There is no usual range: it needs actual values of this season in at least 2',
  )
  expect(note([row, ROW])).toContain('Usual highest hour: P10 to P90 of the highest hours of up to 42 days')
})

test('hours that may reach zero are spans of time, also in the text of a sheet', () => {
  const clocks = ['00:00', '01:00', '10:00', '11:00', '23:00']
  const germany: SheetRow = { ...ROW, code: 'de', mayReachZero: clocks }
  const words = 'May reach zero (P10 ≤ 0): Germany 00:00–02:00, 10:00–12:00, 23:00–24:00; Greece 08:00–09:00.'
  expect(reachZeroWords([ROW, germany, { ...germany, code: 'gr', mayReachZero: ['08:00'] }])).toBe(words)
  // The doubled hour of autumn is one span.
  expect(reachZeroWords([{ ...germany, mayReachZero: ['02:00', '02:00', '03:00'] }])).toContain(
    ' 02:00–04:00.',
  )
  expect(reachZeroWords([{ ...germany, mayReachZero: [] }, ROW])).toBe(
    'P10 stays above zero in every country and hour.',
  )
  expect(reachZeroWords([ROW]), 'no band is known').toBe('')
  expect(sheetText({ day: '2025-06-11', hours: 24, rows: [germany] }).split('\n')[1]).toMatch(
    /^May reach zero/,
  )
})

test('a highest hour outside its usual range has a mark, and words in a file', () => {
  const usual = { p10_mw: 710, median_mw: 800, p90_mw: 900, sample_days: 42 }
  const low: SheetRow = { ...ROW, usualHighest: usual }
  const high: SheetRow = { ...ROW, usualHighest: { ...usual, p90_mw: 690 } }
  expect(linesOf([low, ROW, high]).map((line) => line.split('\t')[7])).toEqual([
    '700 00:00 ▼',
    '700 00:00',
    '700 00:00 ▲',
  ])
  expect(sheetLines([low], 'MW')[1]).toContain('below the usual highest hour')
})
