import { ChartSpline } from 'lucide-react'
import { memo, useMemo } from 'react'

import { LineChart } from '#web/chart/line-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { createChartData } from './chart-columns.ts'
import { queryRunner } from './dashboard-graphs.ts'
import type { GraphCard } from './graph-card.ts'
import { describeFilters } from './graph-text.ts'
import { LoadingChart } from './loading-chart.tsx'

const CHART_HEIGHT_PX = 400

/** The curves of a card, or what stands in their place: nothing asked yet, loading, failed, no values. */
export const ChartArea = memo(function ChartArea({ card, position }: { card: GraphCard; position: number }) {
  if (card.loading) return <LoadingChart onCancel={() => queryRunner.cancel(card.id)} />
  if (card.error !== null) return <FailedChart id={card.id} message={card.error} />
  if (card.shownFilters === null) {
    return (
      <Placeholder
        title="Nothing to show yet"
        text="Choose what to see and click Run Query: the curves are drawn here."
      />
    )
  }
  if (card.data.length === 0) {
    return (
      <Placeholder
        title="No values in this range"
        text="Nothing is published for this area and these days. Choose other days or another area."
      />
    )
  }
  return <Chart card={card} label={`Graph #${position}: ${describeFilters(card.shownFilters)}`} />
})

function Chart({ card, label }: { card: GraphCard; label: string }) {
  const { data: rows, curves } = card
  const data = useMemo(() => createChartData({ rows, curves }), [rows, curves])
  return <LineChart data={data} label={label} unit="MW" heightPx={CHART_HEIGHT_PX} />
}

function Placeholder({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex h-[400px] flex-col items-center justify-center gap-2 rounded-control bg-sunken/60 px-6 text-center">
      <ChartSpline aria-hidden className="size-7 text-ink-muted" />
      <p className="font-medium">{title}</p>
      <p className="max-w-80 text-ink-muted">{text}</p>
    </div>
  )
}

function FailedChart({ id, message }: { id: string; message: string }) {
  return (
    <div className="flex h-[400px] flex-col items-center justify-center gap-3 rounded-control bg-sunken/60 px-6">
      <Notice tone="danger" className="max-w-full">
        <p className="font-medium">Whoops, something went wrong</p>
        <p className="wrap-anywhere">Error: {message}</p>
      </Notice>
      <Button onPress={() => void queryRunner.run(id)}>Try again</Button>
    </div>
  )
}
