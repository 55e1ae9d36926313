import { parseDate, toZoned } from '@internationalized/date'
import { expect, test } from 'vitest'

import { addDays, timeOfDay } from './market-day.ts'

const HOURS = [0, 1, 2, 3, 8, 23] as const
/** The clocks of these zones change within them. */
const SPANS = [
  ['2026-03-25', '2026-04-08'],
  ['2026-10-01', '2026-10-06'],
  ['2026-10-22', '2026-11-03'],
] as const

test.each(['Europe/Brussels', 'Europe/Sofia', 'America/St_Johns', 'Australia/Lord_Howe'])(
  'hours of %s are when the calendar says, also where the clocks change',
  (zone) => {
    const wrong: string[] = []
    for (const [from, to] of SPANS)
      for (let day: string = from; day <= to; day = addDays(day, 1))
        for (const hour of HOURS) {
          const expected = toZoned(parseDate(day), zone).set({ hour }).toDate().getTime()
          if (timeOfDay(day, hour, zone) !== expected) wrong.push(`${day} ${hour}:00`)
        }
    expect(wrong).toEqual([])
  },
)
