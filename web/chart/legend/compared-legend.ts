import type { ChartData } from '#web/chart/data/chart-data.ts'
import { differenceCurves, ownTimeS } from '#web/chart/data/comparison.ts'
import { commonStamps, errorFigures, errorsOf } from '#web/chart/data/forecast-errors.ts'
import {
  curveStatistics,
  type CurveStatistics,
  stampsIn,
  type TimeWindow,
} from '#web/chart/data/time-window.ts'
import { briefMoments, curveNote } from '#web/chart/format/time-format.ts'
import { formatCount, formatFigure, formatSigned } from '#web/chart/format/value-format.ts'

import type { LegendColumn, LegendContent, LegendFigure } from './legend-content.ts'
import { gapNote, stampWord } from './legend-notes.ts'

export function compareFigures({ timesS, curves, measured = [] }: ChartData, window: TimeWindow | null) {
  const stamps = stampsIn(timesS, window)
  const errors = curves.map(({ values }, position) => errorsOf(values, measured[position] ?? []))
  const { common, mostCount } = commonStamps(stamps, errors)
  const hasCommon = mostCount > 0 && common.length > 0
  return {
    stamps,
    /** Stamps that the errors cover; `null` if the forecasts share none. */
    errorCount: hasCommon ? common.length : null,
    rows: curves.map((curve, position) => ({
      curve,
      statistics: curveStatistics(timesS, curve.values, window),
      // Over common stamps, or the forecast's own if there are none; `null` for a measured curve.
      error: errorFigures(errors[position] ?? [], measured[position] ?? [], hasCommon ? common : stamps),
    })),
  }
}

export function differenceFigures(data: ChartData, hidden: readonly string[], window: TimeWindow | null) {
  return differenceCurves(data, hidden).flatMap(({ name, values }) => {
    const statistics = curveStatistics(data.timesS, values, window)
    return statistics === null ? [] : [{ name, statistics }]
  })
}

const STATISTICS: readonly LegendColumn[] = [
  { head: 'Min', hasMoments: true },
  { head: 'Mean' },
  { head: 'Max', hasMoments: true, onPhone: 'first' },
  { head: 'Last', onPhone: 'always' },
]

export function comparedLegend(
  data: ChartData,
  { rows, stamps, errorCount }: ReturnType<typeof compareFigures>,
  differences: ReturnType<typeof differenceFigures>,
): LegendContent {
  const { timesS, measured = [], comparison } = data
  const hasErrors = measured.some((values) => values !== null)
  const largest = rows.reduce(
    (most, { statistics }) =>
      statistics === null ? most : Math.max(most, Math.abs(statistics.min), Math.abs(statistics.max)),
    0,
  )
  const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
  const word = stampWord(timesS)
  const moment = briefMoments(timesS)
  const hasErrorsOfSeveral = rows.filter(({ error }) => error !== null).length > 1
  const covered =
    errorCount === null
      ? `over the ${word} that have both, which differ by forecast`
      : `over the ${formatCount(errorCount)} ${word} with ${hasErrorsOfSeveral ? 'all forecasts' : 'a forecast'} and an actual value`
  const count =
    errorCount === null ? null : `${formatCount(errorCount)}\u00A0${word === 'hours' ? 'h' : word}`
  const errors = [
    { head: 'Bias', title: `Mean of forecast − actual, ${covered}`, covered: count },
    { head: 'MAE', title: `Mean absolute error against the actual value, ${covered}`, covered: count },
  ]
  const remarks = rows.map(({ curve }) => curveNote(curve, moment))
  const [common = ''] = remarks.length > 1 && new Set(remarks).size === 1 ? remarks : []
  return {
    columns: hasErrors ? [...STATISTICS, ...errors] : STATISTICS,
    rows: rows.map(({ curve, statistics, error }, index) => ({
      curve,
      remark: common === '' ? (remarks[index] ?? '') : '',
      figures: [
        ...statisticFigures(statistics, figure, (timeS) => moment(ownTimeS(curve, comparison, timeS))),
        ...(hasErrors
          ? [error === null ? '' : formatSigned(error.bias, largest), error === null ? '' : figure(error.mae)]
          : []),
      ],
    })),
    lines: differences.map(({ name, statistics }) => ({
      name,
      figures: statisticFigures(statistics, (value = 0) => formatSigned(value, largest), moment),
    })),
    note:
      [
        errorCount === null && hasErrorsOfSeveral && 'Bias and MAE: each over its own values.',
        common === '' ? gapNote(data, stamps, moment) : `All curves: ${common}.`,
      ]
        .filter((sentence) => typeof sentence === 'string')
        .join(' ') || null,
  }
}

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
