import { expect, test } from 'vitest'

import { formatDayTime, formatMoment, formatTick, positionWords } from './time-format.ts'

const at = (text: string) => new Date(text).getTime() / 1000

test('a tick is short month and day, hour and minute of 24 @§2.3-12', () => {
  expect(formatTick(at('2026-11-14T06:00'))).toBe('Nov 14\n06:00')
  expect(formatTick(at('2026-11-14T00:00'))).toBe('Nov 14\n00:00')
  expect(formatTick(at('2026-11-04T18:30'))).toBe('Nov 4\n18:30')
})

test('a tick of sorted values is their rank, one of them in the singular', () => {
  const { tick } = positionWords({ timesS: [1, 2], ranks: 'days' })
  expect([1, 2].map((rank) => tick(rank))).toEqual(['1 day\n50.0%', '2 days\n100.0%'])
})

test('a moment is the full date, the time in 24 hours and the zone', () => {
  expect(formatMoment(at('2026-11-14T00:00'))).toBe('Saturday, November 14, 2026 at 00:00 CET')
  expect(formatMoment(at('2026-11-14T18:45'))).toBe('Saturday, November 14, 2026 at 18:45 CET')
  expect(formatDayTime(at('2026-11-14T18:45'))).toBe('Nov 14, 2026, 18:45')
})

test('both occurrences of a repeated hour name their zone, their neighbours do not', () => {
  const day = Date.parse('2026-10-25T00:00Z') / 1000
  const texts = [-0.5, 0, 0.5, 1, 1.5, 2].map((hour) => formatDayTime(day + hour * 3600).slice(14))
  expect(texts.join(', ')).toBe('01:30, 02:00 CEST, 02:30 CEST, 02:00 CET, 02:30 CET, 03:00')
  expect(formatDayTime(at('2026-03-29T03:00'))).toBe('Mar 29, 2026, 03:00')
})
