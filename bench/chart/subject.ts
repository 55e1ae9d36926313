import type { ChartData } from '#web/chart/data/chart-data.ts'

export const WIDTH_PX = 1100
export const HEIGHT_PX = 400

/** Prepares, without being timed, to put a chart onto each stage. */
export type Subject = (stages: readonly HTMLElement[], data: ChartData) => Show

export interface Show {
  mount: () => void
  unmount: () => void
}
