import type { CountryScores, LeadersAnswer, PeriodDays, Scores } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import { shortDay } from '#contract/words/days.ts'
import { formatMw, formatShare } from '#contract/words/power.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import { leftOutWords, unjudgedWords } from '#web/model/view/score-words.ts'
import type { AccuracyOrder, RunKind } from '#web/model/view/view.ts'

/** Which scores are shown: those of a period, and of a kind of run or of the kind on the screen. */
interface Choice {
  days: PeriodDays
  runs: RunKind | null
}

export interface ChosenScores<Of extends Scores = CountryScores> {
  kind: RunKind
  scores: Of
}

/** Null if the answer has no such period. */
export function chooseScores<Of extends Scores>(
  answer: { shownKind: RunKind | null; periods: readonly ({ days: PeriodDays } & Record<RunKind, Of>)[] },
  { days, runs }: Choice,
): ChosenScores<Of> | null {
  const kind = runs ?? answer.shownKind ?? 'complete'
  const period = answer.periods.find((known) => known.days === days)
  return period === undefined ? null : { kind, scores: period[kind] }
}

export type LeaderRow = ReturnType<typeof leaderRows>[number]

/** Errors that differ by less than this share count as level. */
const LEVEL_SHARE = 0.005

/** One row per country, for a period and a kind of run; by default the kind that each country shows. `areMade`: false while earlier forecasts are still being made. */
export function leaderRows({ countries }: LeadersAnswer, choice: Choice & { areMade: boolean }) {
  return countries.flatMap((answer) => {
    const chosen = chooseScores(answer, choice)
    if (chosen === null) return []
    const { kind, scores } = chosen
    const unjudged = unjudgedWords(scores, choice.areMade)
    const toTso = unjudged === null ? ratio(scores.finalMaeMw, scores.tsoMaeMw) : null
    const againstTso = toTso === null ? null : toTso - 1
    return {
      ...scores,
      code: answer.country,
      name: countryName(answer.country),
      kind,
      /** The final value's error as a share of the mean load of its hours. */
      finalShare: ratio(scores.finalMaeMw, scores.meanLoadMw),
      /** Our error relative to the TSO's: -0.17 is 17 % smaller. Null if there is nothing to compare. */
      againstTso,
      /** True if there are days enough for a verdict. */
      isJudged: unjudged === null,
      /** `smaller by 412 MW, 18.2%`, or why there is no comparison. */
      words: (scores.hours > 0 && unjudged) || leadWords(scores, againstTso, kind),
    }
  })
}

function ratio(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base
}

function leadWords(scores: Scores, againstTso: number | null, kind: RunKind): string {
  if (scores.hours === 0) return `no ${kind} run scored yet`
  if (scores.tsoForecast === 'copied') return 'the TSO publishes no real forecast'
  if (scores.tsoForecast === 'last-published') return 'TSO forecast as last published'
  if (scores.tsoForecast === 'missing') return 'the TSO published no forecast'
  if (againstTso === null || scores.finalMaeMw === null || scores.tsoMaeMw === null)
    return 'nothing to compare'
  if (Math.abs(againstTso) < LEVEL_SHARE) return 'about the same'
  const by = `by ${formatMw(Math.abs(scores.finalMaeMw - scores.tsoMaeMw))} MW, ${formatShare(Math.abs(againstTso))}`
  return againstTso < 0 ? `smaller ${by}` : `larger ${by}`
}

/** `complete runs, 28 days`: what a country's errors are of. */
export function scoredRuns({ kind, days, suspiciousDays }: LeaderRow): string {
  return `${kind} runs, ${days} ${days === 1 ? 'day' : 'days'}${leftOutWords(suspiciousDays)}`
}

/** Runs that all countries are scored by; null where they differ, or without any. */
export function commonRuns(rows: readonly LeaderRow[]): string | null {
  const [first, ...others] = new Set(rows.map(scoredRuns))
  return others.length === 0 ? (first ?? null) : null
}

/** `Sun, Oct 25 to Sat, Nov 21`: the days of all countries together; null without any. */
export function leaderSpan(rows: readonly LeaderRow[]): string | null {
  const days = rows
    .flatMap(({ fromDay, toDay }) => (fromDay === null || toDay === null ? [] : [fromDay, toDay]))
    .toSorted()
  const [first] = days
  return first === undefined ? null : `${shortDay(first)} to ${shortDay(days.at(-1) ?? first)}`
}

const FIGURES = { lead: 'againstTso', error: 'finalMaeMw', share: 'finalShare' } as const

/** Rows by how far we are ahead of the TSO, by name, or by our error, the smallest first; those without a figure last. */
export function sortLeaders(rows: readonly LeaderRow[], order: AccuracyOrder): LeaderRow[] {
  if (order === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const rank = (row: LeaderRow) => row[FIGURES[order]] ?? Infinity
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Where we are ahead and where behind, and which country has the largest error for its load. */
export function leaderSummary(rows: readonly LeaderRow[]): string {
  const compared = rows.filter(({ againstTso }) => againstTso !== null)
  const worst = sortLeaders(rows, 'share').findLast(
    ({ finalShare, isJudged }) => isJudged && finalShare !== null,
  )
  const worstWords =
    worst === undefined
      ? ''
      : ` Largest error relative to load: ${worst.name}, ${formatShare(worst.finalShare)}.`
  if (compared.length === 0) return `No forecast can be compared with a TSO yet.${worstWords}`
  const ahead = compared.filter(({ againstTso }) => (againstTso ?? 0) <= -LEVEL_SHARE)
  const behind = compared.filter(({ againstTso }) => (againstTso ?? 0) >= LEVEL_SHARE)
  const words = [`Our error is smaller than the TSO’s in ${ahead.length} of ${compared.length} countries`]
  if (behind.length > 0) words.push(`larger in ${list.format(behind.map(({ name }) => name))}`)
  return `${words.join(', ')}.${worstWords}`
}

/** One row per hour of the day, with lengths of bars from 0 to 1, scaled to the largest error of final forecast and TSO; null if missing. */
export function hourRows({ byHour }: CountryScores) {
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

/** `complete runs, Sun, Oct 25 to Sat, Nov 21, 28 days (20 replayed)`: the runs and days behind the scores. */
export function scoredWords({ kind, scores }: ChosenScores): string {
  const { fromDay, toDay, days, replayedDays, suspiciousDays } = scores
  const span = fromDay === null || toDay === null ? '' : `, ${shortDay(fromDay)} to ${shortDay(toDay)}`
  const replayed = replayedDays === 0 ? '' : ` (${replayedDays} replayed)`
  return `${kind} runs${span}, ${days} ${days === 1 ? 'day' : 'days'}${replayed}${leftOutWords(suspiciousDays)}`
}

/** Lines of a file: every country over the whole day, then the chosen one by hour. */
export function accuracyLines(
  rows: readonly LeaderRow[],
  chosen: ({ name: string } & ChosenScores) | null,
  unit: string,
): (string | number | null)[][] {
  const errors = ['final forecast', 'model forecast', 'TSO forecast'].map(
    (forecast) => `mean absolute error of ${forecast} (${unit})`,
  )
  const figuresOf = (of: Pick<Scores, 'finalMaeMw' | 'modelMaeMw' | 'tsoMaeMw' | 'bandCoverage'>) => [
    of.finalMaeMw,
    of.modelMaeMw,
    of.tsoMaeMw,
    of.bandCoverage,
  ]
  const shares = [
    'share of actual values between P10 and P90',
    'error of final forecast as a share of mean load',
  ]
  const labels = [...new Set(rows.flatMap(({ uploaded }) => uploaded.map(({ label }) => label)))]
  const ofUploads = labels.flatMap((label) => [
    `mean absolute error of ${label} (${unit})`,
    `mean absolute error of final forecast in the hours of ${label} (${unit})`,
  ])
  const uploadFigures = (uploaded: Scores['uploaded']) =>
    labels.flatMap((label) => {
      const scores = uploaded.find((one) => one.label === label)
      return [scores?.maeMw ?? null, scores?.finalMaeMw ?? null]
    })
  return [
    ['country', 'hour', 'runs', 'days', ...errors, ...shares, ...ofUploads],
    ...rows.map((row) => [
      row.name,
      'all',
      row.kind,
      row.days,
      ...figuresOf(row),
      row.finalShare,
      ...uploadFigures(row.uploaded),
    ]),
    ...(chosen?.scores.byHour ?? []).map((hour) => [
      chosen?.name ?? null,
      hourKey(hour.hour),
      chosen?.kind ?? null,
      chosen?.scores.days ?? null,
      ...figuresOf(hour),
      null,
      ...uploadFigures([]),
    ]),
  ]
}
