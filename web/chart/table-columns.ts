import type { ChartData, Remark } from '#web/chart/data/chart-data.ts'
import { curveTitle } from '#web/chart/format/curve-note.ts'

export interface TableColumn {
  name: string
  values: readonly (number | null)[]
}

/** The figures of a chart as columns: one per curve, then the two limits of its band. */
export function tableColumns({ curves, band }: ChartData): TableColumn[] {
  const columns = curves.map((curve) => ({ name: curveTitle(curve), values: curve.values }))
  if (band === undefined) return columns
  return [...columns, { name: band.limits[0], values: band.low }, { name: band.limits[1], values: band.high }]
}

/** What is to be known of the value at a stamp; null for nothing. */
export function remarkAt(remarks: readonly Remark[], timeS: number): string | null {
  const texts = remarks.filter(({ fromS, toS }) => timeS >= fromS && timeS < toS).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('; ')
}
