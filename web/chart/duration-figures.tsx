import { useMemo } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { commonStamps } from '#web/chart/data/forecast-errors.ts'
import { formatCount, formatFigure } from '#web/chart/format/value-format.ts'
import type { LegendContent } from '#web/chart/legend/legend-content.ts'
import { ChartLegend } from '#web/chart/legend/legend.tsx'

import type { ChartFiguresProps } from './line-chart.tsx'

export function DurationFigures({ data, unit, zoom: _zoom, ...legend }: ChartFiguresProps) {
  const content = useMemo(() => durationLegend(data), [data])
  return <ChartLegend {...legend} {...content} unit={unit} />
}

const SHARES = [0.1, 0.5, 0.9]

export function durationLegend({ curves, ranks = 'values' }: ChartData): LegendContent {
  const sorted = curves.map(({ values }) => values.filter((value) => value !== null))
  const largest = Math.max(
    0,
    ...sorted.flatMap((values) => [values[0] ?? 0, values.at(-1) ?? 0].map(Math.abs)),
  )
  const hasNegative = sorted.some((values) => (values.at(-1) ?? 0) < 0)
  return {
    columns: [
      { head: 'Max', onPhone: 'always' },
      ...SHARES.map((share) => ({
        head: `${share * 100}%`,
        title: `Reached or exceeded in ${share * 100}% of the ${ranks}`,
      })),
      { head: 'Min', onPhone: 'first' },
      ...(hasNegative ? [{ head: 'Below 0', title: `Number of ${ranks} below zero` }] : []),
      {
        head: ranks.replace(/^./, (first) => first.toUpperCase()),
        title: `Number of ${ranks} that are sorted`,
      },
    ],
    rows: curves.map((curve, position) => {
      const values = sorted[position] ?? []
      const figure = (value: number | undefined) => formatFigure(value ?? null, largest)
      return {
        curve,
        figures: [
          figure(values[0]),
          ...SHARES.map((share) => figure(values[Math.max(0, Math.ceil(share * values.length) - 1)])),
          figure(values.at(-1)),
          ...(hasNegative ? [formatCount(values.filter((value) => value < 0).length)] : []),
          formatCount(values.length),
        ],
      }
    }),
    note: `Each curve is sorted independently, over the ${ranks} that all shown curves have.`,
  }
}

/** The shown curves with the fewest values, and the common stamps with and without them; `null` if all have the same. */
export function limitingCurves({ timesS, curves }: ChartData, hidden: readonly string[]) {
  const counted = curves
    .filter(({ name }) => !hidden.includes(name))
    .map((curve) => ({ curve, count: curve.values.filter((value) => value !== null).length }))
    .filter(({ count }) => count > 0)
  const counts = counted.map(({ count }) => count)
  const fewest = Math.min(...counts)
  const others = counted.filter(({ count }) => count > fewest)
  if (others.length === 0) return null
  const commonOf = (some: typeof counted) => {
    const values = some.map(({ curve }) => curve.values)
    return commonStamps([...timesS.keys()], values).common.length
  }
  return {
    names: counted.filter(({ count }) => count === fewest).map(({ curve }) => curve.name),
    common: commonOf(counted),
    withoutThem: commonOf(others),
    most: Math.max(...counts),
  }
}

/** Sorts each curve from high to low over the stamps that all shown curves have. `ranks`: hours, days. */
export function createDurationData(
  { timesS, curves }: ChartData,
  ranks: string,
  hidden: readonly string[] = [],
): ChartData {
  const shown = curves.filter(({ name }) => !hidden.includes(name))
  const { common } = commonStamps(
    timesS.map((_, index) => index),
    shown.map(({ values }) => values),
  )
  const sorted = curves.map(({ values }) =>
    Float64Array.from(common.map((index) => values[index] ?? null).filter((value) => value !== null))
      .sort()
      .toReversed(),
  )
  return {
    ranks,
    timesS: common.map((_, index) => index + 1),
    curves: curves.map((curve, position) => ({
      ...curve,
      values: common.map((_, index) => sorted[position]?.[index] ?? null),
    })),
  }
}
