import type { Scores } from '#contract/accuracy.ts'

/** Why there is no error of the TSO to compare with; null if there is one. */
export function tsoWords({ tsoForecast }: Pick<Scores, 'tsoForecast'>): string | null {
  if (tsoForecast === 'copied')
    return 'The TSO publishes no real forecast: its values repeat the actual ones. There is nothing to compare with.'
  if (tsoForecast === 'last-published')
    return 'TSO forecast as last published, maybe after the day: there is nothing to compare with.'
  if (tsoForecast === 'missing') return 'The TSO has published no forecast for these hours.'
  return null
}

/** `, 2 suspicious days left out`, after what scores are of; empty if there are none. */
export function leftOutWords(suspiciousDays: number): string {
  if (suspiciousDays === 0) return ''
  return `, ${suspiciousDays} suspicious ${suspiciousDays === 1 ? 'day' : 'days'} left out`
}
