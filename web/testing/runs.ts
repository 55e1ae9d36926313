import type { ForecastRun, Scores } from '#contract/accuracy.ts'

/** A complete run with all inputs. */
export const runOf = (parts: Pick<ForecastRun, 'issuedAt'> & Partial<ForecastRun>): ForecastRun => ({
  as_of: parts.issuedAt,
  informationTime: parts.issuedAt,
  kind: 'complete',
  isLate: false,
  isReplayed: false,
  usedInputs: ['load forecast', 'recent actuals'],
  missingInputs: [],
  uploads: [],
  weather: null,
  note: '',
  ...parts,
})

/** 28 whole days. */
export const SCORES: Scores = {
  fromDay: '2026-10-25',
  toDay: '2026-11-21',
  days: 28,
  replayedDays: 0,
  suspiciousDays: 0,
  hours: 672,
  tsoForecast: 'published',
  tsoMaeMw: 1000,
  modelMaeMw: 850,
  finalMaeMw: 800,
  meanLoadMw: 20_000,
  bandCoverage: 0.8,
  uploaded: [],
}
