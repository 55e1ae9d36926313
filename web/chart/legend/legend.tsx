import { type CSSProperties, useState } from 'react'

import type { Band } from '#web/chart/data/chart-data.ts'
import { figuresIn } from '#web/chart/format/value-format.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'

import type { LegendChoices, LegendContent } from './legend-content.ts'
import { LegendLineRow, LegendRow, type ShownColumn } from './legend-row.tsx'

declare module 'react' {
  interface CSSProperties {
    '--legend-rows'?: number
    /** Rows on paper, where no row is folded. */
    '--legend-all-rows'?: number
    '--legend-lines'?: number
  }
}

/** A single pair has a second row for the forecast of hours to come. */
export const differenceRows = (pairCount: number) => Math.max(2, pairCount)

const MOST_ROWS = 6
const FIRST_ROWS = 3

/** The style sheet reserves the legend's space before it is rendered. */
export function legendSpace(legend: {
  curveCount: number
  bandCount: number
  differenceCount: number
  isCompact: boolean
}): CSSProperties {
  const { curveCount, bandCount, differenceCount, isCompact } = legend
  const noteLines = curveCount > 1 ? 1 : 0
  const rows = isCompact && curveCount > MOST_ROWS ? FIRST_ROWS + 1 : curveCount
  return {
    '--legend-rows': rows + differenceCount,
    '--legend-all-rows': curveCount + differenceCount,
    '--legend-lines': noteLines + bandCount,
  }
}

interface ChartLegendProps extends LegendContent, LegendChoices {
  bands?: readonly Band[] | undefined
  unit: string
  isCompact: boolean
}

export function ChartLegend(props: ChartLegendProps) {
  const { columns, rows, lines = [], note, bands = [], unit, isCompact } = props
  const { hidden, onHiddenChange, onHighlight } = props
  const [isUnfolded, setUnfolded] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  const chosen = columns.find(({ head }) => head === wanted) ?? columns.find((one) => one.onPhone === 'first')
  const shown: ShownColumn[] = columns.map((column) => ({
    ...column,
    isQuiet: column !== chosen && column.onPhone !== 'always',
  }))
  const canFold = isCompact && rows.length > MOST_ROWS
  const names = rows.map(({ curve }) => curve.name)
  return (
    <div className="chart-legend tabular overflow-x-auto">
      <table aria-label={`Curves, ${figuresIn(unit)}`}>
        <LegendHead unit={unit} columns={shown} chosen={chosen?.head} onChoose={setWanted} />
        <tbody>
          {rows.map((row, index) => (
            <LegendRow
              key={row.curve.name}
              {...row}
              columns={shown}
              isTabStop={index === 0}
              isFolded={canFold && !isUnfolded && index >= FIRST_ROWS}
              {...{ names, hidden, onHiddenChange, onHighlight }}
            />
          ))}
          {lines.map((line) => (
            <LegendLineRow key={line.name} {...line} columns={shown} />
          ))}
        </tbody>
      </table>
      {canFold && (
        <button
          type="button"
          className="min-h-6.5 cursor-pointer rounded-control py-0.5 pr-2 pl-[38px] text-ink-muted hover:text-accent print:hidden"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Fewer curves' : `${rows.length - FIRST_ROWS} more curves`}
        </button>
      )}
      {bands.map(({ name, colourIndex }) => (
        <p key={name} className="flex items-center gap-2 px-1 pt-1.5">
          <span className="chart-band-sample" style={{ color: `var(${curveVariable(colourIndex)})` }} />
          {name}
        </p>
      ))}
      {note !== null && <p className="px-1 pt-1.5 text-ink-muted">{note}</p>}
    </div>
  )
}

function LegendHead(props: {
  unit: string
  columns: readonly ShownColumn[]
  chosen: string | undefined
  onChoose: (head: string) => void
}) {
  const { unit, columns, chosen, onChoose } = props
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">Curve, {figuresIn(unit)}</span>
          <span aria-hidden>{unit}</span>
        </th>
        {columns.map(({ head, title, covered, hasMoments, isQuiet }) => (
          <th key={head} scope="col" title={title} data-moments={hasMoments} data-quiet={isQuiet}>
            <span data-choice={head === chosen}>{head}</span>
            {head === chosen && (
              <select aria-label="Figure" value={head} onChange={({ target }) => onChoose(target.value)}>
                {columns.map(
                  (column) => column.onPhone !== 'always' && <option key={column.head}>{column.head}</option>,
                )}
              </select>
            )}
            {covered && <span className="font-normal text-ink-muted"> {covered}</span>}
          </th>
        ))}
      </tr>
    </thead>
  )
}
