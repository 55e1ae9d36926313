import type { Curve } from '#web/chart/data/chart-data.ts'

export interface LegendColumn {
  head: string
  title?: string
  /** What the figures cover, beside the head. */
  covered?: string | null
  hasMoments?: boolean
  /** A phone shows two columns: the one with `always`, and one that the user selects, initially `first`. */
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
  onHighlight: (name: string | null) => void
}

export interface LegendContent {
  columns: readonly LegendColumn[]
  rows: readonly LegendEntry[]
  lines?: readonly LegendLine[]
  note: string | null
}
