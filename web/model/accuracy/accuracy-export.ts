import type { PeriodDays } from '#contract/accuracy.ts'
import { type Origin, sourceName } from '#web/api/status.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { hourKey } from '#web/model/view/delivery-day.ts'

import type { ChosenScores, LeaderRow } from './leader-rows.ts'

/** The accuracy as it is on the screen. */
export interface ShownAccuracy {
  day: string
  days: PeriodDays
  rows: readonly LeaderRow[]
  /** The chosen country by hour; null without one. */
  chosen: { name: string; scores: ChosenScores } | null
}

/** Every country over the whole day, then the chosen country by hour. */
export function accuracyLines({ rows, chosen }: ShownAccuracy, source: string | null) {
  const unit = source === null ? 'MW' : `MW, ${source}`
  const header = [
    'country',
    'hour',
    'runs',
    'days',
    ...['final forecast', 'model forecast', 'TSO forecast'].map(
      (forecast) => `mean absolute error of ${forecast} (${unit})`,
    ),
    'share of actual values between P10 and P90',
    'error of final forecast as a share of mean load',
  ]
  const countries = rows.map((row) => [
    row.name,
    'all',
    row.kind,
    row.days,
    row.finalMaeMw,
    row.modelMaeMw,
    row.tsoMaeMw,
    row.bandCoverage,
    row.finalShare,
  ])
  const { kind, scores } = chosen?.scores ?? {}
  const hours = (scores?.byHour ?? []).map((hour) => [
    chosen?.name ?? null,
    hourKey(hour.hour),
    kind ?? null,
    scores?.days ?? null,
    hour.finalMaeMw,
    hour.modelMaeMw,
    hour.tsoMaeMw,
    hour.bandCoverage,
    null,
  ])
  return [header, ...countries, ...hours]
}

export function downloadCsv(shown: ShownAccuracy, origin: Origin): void {
  downloadCells(`accuracy_${shown.days}-days_${shown.day}.csv`, accuracyLines(shown, sourceName(origin)))
}
