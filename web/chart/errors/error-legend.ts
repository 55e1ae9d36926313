import type { ComparedErrors } from '#web/chart/data/forecast-errors.ts'
import { formatFigure, formatShare, formatSigned } from '#web/chart/format/value-format.ts'
import { commonNote, coverageText } from '#web/chart/legend/common-note.ts'
import type { LegendContent } from '#web/chart/legend/legend-content.ts'

const COLUMNS = [
  { head: 'MAE', title: 'Mean absolute error' },
  { head: 'RMSE', title: 'Root mean square error' },
  { head: 'Bias', title: 'Mean error: above zero the forecast was too high' },
  { head: 'MAE %', title: 'Mean absolute error in percent of the mean measured value' },
]

/**
 * The legend of curves of errors.
 * @param word what one stamp stands for: hours, days
 */
export function errorLegend({ rows, total, commonCount }: ComparedErrors, word: string): LegendContent {
  const largest = Math.max(0, ...rows.map(({ figures }) => figures?.rmse ?? 0))
  const note = commonNote(
    { counts: rows.map(({ count }) => count), total, commonCount },
    word,
    'All figures cover',
    'hide one of them to see the figures of the other',
  )
  return {
    columns: COLUMNS,
    rows: rows.map(({ curve, count, figures }) => ({
      curve,
      // The note says it for all that cover what it names.
      coverage: note !== null && count === commonCount ? null : coverageText(count, total, word),
      figures: [
        formatFigure(figures?.mae ?? null, largest),
        formatFigure(figures?.rmse ?? null, largest),
        figures === null ? formatFigure(null, 0) : formatSigned(figures.bias, largest),
        formatShare(figures?.relativeMae ?? null),
      ],
    })),
    note,
  }
}

/** A curve's name with its figures, for a picture: `TSO forecast − Actual: MAE 512 MW (3.4%), RMSE 640 MW, bias −12 MW`. */
export function errorSentences({ rows }: ComparedErrors, unit: string): string[] {
  const largest = Math.max(0, ...rows.map(({ figures }) => figures?.rmse ?? 0))
  return rows.map(({ curve, figures }) => {
    if (figures === null) return `${curve.name}: no errors`
    const share = figures.relativeMae === null ? '' : ` (${formatShare(figures.relativeMae)})`
    const mae = `MAE ${formatFigure(figures.mae, largest)} ${unit}${share}`
    const rmse = `RMSE ${formatFigure(figures.rmse, largest)} ${unit}`
    return `${curve.name}: ${mae}, ${rmse}, bias ${formatSigned(figures.bias, largest)} ${unit}`
  })
}
