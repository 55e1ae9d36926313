import { expect, test } from 'vitest'

import { cycleOf, finestCycleOf } from './hours-and-weekdays.ts'

const START_S = Date.UTC(2026, 10, 24, 23) / 1000

test('quarter hours have 96 slots a day by the page’s clock, and where hours are compared 24', () => {
  const timesS = [0, 1, 2, 3, 4].map((quarter) => START_S + quarter * 900)
  const { slots, slotOf } = finestCycleOf(timesS)
  expect(slots).toHaveLength(96)
  expect(timesS.map((timeS) => slots[slotOf(timeS)])).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00'])
  expect(slots.at(-1)).toBe('23:45')
  expect(cycleOf(timesS).slots).toHaveLength(24)
  expect(finestCycleOf([0, 3600]).slots).toHaveLength(24)
  expect(finestCycleOf([0, 86_400]).slots).toHaveLength(7)
})
