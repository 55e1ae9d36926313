import type { ForecastRun } from '#contract/accuracy.ts'

export type RunKind = ForecastRun['kind']
export const RUN_KINDS: readonly RunKind[] = ['early', 'complete']

/** How the countries of the accuracy are sorted: by how far we are ahead, by name, or by our error. */
export const ACCURACY_ORDERS = ['lead', 'name', 'error'] as const
export type AccuracyOrder = (typeof ACCURACY_ORDERS)[number]
