import { formatShare } from '#contract/words/power.ts'
import type { ComparedErrors, CurveErrors, ErrorFigures } from '#web/chart/data/forecast-errors.ts'
import { formatFigure, formatSigned, withUnit } from '#web/chart/format/value-format.ts'

import type { LegendColumn, LegendContent } from './legend-content.ts'
import { commonNote } from './legend-notes.ts'

const COLUMNS: readonly LegendColumn[] = [
  { head: 'MAE', title: 'Mean absolute error', onPhone: 'always' },
  { head: 'RMSE', title: 'Root mean square error' },
  { head: 'Bias', title: 'Mean error', onPhone: 'first' },
  { head: 'MAE %', title: 'Mean absolute error in percent of the mean measured value' },
]

export function errorLegend(errors: ComparedErrors, word: string): LegendContent {
  const { rows } = errors
  const largest = Math.max(0, ...rows.map(({ figures }) => figures?.rmse ?? 0))
  return {
    columns: COLUMNS,
    rows: rows.map(({ curve, figures }) => ({
      curve,
      figures: [
        formatFigure(figures?.mae ?? null, largest),
        formatFigure(figures?.rmse ?? null, largest),
        figures === null ? formatFigure(null, 0) : formatSigned(figures.bias, largest),
        formatShare(figures?.relativeMae ?? null),
      ],
    })),
    note: commonNote(errors, word),
  }
}

/** `TSO forecast − Actual: MAE 512 MW (3.4%), RMSE 640 MW, bias −12 MW`, for a picture. */
export function errorSentences({ rows }: ComparedErrors, unit: string): string[] {
  const largest = Math.max(0, ...rows.map(({ figures }) => figures?.rmse ?? 0))
  return rows.map(({ curve, figures }) => {
    if (figures === null) return `${curve.name}: no errors`
    const share = figures.relativeMae === null ? '' : ` (${formatShare(figures.relativeMae)})`
    const mae = `MAE ${withUnit(formatFigure(figures.mae, largest), unit)}${share}`
    const rmse = `RMSE ${withUnit(formatFigure(figures.rmse, largest), unit)}`
    return `${curve.name}: ${mae}, ${rmse}, bias ${withUnit(formatSigned(figures.bias, largest), unit)}`
  })
}

const TITLES = { day: 'hour of the day', week: 'day of the week' }
const NAMED_EVERY = { day: 3, week: 1 }
const ROUND_ENDS = [1, 2, 3, 4, 5, 6, 8, 10]

export type ErrorScale = ReturnType<typeof errorScale>

/** Zero to the largest MAE, rounded up; below zero as far or half as far if a bias is negative. */
export function errorScale(rows: readonly CurveErrors[]) {
  const all = rows.flatMap(({ bySlot }) => bySlot.flatMap(({ figures }) => figures ?? []))
  const largest = Math.max(0, ...all.map(({ mae }) => mae))
  const lowest = Math.min(0, ...all.map(({ bias }) => bias))
  const magnitude = largest === 0 ? 1 : 10 ** Math.floor(Math.log10(largest))
  const top = magnitude * (ROUND_ENDS.find((end) => end * magnitude >= largest) ?? 10)
  const bottom = lowest === 0 ? 0 : lowest >= -top / 2 ? -top / 2 : -top
  return { bottom, top, ticks: bottom === 0 ? [0, top] : [bottom, 0, top] }
}

export function barPlace(value: number, { bottom, top }: ErrorScale): { from: number; height: number } {
  return { from: (Math.min(value, 0) - bottom) / (top - bottom), height: Math.abs(value) / (top - bottom) }
}

/** `MAE (filled) and bias (outlined; above zero: too high) by hour of the day, MW`. */
export function barsTitle({ kind }: ComparedErrors['cycle'], unit: string): string {
  const title = `MAE (filled) and bias (outlined; above zero: too high) by ${TITLES[kind]}`
  return unit === '' ? title : `${title}, ${unit}`
}

export function slotFigures(figures: ErrorFigures | null, { top }: ErrorScale): string {
  return figures === null
    ? formatFigure(null, 0)
    : `${formatFigure(figures.mae, top)}, bias ${formatSigned(figures.bias, top)}`
}

export function slotHead({ kind, slots }: ComparedErrors['cycle'], index: number): string {
  return index % NAMED_EVERY[kind] === 0 ? (slots[index]?.replace(':00', '') ?? '') : ''
}
