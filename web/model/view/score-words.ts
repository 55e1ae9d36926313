import type { AccuracyAnswer, Scores } from '#contract/accuracy.ts'
import { formatMw, formatShareChange } from '#contract/words/power.ts'

export function tsoWords({ tsoForecast }: Pick<Scores, 'tsoForecast'>): string | null {
  if (tsoForecast === 'copied')
    return 'The TSO publishes no real forecast: its values follow from the actual ones. There is nothing to compare with.'
  if (tsoForecast === 'last-published')
    return 'TSO forecast as last published, maybe after the day: there is nothing to compare with.'
  if (tsoForecast === 'missing') return 'The TSO has published no forecast for these hours.'
  return null
}

const MIN_JUDGED_DAYS = 7

/** `only 3 days scored`, or `null`. `areMade`: `false` while earlier forecasts are still being made. */
export function unjudgedWords({ days }: Pick<Scores, 'days'>, areMade: boolean): string | null {
  const scored = `${days} ${days === 1 ? 'day' : 'days'} scored`
  if (!areMade) return `${scored} so far`
  return days < MIN_JUDGED_DAYS ? `only ${scored}` : null
}

/** `Mean error of the last 28 days: 1,210 MW (early runs), −18.2% vs TSO.` */
export function scoreWords({ run, scores }: Pick<AccuracyAnswer, 'run' | 'scores'>, areMade: boolean) {
  const { days, finalMaeMw, tsoMaeMw } = scores
  const runs = `${run?.kind ?? 'complete'} runs`
  if (finalMaeMw === null) return `No day of ${runs} has been scored yet.`
  const isJudged = tsoMaeMw !== null && tsoMaeMw > 0 && unjudgedWords(scores, areMade) === null
  const toTso = isJudged ? `, ${formatShareChange(finalMaeMw / tsoMaeMw - 1)} vs TSO` : ''
  return `Mean error of the last ${days === 1 ? 'day' : `${days} days`}: ${formatMw(finalMaeMw)} MW (${runs})${toTso}.`
}

/** `, 2 suspicious days left out` */
export function leftOutWords(suspiciousDays: number): string {
  if (suspiciousDays === 0) return ''
  return `, ${suspiciousDays} suspicious ${suspiciousDays === 1 ? 'day' : 'days'} left out`
}
