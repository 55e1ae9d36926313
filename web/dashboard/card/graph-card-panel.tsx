import { X } from 'lucide-react'
import { memo, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

import { ChartArea } from './chart-area.tsx'
import { useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { FilterPanel } from '#web/dashboard/filters/filter-panel.tsx'
import { GraphMenu } from './graph-menu.tsx'
import { describeFilters } from '#web/dashboard/graphs/graph-text.ts'

const REPORT_MS = 4000

/** The id of a card's heading. It takes the focus when the card is added. */
export const graphTitleId = (id: string): string => `graph-${id}`

/** One graph: filters on the left, curves on the right; one above the other where the card is narrow. */
export const GraphCardPanel = memo(function GraphCardPanel(props: {
  id: string
  position: number
  isLast: boolean
  onRemove: (id: string) => void
}) {
  const { id, position, isLast, onRemove } = props
  const card = useGraphCards((cards) => cards.find((candidate) => candidate.id === id))
  const [report, setReport] = useState('')
  if (card === undefined) return null
  const showReport = (message: string) => {
    setReport(message)
    setTimeout(() => setReport(''), REPORT_MS)
  }
  return (
    <Panel
      aria-labelledby={graphTitleId(id)}
      className={classNames('@container min-w-0', card.view.width === 'full' && 'xl:col-span-2')}
    >
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line py-1.5 pr-2 pl-4 sm:pl-5 @lg:flex-nowrap">
        <h2
          id={graphTitleId(id)}
          tabIndex={-1}
          className="tabular scroll-mt-4 text-lg font-semibold whitespace-nowrap outline-none"
        >
          Graph #{position}
        </h2>
        {card.shownFilters !== null && (
          <p className="order-last min-w-0 basis-full pb-1 text-sm text-ink-muted @lg:order-none @lg:basis-auto @lg:truncate @lg:pb-0">
            {describeFilters(card.shownFilters)}
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <output className="text-sm text-ink-muted">{report}</output>
          <GraphMenu
            id={id}
            position={position}
            isLast={isLast}
            hasData={card.data.length > 0}
            view={card.view}
            onReport={showReport}
          />
          <Tooltip text="Remove graph">
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove graph ${position}`}
              onPress={() => onRemove(id)}
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
