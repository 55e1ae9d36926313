import type { GraphForm } from '#contract/dashboard-address.ts'
import type { Frequency } from '#contract/query.ts'

export const FORM_LABELS: Readonly<Record<GraphForm, string>> = {
  curves: 'Curves',
  errors: 'Forecast errors',
  heat: 'Heat map',
  duration: 'Duration curves',
}

/** What one value of an answer stands for. */
export const STAMP_WORDS: Readonly<Record<Frequency, string>> = { H: 'hours', D: 'days' }
