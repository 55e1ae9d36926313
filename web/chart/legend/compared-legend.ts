import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { ComparedFigures, DifferenceFigures } from '#web/chart/data/compared-figures.ts'
import { ownTimeS } from '#web/chart/data/comparison.ts'
import type { CurveStatistics } from '#web/chart/data/curve-statistics.ts'
import { curveNote } from '#web/chart/format/curve-note.ts'
import { briefMoments } from '#web/chart/format/time-format.ts'
import { formatFigure, formatSigned } from '#web/chart/format/value-format.ts'

import { coverage, coverageText, stampWord } from './common-note.ts'
import type { LegendColumn, LegendContent, LegendFigure } from './legend-content.ts'

const STATISTICS: readonly LegendColumn[] = [
  { head: 'Min', hasMoments: true },
  { head: 'Mean' },
  { head: 'Max', hasMoments: true },
  { head: 'Last' },
]

/**
 * The legend of curves: what each did in the time shown and when, errors where forecasts are held against what was measured, and the
 * differences of a comparison.
 */
export function comparedLegend(
  { timesS, measured = [], comparison }: ChartData,
  { rows, total }: ComparedFigures,
  differences: readonly DifferenceFigures[],
): LegendContent {
  const hasErrors = measured.some((values) => values !== null)
  const largest = rows.reduce(
    (most, { statistics }) =>
      statistics === null ? most : Math.max(most, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
  const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
  const word = stampWord(timesS)
  const moment = briefMoments(timesS)
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
      coverage:
        [curve.forecast === undefined ? coverages[position] : null, curveNote(curve, moment)]
          .filter(Boolean)
          .join(', ') || null,
      figures: [
        ...statisticFigures(statistics, figure, (timeS) => moment(ownTimeS(curve, comparison, timeS))),
        ...(hasErrors
          ? [error === null ? '' : formatSigned(error.bias, largest), error === null ? '' : figure(error.mae)]
          : []),
      ],
    })),
    lines: differences.map(({ name, statistics, count }) => ({
      name,
      coverage: coverageText(count, total, word),
      figures: statisticFigures(statistics, (value = 0) => formatSigned(value, largest), moment),
    })),
    note,
  }
}

/** The figures of `STATISTICS`. */
function statisticFigures(
  statistics: CurveStatistics | null,
  figure: (value: number | undefined) => string,
  moment: (timeS: number) => string,
): LegendFigure[] {
  if (statistics === null) return STATISTICS.map(() => figure(undefined))
  const { min, minTimeS, mean, max, maxTimeS, last } = statistics
  return [
    { figure: figure(min), moment: moment(minTimeS) },
    figure(mean),
    { figure: figure(max), moment: moment(maxTimeS) },
    figure(last),
  ]
}
