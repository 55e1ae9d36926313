import { expect, test } from 'vitest'

import { readComparison } from '#web/chart/data/comparison.ts'
import { readAnswer } from '#web/dashboard/graphs/answer/read-answer.ts'
import { mergeCompared } from '#web/dashboard/graphs/query/compare.ts'
import { DEFAULT_VIEW } from '#web/dashboard/graphs/store/graph-card.ts'

import { createChartData, pickCurve } from './chart-columns.ts'

const curve = (value: number, day: number) => ({ data: { [`2026-11-${day}T00:00:00Z`]: value } })
const EARLIER_S = Date.parse('2026-11-18T00:00Z') / 1000

/** An hour of November 25 against the one a week before. */
function compared(chosen: object, earlier: object) {
  const merged = mergeCompared(readAnswer({ ...chosen }), readAnswer({ ...earlier }), 'week')
  return createChartData(merged, { area: 'DE', compareWith: 'week', timerange: 'H' }, DEFAULT_VIEW)
}

test('a day without actual values is compared by its forecast, ours first, and the difference is named', () => {
  const data = compared(
    { Actual: { data: {} }, 'TSO forecast': curve(90, 25), 'Model forecast': curve(95, 25) },
    { Actual: curve(80, 18), 'TSO forecast': curve(85, 18) },
  )
  expect(readComparison(data, [], 0)).toEqual({
    earlierTimeS: EARLIER_S,
    difference: { name: 'Model forecast', isMeasured: false, value: 15 },
  })
  expect(readComparison(data, ['Model forecast'], 0)?.difference).toMatchObject({ name: 'TSO forecast' })
})

test('the date of the earlier values stands whatever they are', () => {
  const foreign = compared({ Price: curve(1, 25) }, { Price: curve(2, 18) })
  expect(readComparison(foreign, [], 0)).toEqual({ earlierTimeS: EARLIER_S, difference: null })
  expect(readComparison(pickCurve(foreign, 'Price · previous week'), [], 0)?.earlierTimeS).toBe(EARLIER_S)
  expect(readComparison(pickCurve(foreign, 'Price'), [], 0)).toBeNull()
})
