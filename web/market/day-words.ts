import { areaLabel } from '#contract/areas.ts'
import { type DayMark, isDoubt, isGap, STATE_WORDS } from '#contract/data-days.ts'
import { monthDay } from '#contract/day-text.ts'
import { addDays } from '#contract/zone-time.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** More ranges than this are counted. */
const MAX_RANGES = 3

/** Days written `yyyy-MM-dd`, in order, as their ranges. */
export function rangesOf(days: readonly string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last?.to === addDays(day, -1)) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

/** `Nov 20 to Nov 22 and Nov 25`, of days written `yyyy-MM-dd` in order; `9 days, last Nov 25` of many. With `hasYears` as `Nov 20, 2026`. */
export function daysInWords(days: readonly string[], hasYears = false): string {
  const format = hasYears ? (day: string) => dayOfYear.format(Date.parse(day)) : monthDay
  const words = rangesOf(days).map(({ from, to }) =>
    from === to ? format(from) : `${format(from)} to ${format(to)}`,
  )
  return words.length > MAX_RANGES ? `${days.length} days, last ${words.at(-1)}` : list.format(words)
}

/** The days on which any TSO forecast is known only as it was last published, in order. */
export function lastPublishedDays(marks: readonly DayMark[]): string[] {
  const days = marks.filter(({ state }) => state === 'last-published').flatMap((mark) => mark.days)
  return [...new Set(days)].toSorted()
}

/** Writes the doubts of marks as sentences; one for all forecasts as last published, of which there are many at once. */
export function markSentences(marks: readonly DayMark[]): string[] {
  const lastPublished = lastPublishedDays(marks)
  const hasYears = new Set(marks.flatMap(({ days }) => days.map((day) => day.slice(0, 4)))).size > 1
  return [
    ...marks.filter(isDoubt).map((mark) => markSentence(mark, hasYears)),
    ...gapSentences(marks.filter(isGap), hasYears),
    ...(lastPublished.length === 0
      ? []
      : [
          `TSO forecast as last published, maybe after the day (${daysInWords(lastPublished, hasYears)}): it is not scored.`,
        ]),
  ]
}

function markSentence({ area, item, state, days }: DayMark, hasYears: boolean): string {
  const when = daysInWords(days, hasYears)
  if (state === 'copied' || state === 'scaled-copy') {
    const how =
      state === 'copied' ? 'repeats the actual values' : 'is a scaled or shifted copy of the actual values'
    return `The TSO’s ${item} of ${areaLabel(area)} ${how} (${when}): it is not a forecast, and it is not scored.`
  }
  return `Actual ${item} of ${areaLabel(area)} is ${STATE_WORDS[state].word} (${when}). The model does not learn from it, and it is not scored.`
}

/** As many gaps are named one by one. */
const MAX_GAPS = 3

/** Why residual load has gaps, in one sentence however many there are. */
function gapSentences(gaps: readonly DayMark[], hasYears: boolean): string[] {
  if (gaps.length === 0) return []
  const named = gaps
    .slice(0, MAX_GAPS)
    .map(({ area, item, days }) => `${item} of ${areaLabel(area)} (${daysInWords(days, hasYears)})`)
  const more = gaps.length > MAX_GAPS ? [`${gaps.length - MAX_GAPS} more`] : []
  return [`Residual load is missing where one of its parts is: actual ${list.format([...named, ...more])}.`]
}
