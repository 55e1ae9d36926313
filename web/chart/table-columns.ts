import type { ChartData } from '#web/chart/data/chart-data.ts'
import { curveTitle } from '#web/chart/format/time-format.ts'
import { decimalsOf } from '#web/chart/format/value-format.ts'

export interface TableColumn {
  name: string
  values: readonly (number | null)[]
  decimals: number
}

/** One column per curve, then the two limits of each band. */
export function tableColumns({ curves, bands = [] }: ChartData): TableColumn[] {
  const limits = bands.flatMap(({ low, high, limits: names }) =>
    [low, high].map((values, index) => ({ name: names[index] ?? '', values })),
  )
  const columns = [...curves.map((curve) => ({ name: curveTitle(curve), values: curve.values })), ...limits]
  return columns.map((column) => ({ ...column, decimals: decimalsOf(column.values) }))
}

/** `undefined` without remarks, so that their column is omitted. */
export function remarksByRow({ timesS, remarks = [] }: ChartData) {
  if (remarks.length === 0) return undefined
  return (row: number) => {
    const timeS = timesS[row] ?? 0
    const texts = remarks.filter(({ fromS, toS }) => timeS >= fromS && timeS < toS).map(({ text }) => text)
    return texts.length === 0 ? null : texts.join('; ')
  }
}
