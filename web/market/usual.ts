import { useQuery } from '@tanstack/react-query'

import { NO_USUAL, type UsualRow } from '#contract/row-tables.ts'
import { usualQuery } from '#web/api/forecasts.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'

const NOTHING_USUAL: readonly UsualRow[] = []

/** The usual range and a sentence about it. Sends no request for `null`. */
export function useUsual(
  of: Parameters<typeof usualQuery>[0],
  describe: (rows: readonly UsualRow[]) => string,
): { rows: readonly UsualRow[]; words: string } {
  const { data, isError } = useQuery(usualQuery(of))
  const without = data?.find((row) => row.without !== null)?.without
  // A range of some members would not match a curve of all.
  if (typeof without === 'string')
    return {
      rows: NOTHING_USUAL,
      words: `There is no usual range of all members: ${without.replaceAll(' ', ', ')} without earlier values.`,
    }
  if (data) return { rows: data, words: data.length === 0 ? NO_USUAL : describe(data) }
  return {
    rows: NOTHING_USUAL,
    words: isError ? 'The usual range could not be loaded.' : 'The usual range is loading…',
  }
}

type Figure = 'median_mw' | 'p10_mw' | 'p90_mw'

/** Adds the usual range as a band and the median as the first curve. */
export function withUsualRange(
  data: ChartData,
  rows: readonly (Record<Figure, number> & { time_utc: string })[],
  colourIndex: number,
): ChartData {
  if (rows.length === 0) return data
  const byStamp = new Map(rows.map((row) => [Date.parse(row.time_utc) / 1000, row]))
  const at = (figure: Figure) => data.timesS.map((timeS) => byStamp.get(timeS)?.[figure] ?? null)
  const median: Curve = { name: 'Usual', style: 'dotted', colourIndex, values: at('median_mw') }
  return {
    ...data,
    curves: [median, ...data.curves],
    // `null`: the median has no measured values.
    ...(data.measured !== undefined && { measured: [null, ...data.measured] }),
    bands: [
      ...(data.bands ?? []),
      {
        name: 'Usual range',
        limits: ['Usual P10', 'Usual P90'],
        colourIndex,
        low: at('p10_mw'),
        high: at('p90_mw'),
      },
    ],
  }
}
