import { useMemo } from 'react'

import { FiguresTable } from '#web/chart/chart-table.tsx'
import { createDurationData, DurationFigures, limitingCurves } from '#web/chart/duration-figures.tsx'
import { writeCsv } from '#web/chart/export/chart-csv.ts'
import { formatCount } from '#web/chart/format/value-format.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { tableColumns } from '#web/chart/table-columns.ts'
import { stampWord } from '#web/dashboard/graphs/graph-text.ts'
import { Button } from '#web/ui/button.tsx'

import { type CardForm, cardUnit, chartView, type GraphChartProps, type ShownCard } from './chart-frame.tsx'

const wordOf = ({ data, filters }: Pick<ShownCard, 'data' | 'filters'>) => stampWord(filters.timerange, data)

function DurationChart({ id, data, label, filters, view }: GraphChartProps) {
  const word = wordOf({ data, filters })
  const { hiddenCurves } = view
  const sorted = useMemo(() => createDurationData(data, word, hiddenCurves), [data, word, hiddenCurves])
  if (view.isTable) {
    return (
      <FiguresTable
        rowHead={`Reached or exceeded, ${word}`}
        rowCount={sorted.timesS.length}
        rowName={(row) => String(row + 1)}
        columns={tableColumns(sorted)}
        label={label}
        unit={cardUnit()}
      />
    )
  }
  const { unit, isCompact, chosen, onChoose } = chartView(id, view)
  return (
    <>
      <Coverage data={data} word={word} hidden={hiddenCurves} onHide={(hidden) => onChoose({ hidden })} />
      <LineChart
        // A new range resets the zoom, as in the chart over time.
        key={`${filters.dateFrom} ${filters.dateTo}`}
        data={sorted}
        label={label}
        {...{ unit, isCompact }}
        chosen={{ hidden: chosen.hidden }}
        onChoose={({ hidden }) => hidden && onChoose({ hidden })}
        Figures={DurationFigures}
      />
    </>
  )
}

function Coverage(props: {
  data: ShownCard['data']
  word: string
  hidden: readonly string[]
  onHide: (hidden: readonly string[]) => void
}) {
  const { data, word, hidden, onHide } = props
  const limit = useMemo(() => limitingCurves(data, hidden), [data, hidden])
  if (limit === null) return null
  const { names, common, withoutThem, most } = limit
  return (
    <p className="flex flex-wrap items-center gap-x-2 pb-2 text-sm text-ink-muted">
      {`${formatCount(common)} of ${formatCount(most)} ${word}: ${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} no others.`}
      <Button size="small" className="print:hidden" onPress={() => onHide([...hidden, ...names])}>
        {`Show ${formatCount(withoutThem)} ${word} without ${names.length === 1 ? 'it' : 'them'}`}
      </Button>
    </p>
  )
}

export const durationForm: CardForm = {
  Chart: DurationChart,
  read: (card) => createDurationData(card.data, wordOf(card), card.view.hiddenCurves),
  csv: (sorted, card, context) =>
    writeCsv(
      {
        rowHeads: [`reached or exceeded (${wordOf(card)})`],
        rows: sorted.timesS.map((rank) => [String(rank)]),
        columns: tableColumns(sorted),
      },
      context,
    ),
}
