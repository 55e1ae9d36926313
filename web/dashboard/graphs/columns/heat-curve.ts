import type { ChartData } from '#web/chart/data/chart-data.ts'

/** The one curve that a heat map shows: the chosen one, or the first. */
export function pickCurve(data: ChartData, name: string | null): ChartData {
  const curve = data.curves.find((candidate) => candidate.name === name) ?? data.curves[0]
  return { timesS: data.timesS, curves: curve === undefined ? [] : [curve] }
}
