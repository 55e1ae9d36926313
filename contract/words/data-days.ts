import { areaLabel } from '#contract/areas.ts'
import {
  type DayMark,
  type Delay,
  isDoubt,
  isGap,
  STATE_WORDS,
  type UnknownHours,
} from '#contract/data-days.ts'

import { daysInWords, listOfWords } from './days.ts'

/** `Actual load of Germany is 17 h late; usually it is up to 1 h (P90 3 h).` */
export function lateWords({ area, quantity, nowMinutes, usualMinutes, p90Minutes }: Delay): string {
  const hours = (minutes: number | null) => `${Math.round((minutes ?? 0) / 60)} h`
  const p90 = p90Minutes === null ? '' : ` (P90 ${hours(p90Minutes)})`
  return `Actual ${quantity} of ${areaLabel(area)} is ${hours(nowMinutes)} late; usually it is up to ${hours(usualMinutes)}${p90}.`
}

/** `knew the load of the day before until 5:00, 3 h less than usual` */
export function knownWords({ knownHours, hours }: Pick<UnknownHours, 'knownHours' | 'hours'>): string {
  return `knew the load of the day before until ${knownHours}:00, ${hours} h less than usual`
}

/** Includes the usual cost if known. */
export function unknownWords(unknown: UnknownHours, where = ''): string {
  const { lateDays, moreErrorPercent: percent } = unknown
  const cost = `On ${lateDays} such days it erred by ${Math.abs(percent ?? 0)} % ${(percent ?? 0) < 0 ? 'less' : 'more'}.`
  return `The run before the auction${where} ${knownWords(unknown)}.${percent === null ? '' : ` ${cost}`}`
}

/** In order. */
export function lastPublishedDays(marks: readonly DayMark[]): string[] {
  const days = marks.filter(({ state }) => state === 'last-published').flatMap((mark) => mark.days)
  return [...new Set(days)].toSorted()
}

/** One sentence per doubt; one for all forecasts as last published, which are many. */
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

/** Further gaps are only counted. */
const MAX_GAPS = 3

/** One sentence, however many gaps. */
function gapSentences(gaps: readonly DayMark[], hasYears: boolean): string[] {
  if (gaps.length === 0) return []
  const named = gaps
    .slice(0, MAX_GAPS)
    .map(({ area, item, days }) => `${item} of ${areaLabel(area)} (${daysInWords(days, hasYears)})`)
  const more = gaps.length > MAX_GAPS ? [`${gaps.length - MAX_GAPS} more`] : []
  return [`Residual load is missing where one of its parts is: actual ${listOfWords([...named, ...more])}.`]
}
