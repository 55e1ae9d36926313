import type { ChartData, Curve } from './chart-data.ts'

/** What is usual at a time, in the unit of a chart. */
interface UsualValue {
  time_utc: string
  median_mw: number
  p10_mw: number
  p90_mw: number
}

/** A chart with the usual range as its band, and the median as its first curve; as it is where nothing usual is known. */
export function withUsualRange(data: ChartData, rows: readonly UsualValue[], colourIndex: number): ChartData {
  if (rows.length === 0) return data
  const byStamp = new Map(rows.map((row) => [Date.parse(row.time_utc) / 1000, row]))
  const at = (of: (row: UsualValue) => number) =>
    data.timesS.map((timeS) => {
      const row = byStamp.get(timeS)
      return row === undefined ? null : of(row)
    })
  const median: Curve = { name: 'Usual', style: 'dotted', colourIndex, values: at((row) => row.median_mw) }
  return {
    ...data,
    curves: [median, ...data.curves],
    // A curve of its own has nothing that was measured of it.
    ...(data.measured !== undefined && { measured: [null, ...data.measured] }),
    band: {
      name: 'Usual P10–P90',
      limits: ['Usual P10', 'Usual P90'],
      colourIndex,
      low: at((row) => row.p10_mw),
      high: at((row) => row.p90_mw),
    },
  }
}
