import { describe, expect, test } from 'vitest'

import type { ForecastAnswer } from '#contract/forecast.ts'
import type { GlanceView } from '#web/model/view/metric.ts'

import { eveningWords, lowBandWords, negativeWords, readoutOf } from './glance-captions.tsx'
import { glanceHours, glanceRows, rampStart, withBands } from './glance-rows.ts'

const DAY = '2026-11-23'

function finals(...values: (number | null)[]): ForecastAnswer[string] {
  return Object.fromEntries(
    values.map((value, hour) => [
      `${String(hour).padStart(2, '0')}:00`,
      { TSO: 10, Instance_Today: null, Instance_Tomorrow: null, Final_Value: value },
    ]),
  )
}

function rowsOf(answer: ForecastAnswer, view: GlanceView = 'final', day = DAY) {
  const hours = glanceHours(answer)
  const countries = Object.keys(answer).map((code) => ({ code, name: code.toUpperCase() }))
  return glanceRows(answer, countries, { hours, day, view })
}

const valuesOf = (answer: ForecastAnswer, view: GlanceView) =>
  rowsOf(answer, view).map(({ cells }) => cells.map(({ valueMw }) => valueMw))

describe('the rows of a day', () => {
  const answer = { de: finals(5, 0, -3, null, 9), at: finals(1, 2, 3, 4) }

  test('hold what the view shows, and null for what is missing', () => {
    expect(valuesOf(answer, 'final')).toEqual([
      [5, 0, -3, null, 9],
      [1, 2, 3, 4, null],
    ])
    expect(valuesOf(answer, 'ramp')[0]).toEqual([null, null, null, null, 9])
    expect(valuesOf(answer, 'ramp')[1]).toEqual([null, null, null, 3, null])
    expect(valuesOf(answer, 'against-tso')[0]).toEqual([-5, -10, -13, null, -1])
    expect(valuesOf(answer, 'against-today')[0]).toEqual([null, null, null, null, null])
  })

  test('mark hours at or below zero in every view', () => {
    for (const view of ['final', 'ramp'] as const)
      expect(rowsOf(answer, view)[0]?.cells.map(({ isNegative }) => isNegative)).toEqual([
        false,
        true,
        true,
        false,
        false,
      ])
  })

  test('know the lowest value of the day, whatever the view', () => {
    const [row] = rowsOf({ de: finals(5, 4, -3, 9, 1, -20) }, 'against-tso')
    expect(row).toMatchObject({ minimum: { hour: 5, valueMw: -20 } })
  })

  test('have ramps over three hours of time where clocks change', () => {
    const spring = ['00', '01', '03', '04', '05']
    const autumn = ['00', '01', '02', '03', '04', '05']
    const ramps = (hours: readonly string[], day: string) =>
      Object.fromEntries(hours.map((hour) => [Number(hour), rampStart(day, Number(hour))]))
    expect(ramps(spring, '2026-03-29')).toEqual({ 0: null, 1: null, 3: null, 4: 0, 5: 1 })
    // The answer contains the first of the two hours from 02:00; three hours before 05:00 is the second.
    expect(ramps(autumn, '2026-10-25')).toEqual({ 0: null, 1: null, 2: null, 3: 1, 4: 2, 5: null })
  })
})

describe('what stands out', () => {
  test('names the hours at or below zero of each country', () => {
    expect(negativeWords(rowsOf({ de: finals(0, -1, 3, -2), nl: finals(1, 1) }))).toBe(
      'Final forecast at or below zero: DE 00:00–02:00, 03:00–04:00.',
    )
    expect(negativeWords(rowsOf({ de: finals(1) }))).toBe(
      'The final forecast stays above zero in every country and hour.',
    )
  })

  test('names the hours that may reach zero, at the clocks of the page', () => {
    const row = (hour: number, p10_mw: number | null) => ({
      time_utc: `2026-11-22T${hour}:00:00Z`,
      area: 'DE',
      p10_mw,
      p90_mw: 9,
    })
    const rows = [row(23, 0), row(23, 5), row(22, null)]
    const answer = withBands({ de: finals(1, 2), nl: finals(3) }, rows)
    expect(lowBandWords(rowsOf(answer))).toBe('May reach zero (P10 ≤ 0): Germany 00:00–01:00.')
    expect(lowBandWords(rowsOf({ de: finals(1) })), 'no band').toBe('')
  })

  test('names the steepest rise that ends in the evening', () => {
    const flat = Array.from({ length: 24 }, () => 100)
    const evening = flat.with(18, 900)
    const morning = flat.with(8, 5000)
    expect(eveningWords(rowsOf({ de: finals(...evening), at: finals(...morning) }))).toBe(
      'Steepest evening ramp: DE, +800 MW in the 3 hours to 18:00.',
    )
    expect(eveningWords(rowsOf({ at: finals(...flat) }))).toBeNull()
  })
})

test('the readout has the figures of every view', () => {
  const answer = { de: finals(5, 6, 7, -20) }
  const { place, figures } = readoutOf(answer, { code: 'de', hour: 3 }, DAY)
  expect(place).toBe('Germany, 03:00')
  expect(figures.map(({ text }) => text)).toEqual(['−20', '−25', '−30', '–'])
})
