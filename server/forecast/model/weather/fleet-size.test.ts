import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { toDayTable } from '#server/forecast/model/history/day-table.ts'

import { trackFleet } from './fleet-size.ts'

const DAYS = 120
const WINDOW = 30
const byHour = (of: (day: number, hour: number) => number) =>
  Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) =>
    of(Math.floor(cell / HOURS_PER_DAY), cell % HOURS_PER_DAY),
  )
const ofOneMw = byHour((day, hour) => 0.2 + 0.5 * ((day + hour) % 2))
const powerOf = (fleet: (day: number) => number) =>
  ofOneMw.map((share, cell) => share * fleet(Math.floor(cell / HOURS_PER_DAY)))
const sizes = (power: Float64Array) =>
  trackFleet(toDayTable(power), toDayTable(ofOneMw), WINDOW).upTo(DAYS - 1)

test('the size of a fleet is found, and its growth is followed', () => {
  const found = sizes(powerOf((day) => (day < 60 ? 100 : 200)))
  expect(found[1]).toBeNaN()
  expect(found[2]).toBeCloseTo(100, 6)
  expect(found[61]).toBeCloseTo(100, 6)
  expect(found[76]).toBeCloseTo(150, 0)
  expect(found[60 + WINDOW + 2]).toBeCloseTo(200, 6)
})

test('missing days and hours change nothing', () => {
  const power = powerOf(() => 100)
  power.fill(NaN, 50 * HOURS_PER_DAY, 52 * HOURS_PER_DAY)
  power[55 * HOURS_PER_DAY + 7] = NaN
  expect(sizes(power)[60]).toBeCloseTo(100, 6)
})
