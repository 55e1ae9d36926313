import { expect, test } from 'vitest'

import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { toDayTable } from './day-table.ts'
import { createSurplus, leaveOutSurplus } from './surplus.ts'

/** A history whose TSO expects this residual load at noon of the last day, of a usual load of 10 GW. */
function historyWith(residualMw: number, options = {}) {
  const history = inventHistory({ from: '2025-04-01', to: '2025-05-31' })
  const { load, solar, wind } = history.quantities
  const noon = history.hours - 12
  // Equal hours in a row would be taken for a stuck meter, equal forecasts and actual values for a copy.
  for (let slot = 0; slot < history.hours; slot++) {
    const odd = Math.abs(noon - slot) % 2
    for (const [{ tso, actual }, mw] of [
      [load, 10_000],
      [solar, 1000],
      [wind, 1000],
    ] as const) {
      tso[slot] = mw + odd
      actual[slot] = 1.02 * mw + 3 * odd
    }
  }
  // A lone hour would be taken for a wrong one.
  for (let slot = noon - 2; slot <= noon + 2; slot++) solar.tso[slot] = 9000 - residualMw
  return prepareInvented(history, options)
}

/** Both surpluses of four hours before noon and of noon. */
function surplusesOf(prepared: ReturnType<typeof historyWith>): number[] {
  const noon = prepared.lastDay * HOURS_PER_DAY + 12
  const { below30, below10 } = createSurplus(prepared)
  return [noon - 4, noon].flatMap((cell) =>
    [below30, below10].map((table) => table.upTo(prepared.lastDay)[cell] ?? NaN),
  )
}

test('a surplus is how far the residual load falls below 30 and 10 percent of the usual load', () => {
  expect(surplusesOf(historyWith(2500))).toEqual([0, 0, 500, 0])
  expect(surplusesOf(historyWith(600))).toEqual([0, 0, 2400, 400])
  expect(surplusesOf(historyWith(4000))).toEqual([0, 0, 0, 0])
})

test('there is none where a forecast is not published yet', () => {
  expect(surplusesOf(historyWith(600, { unpublished: EARLY }))).toEqual([0, 0, 0, 0])
})

test('hours of surplus are left out of a power', () => {
  const prepared = historyWith(600)
  const noon = prepared.lastDay * HOURS_PER_DAY + 12
  const power = toDayTable(new Float64Array(prepared.grid.days * HOURS_PER_DAY).fill(5))
  const kept = leaveOutSurplus(power, createSurplus(prepared)).upTo(prepared.lastDay)
  expect([kept[noon - 4], kept[noon], kept[noon + 4]]).toEqual([5, NaN, 5])
})
