import { describe, expect, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { readAddress } from '#contract/dashboard-address.ts'
import { DATA_ITEMS, type DataDaysAnswer, type DayMark, isDoubt, isGap } from '#contract/data-days.ts'
import { markSentences } from '#contract/words/data-days.ts'
import { daysInWords } from '#contract/words/days.ts'

import {
  calendarRows,
  type Choice,
  dayAddress,
  daysOf,
  delaySentences,
  itemsOn,
  namesMonth,
} from './calendar-rows.ts'

const ANSWER: DataDaysAnswer = {
  fromDay: '2026-10-23',
  toDay: '2026-10-26',
  basis: [],
  notices: [],
  unpublished: [
    ...DATA_ITEMS.map((item) => ({ area: 'SK' as const, item })),
    { area: 'DE', item: 'wind forecast' },
  ],
  marks: [
    { area: 'DE', item: 'load', state: 'low', days: ['2026-10-24', '2026-10-25'] },
    { area: 'DE', item: 'load', state: 'revised', days: ['2026-10-23', '2026-10-25'] },
    { area: 'DE', item: 'solar forecast', state: 'copied', days: ['2026-10-24'] },
    { area: 'DE', item: 'solar', state: 'partial', days: ['2026-10-26'] },
    { area: 'FR', item: 'load forecast', state: 'last-published', days: ['2026-10-23', '2026-10-24'] },
    { area: 'FR', item: 'wind forecast', state: 'last-published', days: ['2026-10-26'] },
  ],
  unknownHours: [
    { area: 'CZ', day: '2026-10-26', knownHours: 0, hours: 8, lateDays: 6, moreErrorPercent: 3.1 },
    { area: 'FR', day: '2026-10-26', knownHours: 5, hours: 3, lateDays: 1, moreErrorPercent: null },
  ],
  delays: [
    {
      area: 'DE',
      quantity: 'load',
      newestUtc: '2026-10-25T20:00:00Z',
      nowMinutes: 70,
      usualMinutes: 60,
      p90Minutes: null,
      sinceDay: null,
    },
    {
      area: 'CZ',
      quantity: 'load',
      newestUtc: '2026-10-25T20:00:00Z',
      nowMinutes: 1020,
      usualMinutes: 75,
      p90Minutes: 190,
      sinceDay: '2026-10-24',
    },
  ],
}

function statesOf(area: string, choice: Choice) {
  return calendarRows(ANSWER, choice).find((row) => row.area === area)?.states
}

describe('the rows of the calendar', () => {
  test('are all areas in order, with a state for every day, also of a week of a clock change', () => {
    expect(daysOf(ANSWER)).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'])
    expect(calendarRows(ANSWER, 'all').map(({ area }) => area)).toEqual(MEMBER_CODES)
    expect(statesOf('AT', 'all')).toEqual(Array.from({ length: 4 }, () => 'complete'))
  })

  test('show the gravest state of what is chosen, and what is not published', () => {
    expect(statesOf('DE', 'all')).toEqual(['revised', 'low', 'low', 'partial'])
    expect(statesOf('DE', 'forecasts')).toEqual(['complete', 'copied', 'complete', 'complete'])
    expect(statesOf('DE', 'wind')).toEqual(Array.from({ length: 4 }, () => 'complete'))
    expect(statesOf('SK', 'all')).toEqual(Array.from({ length: 4 }, () => 'none'))
  })

  test('name the areas whose load is late, and since when', () => {
    expect(delaySentences(ANSWER)).toEqual([
      'Actual load of Czech Republic is 17 h late; usually it is up to 1 h (P90 3 h). Late since Oct 24.',
      'The run before the auction for Czech Republic on Oct 26 knew the load of the day before until 0:00, 8 h less than usual. On 6 such days it erred by 3.1 % more.',
      'The run before the auction for France on Oct 26 knew the load of the day before until 5:00, 3 h less than usual.',
    ])
  })

  test('name every item of a day', () => {
    expect(itemsOn(ANSWER, 'DE', '2026-10-25')).toEqual([
      { item: 'load', states: ['low', 'revised'] },
      { item: 'solar', states: [] },
      { item: 'wind', states: [] },
      { item: 'load forecast', states: [] },
      { item: 'solar forecast', states: [] },
      { item: 'wind forecast', states: null },
    ])
    const ofFrance = 'last-published, last-published, complete, last-published'
    expect(statesOf('FR', 'forecasts')?.join(', ')).toBe(ofFrance)
  })
})

test('a day opens as one card: of the chosen quantity, of the only one with a mark, else the residual load', () => {
  const typeOf = (day: string, choice: Choice) => {
    const cards = readAddress(dayAddress(ANSWER, 'DE', day, choice))
    if (cards === null || cards === 'broken') throw new Error('no cards')
    expect(cards).toMatchObject([
      {
        filters: { area: 'DE', timerange: 'H', range: { from: `${day}T00:00`, to: `${day}T23:59` } },
        hasRun: true,
      },
    ])
    return cards[0]?.filters.energyType
  }
  expect(typeOf('2026-10-26', 'all')).toBe('solar')
  expect(typeOf('2026-10-24', 'all')).toBe('Residual Load')
  expect(typeOf('2026-10-26', 'wind')).toBe('wind')
  expect(typeOf('2026-10-26', 'load')).toBe('Residual Load')
})

test('a month is named above the first day and every tenth, not twice side by side', () => {
  const named = (days: string[]) => days.filter((_, index) => namesMonth(days, index))
  expect(named(['2026-09-29', '2026-09-30', '2026-10-01'])).toEqual(['2026-09-29', '2026-10-01'])
  expect(named(['2026-09-30', '2026-10-01', '2026-10-02'])).toEqual(['2026-10-01'])
})

test('days are told as ranges, many of them as a number', () => {
  const words = (...days: string[]) => daysInWords(days.map((day) => `2026-${day}`))
  expect(words('10-24', '10-25', '10-26', '11-02')).toBe('Oct 24 to Oct 26 and Nov 2')
  expect(words('10-01', '10-03', '10-05', '10-07', '10-08')).toBe('5 days, last Oct 7 to Oct 8')
  expect(markSentences(ANSWER.marks.filter(isDoubt))).toEqual([
    'Actual load of Germany is suspiciously low (Oct 24 to Oct 25). The model does not learn from it, and it is not scored.',
    'The TSO’s solar forecast of Germany repeats the actual values (Oct 24): it is not a forecast, and it is not scored.',
  ])
})

test('gaps of actual values say why residual load has them too', () => {
  const solar: DayMark = { area: 'BG', item: 'solar', state: 'partial', days: ['2026-11-10'] }
  expect(
    [solar, { ...solar, item: 'solar forecast' as const }, { ...solar, state: 'low' as const }].map(isGap),
  ).toEqual([true, false, false])
  expect(markSentences([solar])).toEqual([
    'Residual load is missing where one of its parts is: actual solar of Bulgaria (Nov 10).',
  ])
  const others = (['AT', 'BE', 'CZ', 'DE'] as const).map((area) => ({ ...solar, area }))
  expect(markSentences([solar, ...others])).toEqual([
    'Residual load is missing where one of its parts is: actual solar of Bulgaria (Nov 10), solar of Austria (Nov 10), solar of Belgium (Nov 10), and 2 more.',
  ])
})

test('forecasts as last published are told in one sentence, however many there are', () => {
  const marks = ANSWER.marks.filter(({ state }) => state === 'last-published')
  expect(markSentences(marks)).toEqual([
    'TSO forecast as last published, maybe after the day (Oct 23 to Oct 24 and Oct 26): it is not scored.',
  ])
  const long = { area: 'FR', item: 'load forecast', state: 'last-published' } as const
  expect(markSentences([{ ...long, days: ['2025-12-31', '2026-01-01'] }])).toEqual([
    'TSO forecast as last published, maybe after the day (Dec 31, 2025 to Jan 1, 2026): it is not scored.',
  ])
})
