import { parseDate, toZoned } from '@internationalized/date'

import { DEFAULT_TIME_ZONE } from '#contract/query.ts'

/**
 * Weather that was not fetched at its time counts as known at 08:00 in Brussels on the day before: by then what it is made of was
 * there.
 */
export function morningBeforeUtc(deliveryDay: string): number {
  return toZoned(parseDate(deliveryDay).subtract({ days: 1 }), DEFAULT_TIME_ZONE)
    .set({ hour: 8 })
    .toDate()
    .getTime()
}
