import type { LeadersAnswer, PeriodDays } from '#contract/accuracy-over-time.ts'
import type { Scores } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import { leftOutWords } from '#web/model/forecast/tso-words.ts'
import type { AccuracyOrder, RunKind } from '#web/model/view/view.ts'
import { formatMw, formatShareChange } from '#web/ui/power-format.ts'

export interface LeaderRow {
  code: string
  name: string
  /** The kind of run that is scored. */
  kind: RunKind
  days: number
  /** Days that are left out because their actual values are suspicious. */
  suspiciousDays: number
  finalMaeMw: number | null
  modelMaeMw: number | null
  tsoMaeMw: number | null
  /** Share of actual values between P10 and P90, 0 to 1. */
  bandCoverage: number | null
  /** Our error relative to the TSO's: -0.17 is 17 % smaller. Null if there is nothing to compare. */
  againstTso: number | null
  /** `ahead by 412 MW (−18.2%)`, or why there is no comparison. */
  words: string
}

/** Errors that differ by less than this share count as level. */
const LEVEL_SHARE = 0.005

/** One row per country, for a period and a kind of run; by default the kind that each country shows. */
export function leaderRows(
  { countries }: LeadersAnswer,
  choice: { days: PeriodDays; runs: RunKind | null },
): LeaderRow[] {
  return countries.flatMap(({ country, shownKind, periods }) => {
    const period = periods.find(({ days }) => days === choice.days)
    if (period === undefined) return []
    const kind = choice.runs ?? shownKind ?? 'complete'
    const scores = period[kind]
    const againstTso = comparison(scores)
    return [
      {
        code: country,
        name: countryName(country),
        kind,
        days: scores.days,
        suspiciousDays: scores.suspiciousDays,
        finalMaeMw: scores.finalMaeMw,
        modelMaeMw: scores.modelMaeMw,
        tsoMaeMw: scores.tsoMaeMw,
        bandCoverage: scores.bandCoverage,
        againstTso,
        words: leadWords(scores, againstTso, kind),
      },
    ]
  })
}

function comparison({ finalMaeMw, tsoMaeMw }: Scores): number | null {
  return finalMaeMw === null || tsoMaeMw === null || tsoMaeMw === 0 ? null : finalMaeMw / tsoMaeMw - 1
}

function leadWords(scores: Scores, againstTso: number | null, kind: RunKind): string {
  if (scores.hours === 0) return `no ${kind} run scored yet`
  if (scores.tsoForecast === 'copied') return 'the TSO publishes no real forecast'
  if (scores.tsoForecast === 'last-published') return 'TSO forecast as last published'
  if (scores.tsoForecast === 'missing') return 'the TSO published no forecast'
  if (againstTso === null || scores.finalMaeMw === null || scores.tsoMaeMw === null)
    return 'nothing to compare'
  if (Math.abs(againstTso) < LEVEL_SHARE) return 'level with the TSO'
  const by = `by ${formatMw(Math.abs(scores.finalMaeMw - scores.tsoMaeMw))} MW (${formatShareChange(againstTso)})`
  return againstTso < 0 ? `ahead ${by}` : `behind ${by}`
}

/** `complete runs, 28 days`: what a country's errors are of. */
export function scoredRuns({ kind, days, suspiciousDays }: LeaderRow): string {
  return `${kind} runs, ${days} ${days === 1 ? 'day' : 'days'}${leftOutWords(suspiciousDays)}`
}

/** The same of all countries; null where they differ, or without any. */
export function commonRuns(rows: readonly LeaderRow[]): string | null {
  const [first, ...others] = new Set(rows.map(scoredRuns))
  return others.length === 0 ? (first ?? null) : null
}

/** Rows by how far we are ahead of the TSO, by name, or by our error, the smallest first; those without a figure last. */
export function sortLeaders(rows: readonly LeaderRow[], order: AccuracyOrder): LeaderRow[] {
  if (order === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const rank = (row: LeaderRow) => (order === 'lead' ? row.againstTso : row.finalMaeMw) ?? Infinity
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Where we are ahead, where not, and where nothing can be compared, in one sentence. */
export function leaderSummary(rows: readonly LeaderRow[]): string {
  const compared = rows.filter(({ againstTso }) => againstTso !== null)
  if (compared.length === 0) return 'No forecast can be compared with a TSO yet.'
  const ahead = compared.filter(({ againstTso }) => (againstTso ?? 0) <= -LEVEL_SHARE)
  const behind = compared.filter(({ againstTso }) => (againstTso ?? 0) >= LEVEL_SHARE)
  const words = [`Our forecast is ahead of the TSO in ${ahead.length} of ${compared.length} countries`]
  if (behind.length > 0) words.push(`behind in ${list.format(behind.map(({ name }) => name))}`)
  return `${words.join(', ')}.`
}
