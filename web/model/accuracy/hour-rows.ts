import type { AccuracyOverTimeAnswer, CountryScores, PeriodDays } from '#contract/accuracy-over-time.ts'
import { leftOutWords } from '#web/model/forecast/tso-words.ts'
import { formatShortDay } from '#web/model/view/delivery-day.ts'
import type { RunKind } from '#web/model/view/view.ts'

/** A country's scores over a period, and of which kind of run they are. */
export interface ChosenScores {
  kind: RunKind
  scores: CountryScores
}

/** The scores of a period and a kind of run; by default the kind on the screen. Null if the answer has no such period. */
export function chooseScores(
  { shownKind, periods }: AccuracyOverTimeAnswer,
  choice: { days: PeriodDays; runs: RunKind | null },
): ChosenScores | null {
  const kind = choice.runs ?? shownKind ?? 'complete'
  const period = periods.find(({ days }) => days === choice.days)
  return period === undefined ? null : { kind, scores: period[kind] }
}

type HourScores = CountryScores['byHour'][number]

export interface HourRow extends HourScores {
  /** Length of the bar of the final value and place of the TSO's mark, 0 to 1; null if missing. */
  finalShare: number | null
  tsoShare: number | null
}

/** One row per hour of the day; the bars are scaled to the largest error of final value and TSO. */
export function hourRows({ byHour }: CountryScores): HourRow[] {
  const largest = Math.max(
    0,
    ...byHour.flatMap(({ finalMaeMw, tsoMaeMw }) => [finalMaeMw ?? 0, tsoMaeMw ?? 0]),
  )
  const share = (maeMw: number | null) => (maeMw === null || largest === 0 ? null : maeMw / largest)
  return byHour.map((scores) => ({
    ...scores,
    finalShare: share(scores.finalMaeMw),
    tsoShare: share(scores.tsoMaeMw),
  }))
}

/** `complete runs, Sun, Oct 25 to Sat, Nov 21, 28 days (20 replayed)`: what the scores are of. */
export function scoredWords({ kind, scores }: ChosenScores): string {
  const { fromDay, toDay, days, replayedDays, suspiciousDays } = scores
  const span =
    fromDay === null || toDay === null ? '' : `, ${formatShortDay(fromDay)} to ${formatShortDay(toDay)}`
  const replayed = replayedDays === 0 ? '' : ` (${replayedDays} replayed)`
  return `${kind} runs${span}, ${days} ${days === 1 ? 'day' : 'days'}${replayed}${leftOutWords(suspiciousDays)}`
}
