import { expect, test } from 'vitest'

import { cycleOf } from '#web/chart/data/hours-and-weekdays.ts'

import { barPlace, barsTitle, errorScale, slotFigures, slotHead } from './error-legend.ts'

test('bars say what they show, and every third hour', () => {
  const hours = cycleOf([0, 3600])
  expect(barsTitle(hours, 'MW')).toBe(
    'MAE (filled) and bias (outlined; above zero: too high) by hour of the day, MW',
  )
  expect([0, 1, 3, 21].map((index) => slotHead(hours, index))).toEqual(['00', '', '03', '21'])
  const days = cycleOf([0, 86_400])
  expect(barsTitle(days, 'MW')).toBe(
    'MAE (filled) and bias (outlined; above zero: too high) by day of the week, MW',
  )
  expect([0, 6].map((index) => slotHead(days, index))).toEqual(['Mon', 'Sun'])
})

function row(...errors: readonly ([mae: number, bias: number] | null)[]) {
  return {
    curve: { name: 'TSO forecast', style: 'solid' as const, colourIndex: 0, values: [] },
    count: errors.length,
    figures: null,
    bySlot: errors.map((error) => ({
      slot: '',
      figures: error === null ? null : { mae: error[0], rmse: error[0], bias: error[1], relativeMae: null },
    })),
  }
}

test('the axis ends at a round value above all curves, and goes below zero only where a bias does', () => {
  expect(errorScale([row([3, 2], null), row([7, 1])])).toEqual({ bottom: 0, top: 8, ticks: [0, 8] })
  expect(errorScale([row([2689, -840])]).ticks).toEqual([-1500, 0, 3000])
  expect(errorScale([row([2689, -2689])]).ticks).toEqual([-3000, 0, 3000])
  expect(errorScale([]).ticks).toEqual([0, 1])
})

test('a bar stands between zero and its value', () => {
  const scale = errorScale([row([2, -1])])
  expect(barPlace(2, scale)).toEqual({ from: 1 / 3, height: 2 / 3 })
  expect(barPlace(-1, scale)).toEqual({ from: 0, height: 1 / 3 })
})

test('figures name MAE and bias, and a missing one is not zero', () => {
  const { bySlot } = row([512.4, -40], null)
  const scale = errorScale([row([2000, 0])])
  expect(bySlot.map(({ figures }) => slotFigures(figures, scale))).toEqual(['512, bias −40', '–'])
})
