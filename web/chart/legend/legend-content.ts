import type { Curve } from '#web/chart/data/chart-data.ts'

export interface LegendColumn {
  head: string
  /** A note about the figures, where their heads are not enough. */
  title?: string
  hasMoments?: boolean
  /** A phone has room for two columns: one that always stays, and one that the user chooses, which is this one `first`. */
  onPhone?: 'always' | 'first'
}

export type LegendFigure = string | { figure: string; moment: string }

export interface LegendEntry {
  curve: Curve
  figures: readonly LegendFigure[]
  remark?: string
}

export interface LegendLine {
  name: string
  figures: readonly LegendFigure[]
}

export interface LegendChoices {
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  /** The curve under pointer or focus. */
  onHighlight: (name: string | null) => void
}

export interface LegendContent {
  columns: readonly LegendColumn[]
  rows: readonly LegendEntry[]
  lines?: readonly LegendLine[]
  note: string | null
}
