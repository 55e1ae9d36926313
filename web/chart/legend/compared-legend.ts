import type { ComparedFigures } from '#web/chart/data/compared-figures.ts'
import { formatFigure, formatSigned } from '#web/chart/format/value-format.ts'

import { coverage } from './common-note.ts'
import type { LegendContent } from './legend-content.ts'

const STATISTICS = [{ head: 'Min' }, { head: 'Mean' }, { head: 'Max' }, { head: 'Last' }]

/**
 * The legend of curves: what each did in the time shown, and errors where forecasts are held against what was measured.
 * @param word what one stamp stands for: hours, days
 */
export function comparedLegend(
  { rows, total }: ComparedFigures,
  hasErrors: boolean,
  word: string,
): LegendContent {
  const largest = rows.reduce(
    (most, { statistics }) =>
      statistics === null ? most : Math.max(most, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
  const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
  const covered = `over the ${word} that both have`
  const errors = [
    { head: 'Bias', title: `Mean of forecast − actual, ${covered}` },
    { head: 'MAE', title: `Mean absolute error against the actual value, ${covered}` },
  ]
  const { coverages, note } = coverage(rows, total, word)
  return {
    columns: hasErrors ? [...STATISTICS, ...errors] : STATISTICS,
    rows: rows.map(({ curve, statistics, error }, position) => ({
      curve,
      coverage: coverages[position] ?? null,
      figures: [
        figure(statistics?.min),
        figure(statistics?.mean),
        figure(statistics?.max),
        figure(statistics?.last),
        ...(hasErrors
          ? [error === null ? '' : formatSigned(error.bias, largest), error === null ? '' : figure(error.mae)]
          : []),
      ],
    })),
    note,
  }
}
