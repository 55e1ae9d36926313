import type { ChartData, Curve } from './chart-data.ts'

type Figure = 'median_mw' | 'p10_mw' | 'p90_mw'

/** A chart with the usual range as another band, and the median as its first curve; as it is where nothing usual is known. */
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
    // A curve of its own has nothing that was measured of it.
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
