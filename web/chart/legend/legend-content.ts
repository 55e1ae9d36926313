import type { Curve } from '#web/chart/data/chart-data.ts'

export interface LegendColumn {
  head: string
  /** What the figures are, where the head does not say it all. */
  title?: string
  /** Whether its figures have their moments beside them. */
  hasMoments?: boolean
  /** A phone has room for two columns: one that always stays, and one that the user chooses, which is this one `first`. */
  onPhone?: 'always' | 'first'
}

/** A figure as text, and the moment that it is from where that is told. */
export type LegendFigure = string | { figure: string; moment: string }

/** Figures, one per column. */
interface LegendFigures {
  /** The part of the time shown that they cover, where it is not all of it: told where a pointer asks. */
  coverage: string | null
  figures: readonly LegendFigure[]
}

/** A curve with its figures. */
export interface LegendEntry extends LegendFigures {
  curve: Curve
  /** Stands beside the name. */
  remark?: string
}

/** Figures of something that is not drawn. */
export interface LegendLine extends LegendFigures {
  name: string
}

export interface LegendContent {
  columns: readonly LegendColumn[]
  rows: readonly LegendEntry[]
  /** They follow the curves. */
  lines?: readonly LegendLine[]
  note: string | null
}
