import type { Curve } from '#web/chart/data/chart-data.ts'

export interface LegendColumn {
  head: string
  /** What the figures are, where the head does not say it all. */
  title?: string
}

/** A curve with its figures as texts, one per column. */
export interface LegendEntry {
  curve: Curve
  /** The part of the time shown that the curve covers, where it is not all of it. */
  coverage: string | null
  figures: readonly string[]
}

export interface LegendContent {
  columns: readonly LegendColumn[]
  rows: readonly LegendEntry[]
  note: string | null
}
