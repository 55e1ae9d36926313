import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'

export interface TableColumn {
  name: string
  values: readonly (number | null)[]
}

/** `Germany`, or where a forecast continues what was measured `Germany (Final forecast from Nov 14, 2026, 06:00)`. */
export function curveTitle({ name, forecast }: Curve): string {
  return forecast === undefined ? name : `${name} (${forecast.name} from ${formatDayTime(forecast.fromS)})`
}

/** The figures of a chart as columns: one per curve, then the two limits of its band. */
export function tableColumns({ curves, band }: ChartData): TableColumn[] {
  const columns = curves.map((curve) => ({ name: curveTitle(curve), values: curve.values }))
  if (band === undefined) return columns
  return [...columns, { name: band.limits[0], values: band.low }, { name: band.limits[1], values: band.high }]
}
