import { ChartSpline, Plus } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'

import { Button } from '#web/ui/button.tsx'

import { graphStore, useGraphCards } from './dashboard-graphs.ts'
import { GraphCardPanel } from './graph-card-panel.tsx'

export function DashboardPage() {
  const ids = useGraphCards(useShallow((cards) => cards.map(({ id }) => id)))
  return (
    <div className="flex flex-col gap-5">
      <title>Dashboard · Energy Metrics</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Metrics Dashboard</h1>
        <Button variant="primary" size="large" onPress={() => graphStore.add()}>
          <Plus aria-hidden />
          Add Graph
        </Button>
      </div>
      {ids.length === 0 && (
        <div className="flex flex-col items-center gap-3 rounded-panel border border-dashed border-line-strong/60 px-6 py-20 text-center">
          <ChartSpline aria-hidden className="size-8 text-ink-muted" />
          <p className="text-lg font-medium">No graphs yet</p>
          <p className="text-ink-muted">Add a graph to choose an area and run a query.</p>
        </div>
      )}
      {ids.map((id, index) => (
        <GraphCardPanel key={id} id={id} position={index + 1} />
      ))}
    </div>
  )
}
