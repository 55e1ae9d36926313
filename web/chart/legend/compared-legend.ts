import type { ComparedFigures } from '#web/chart/data/compared-figures.ts'
import { formatFigure, formatSigned } from '#web/chart/format/value-format.ts'

import { commonNote, coverageText } from './common-note.ts'
import type { LegendContent } from './legend-content.ts'

const STATISTICS = [{ head: 'Min' }, { head: 'Mean' }, { head: 'Max' }, { head: 'Last' }]

/**
 * The legend of curves: what each did in the time shown, and errors where forecasts are compared with a reference.
 * @param word what one stamp stands for: hours, days
 */
export function comparedLegend(
  { rows, total, commonCount }: ComparedFigures,
  reference: string | undefined,
  word: string,
): LegendContent {
  const largest = rows.reduce(
    (most, { statistics }) =>
      statistics === null ? most : Math.max(most, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
  const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
  const errors = [
    { head: 'Bias', title: `Mean of forecast − ${reference}` },
    { head: 'MAE', title: `Mean absolute error against ${reference}` },
  ]
  const hasErrors = reference !== undefined
  return {
    columns: hasErrors ? [...STATISTICS, ...errors] : STATISTICS,
    rows: rows.map(({ curve, statistics, count, error }) => ({
      curve,
      coverage: coverageText(count, total, word),
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
    note: commonNote(
      { counts: rows.map(({ count }) => count), total, commonCount },
      word,
      hasErrors ? 'Mean, Bias and MAE cover' : 'Means cover',
      'each mean covers its own',
    ),
  }
}
