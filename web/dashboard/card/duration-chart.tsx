import { useMemo } from 'react'

import { FiguresTable } from '#web/chart/chart-table.tsx'
import { createDurationData, DurationFigures } from '#web/chart/duration-figures.tsx'
import { writeCsv } from '#web/chart/export/chart-csv.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { tableColumns } from '#web/chart/table-columns.ts'
import { stampWord } from '#web/dashboard/graphs/graph-text.ts'

import { type CardForm, cardUnit, chartView, type GraphChartProps, type ShownCard } from './chart-frame.tsx'

const wordOf = ({ data, filters }: Pick<ShownCard, 'data' | 'filters'>) => stampWord(filters.timerange, data)

/** The values of a card's curves from the highest to the lowest. */
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
    <LineChart
      // A zoom is part of a span, as in the chart over time.
      key={`${filters.dateFrom} ${filters.dateTo}`}
      data={sorted}
      label={label}
      {...{ unit, isCompact }}
      chosen={{ hidden: chosen.hidden }}
      onChoose={({ hidden }) => hidden && onChoose({ hidden })}
      Figures={DurationFigures}
    />
  )
}

/** As CSV the curves have a row per rank. */
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
