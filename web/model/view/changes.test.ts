import { assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'

import { type ChangeRow, PARTS } from '#contract/row-tables.ts'
import { changesOf, changeWords, contributionMw } from '#contract/words/changes.ts'

import { largestChanges, stackOf } from './changes.tsx'

function row(area: string, utcHour: number, parts: [number, number, number] | null): ChangeRow {
  const [load, solar, wind] = parts ?? [null, null, null]
  return {
    time_utc: `2026-03-11T${String(utcHour).padStart(2, '0')}:00:00Z`,
    area,
    load_mw: load,
    solar_mw: solar,
    wind_mw: wind,
    residual_mw: load === null ? null : load - (solar ?? 0) - (wind ?? 0),
  }
}

const ROWS = [
  row('DE', 16, [300, 0, -1200]),
  row('HU', 16, null),
  row('DE', 17, [0, 0, 0]),
  row('HU', 17, [-40, 30, 5]),
  row('AT', 17, [0.2, 0, 0]),
  row('PL', 17, [-1600, 0, 0]),
  row('NL', 17, [10, 0, 0]),
]

test('the three largest changes of a country each, the largest first, none where nothing changed', () => {
  const words = largestChanges(ROWS).map(({ code, words }) => [code, words.replace(/\d\d:00/, 'HH:00')])
  expect(words).toEqual([
    ['pl', 'Poland HH:00 −1,600 MW = less load −1,600'],
    ['de', 'Germany HH:00 +1,500 MW = less wind +1,200 + more load +300'],
    ['hu', 'Hungary HH:00 −75 MW = less load −40 + more solar −30 + more wind −5'],
  ])
  expect(largestChanges([])).toEqual([])
})

test('an hour without a part is left out, and zero is a change of zero', () => {
  expect(changesOf(ROWS, 'hu').map(({ residual_mw }) => residual_mw)).toEqual([-75])
  expect(changesOf(ROWS, 'de').map((change) => changeWords(change, '17:00'))[1]).toBe('17:00 0 MW')
  expect(changesOf(ROWS, 'xx')).toEqual([])
})

test('the bars of an hour begin at zero, lie on each other and add up to the change', () => {
  for (const [load, solar, wind] of [
    [300, 40, -1200],
    [-300, 40, 1200],
    [0, 0, 0],
    [50, -60, 70],
  ] as const) {
    const [change] = changesOf([row('DE', 3, [load, solar, wind])], 'de')
    if (change === undefined) throw new Error('no change')
    const bars = stackOf(change)
    const [up, down] = [
      Math.max(...bars.map(({ toMw }) => toMw)),
      Math.min(...bars.map(({ fromMw }) => fromMw)),
    ]
    expect(up + down).toBeCloseTo(change.residual_mw)
    expect(bars.reduce((sum, { fromMw, toMw }) => sum + toMw - fromMw, 0)).toBeCloseTo(up - down)
    expect(bars.every(({ fromMw, toMw }) => toMw >= fromMw)).toBe(true)
  }
})

test('the parts in words add up as they are read, whatever is rounded, with the sign of their bars', () => {
  const mw = double({ min: -9000, max: 9000, noNaN: true })
  assert(
    property(mw, mw, mw, (load, solar, wind) => {
      const [change] = changesOf([row('DE', 3, [load, solar, wind])], 'de')
      if (change === undefined) throw new Error('no change')
      const [total = 0, ...parts] =
        changeWords(change, '17:00')
          .slice(5)
          .replaceAll('−', '-')
          .replaceAll(',', '')
          .match(/[+-]?\d+/g)
          ?.map(Number) ?? []
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
      const addedMw = PARTS.reduce((sum, part) => sum + contributionMw(change, part), 0)
      expect(addedMw).toBeCloseTo(change.residual_mw)
    }),
  )
})
