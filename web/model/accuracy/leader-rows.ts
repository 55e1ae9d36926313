import type { CountryScores, LeadersAnswer, PeriodDays, Scores } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import { shortDay } from '#contract/words/days.ts'
import { formatShare } from '#contract/words/power.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import { leftOutWords, unjudgedWords } from '#web/model/view/run-words.ts'
import type { AccuracyOrder, RunKind } from '#web/model/view/view.ts'

/** Without `runs`: the kind on the screen. */
interface Choice {
  days: PeriodDays
  runs: RunKind | null
}

export interface ChosenScores<Of extends Scores = CountryScores> {
  kind: RunKind
  scores: Of
}

export function chooseScores<Of extends Scores>(
  answer: { shownKind: RunKind | null; periods: readonly ({ days: PeriodDays } & Record<RunKind, Of>)[] },
  { days, runs }: Choice,
): ChosenScores<Of> | null {
  const kind = runs ?? answer.shownKind ?? 'complete'
  const period = answer.periods.find((known) => known.days === days)
  return period === undefined ? null : { kind, scores: period[kind] }
}

export type LeaderRow = ReturnType<typeof leaderRows>[number]

/** Smaller differences count as equal. */
const LEVEL_SHARE = 0.005

/** `areMade`: `false` while earlier forecasts are still being made. */
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
      /** Error ÷ mean load of the same hours. */
      finalShare: ratio(scores.finalMaeMw, scores.meanLoadMw),
      /** -0.17: our error is 17% smaller than the TSO's. */
      againstTso,
      isJudged: unjudged === null,
      whyNot: (scores.hours > 0 ? unjudged : null) ?? whyNot(scores, againstTso, kind),
    }
  })
}

function ratio(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base
}

function whyNot(scores: Scores, againstTso: number | null, kind: RunKind): string | null {
  if (scores.hours === 0) return `no ${kind} run scored yet`
  if (scores.tsoForecast === 'copied') return 'TSO publishes a copy'
  if (scores.tsoForecast === 'last-published') return 'TSO as last published'
  if (scores.tsoForecast === 'missing') return 'no TSO forecast'
  return againstTso === null ? 'nothing to compare' : null
}

/** `complete runs, 28 days` */
export function scoredRuns({ kind, days, suspiciousDays }: LeaderRow): string {
  return `${kind} runs, ${days} ${days === 1 ? 'day' : 'days'}${leftOutWords(suspiciousDays)}`
}

/** `null` if countries differ, or without countries. */
export function commonRuns(rows: readonly LeaderRow[]): string | null {
  const [first, ...others] = new Set(rows.map(scoredRuns))
  return others.length === 0 ? (first ?? null) : null
}

/** `Sun, Oct 25 to Sat, Nov 21`, over all countries. */
export function leaderSpan(rows: readonly LeaderRow[]): string | null {
  const days = rows
    .flatMap(({ fromDay, toDay }) => (fromDay === null || toDay === null ? [] : [fromDay, toDay]))
    .toSorted()
  const [first] = days
  return first === undefined ? null : `${shortDay(first)} to ${shortDay(days.at(-1) ?? first)}`
}

const FIGURES = { lead: 'againstTso', error: 'finalMaeMw', share: 'finalShare' } as const

/** Ascending; rows without a figure last. */
export function sortLeaders(rows: readonly LeaderRow[], order: AccuracyOrder): LeaderRow[] {
  if (order === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const rank = (row: LeaderRow) => row[FIGURES[order]] ?? Infinity
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `won`: `12 of 13` countries in which our error is smaller. */
export function leaderAnswer(rows: readonly LeaderRow[]): { won: string | null; words: string } {
  const compared = rows.filter(({ againstTso }) => againstTso !== null)
  const ahead = compared.filter(({ againstTso }) => (againstTso ?? 0) <= -LEVEL_SHARE)
  const behind = compared.filter(({ againstTso }) => (againstTso ?? 0) >= LEVEL_SHARE)
  const worst = sortLeaders(rows, 'share').findLast(
    ({ finalShare, isJudged }) => isJudged && finalShare !== null,
  )
  const words = [
    compared.length === 0 && 'No forecast can be compared with a TSO yet.',
    behind.length > 0 && `Larger in ${list.format(behind.map(({ name }) => name))}.`,
    worst !== undefined && `Largest error relative to load: ${worst.name}, ${formatShare(worst.finalShare)}.`,
  ]
  return {
    won: compared.length === 0 ? null : `${ahead.length} of ${compared.length}`,
    words: words.filter((part) => part !== false).join(' '),
  }
}

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

/** `complete runs, Sun, Oct 25 to Sat, Nov 21, 28 days (20 replayed)` */
export function scoredWords({ kind, scores }: ChosenScores): string {
  const { fromDay, toDay, days, replayedDays, suspiciousDays } = scores
  const span = fromDay === null || toDay === null ? '' : `, ${shortDay(fromDay)} to ${shortDay(toDay)}`
  const replayed = replayedDays === 0 ? '' : ` (${replayedDays} replayed)`
  return `${kind} runs${span}, ${days} ${days === 1 ? 'day' : 'days'}${replayed}${leftOutWords(suspiciousDays)}`
}

/** A country over the whole day, or one of its hours. */
interface FileLine extends Pick<Scores, 'finalMaeMw' | 'modelMaeMw' | 'tsoMaeMw' | 'bandCoverage'> {
  name: string
  hour: string
  kind: RunKind
  days: number
  finalShare: number | null
  uploaded: Scores['uploaded']
}

type FileColumn = readonly [head: string, cellOf: (line: FileLine) => string | number | null]

export function accuracyLines(
  rows: readonly LeaderRow[],
  chosen: ({ name: string } & ChosenScores) | null,
  unit: string,
): (string | number | null)[][] {
  const labels = [...new Set(rows.flatMap(({ uploaded }) => uploaded.map(({ label }) => label)))]
  const uploadOf = ({ uploaded }: FileLine, label: string) => uploaded.find((one) => one.label === label)
  const error = (of: string) => `mean absolute error of ${of} (${unit})`
  const columns: readonly FileColumn[] = [
    ['country', ({ name }) => name],
    ['hour', ({ hour }) => hour],
    ['runs', ({ kind }) => kind],
    ['days', ({ days }) => days],
    [error('final forecast'), ({ finalMaeMw }) => finalMaeMw],
    [error('model forecast'), ({ modelMaeMw }) => modelMaeMw],
    [error('TSO forecast'), ({ tsoMaeMw }) => tsoMaeMw],
    ['share of actual values between P10 and P90', ({ bandCoverage }) => bandCoverage],
    ['error of final forecast as a share of mean load', ({ finalShare }) => finalShare],
    ...labels.flatMap((label): FileColumn[] => [
      [error(label), (line) => uploadOf(line, label)?.maeMw ?? null],
      [error(`final forecast in the hours of ${label}`), (line) => uploadOf(line, label)?.finalMaeMw ?? null],
    ]),
  ]
  const hours = (chosen?.scores.byHour ?? []).flatMap((of): FileLine[] =>
    chosen === null
      ? []
      : [
          {
            ...chosen,
            ...of,
            hour: hourKey(of.hour),
            days: chosen.scores.days,
            finalShare: null,
            uploaded: [],
          },
        ],
  )
  const lines = [...rows.map((row): FileLine => ({ ...row, hour: 'all' })), ...hours]
  return [columns.map(([head]) => head), ...lines.map((line) => columns.map(([, cellOf]) => cellOf(line)))]
}
