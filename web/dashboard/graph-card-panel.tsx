import { X } from 'lucide-react'
import { memo } from 'react'

import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

import { ChartArea } from './chart-area.tsx'
import { graphStore, useGraphCards } from './dashboard-graphs.ts'
import { FilterPanel } from './filter-panel.tsx'
import { describeFilters } from './graph-text.ts'

/** One graph: filters on the left, curves on the right; one above the other where the card is narrow. */
export const GraphCardPanel = memo(function GraphCardPanel({
  id,
  position,
}: {
  id: string
  position: number
}) {
  const card = useGraphCards((cards) => cards.find((candidate) => candidate.id === id))
  if (card === undefined) return null
  const titleId = `graph-${id}`
  return (
    <Panel aria-labelledby={titleId} className="@container">
      <div className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4 sm:pl-5">
        <h2 id={titleId} className="tabular text-lg font-semibold whitespace-nowrap">
          Graph #{position}
        </h2>
        {card.shownFilters !== null && (
          <p className="min-w-0 truncate text-sm text-ink-muted">{describeFilters(card.shownFilters)}</p>
        )}
        <div className="ml-auto flex shrink-0 items-center">
          <Tooltip text="Remove graph">
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove graph ${position}`}
              onPress={() => graphStore.remove(id)}
            >
              <X aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
      <div className="grid @3xl:grid-cols-[17.5rem_minmax(0,1fr)]">
        <FilterPanel id={id} filters={card.filters} isLoading={card.loading} />
        <div className="min-w-0 p-4 sm:p-5">
          <ErrorBoundary subject="This graph" resetKey={card.data}>
            <ChartArea card={card} position={position} />
          </ErrorBoundary>
        </div>
      </div>
    </Panel>
  )
})
