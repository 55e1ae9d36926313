import { Columns2, RectangleHorizontal, SlidersHorizontal, X } from 'lucide-react'
import { memo } from 'react'

import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import type { describeFilters } from '#web/dashboard/graphs/graph-text.ts'
import { hasUnsentFilters } from '#web/dashboard/graphs/query-body.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useReport } from '#web/ui/use-report.ts'

import { graphTitleId } from './chart-frame.tsx'
import { GraphMenu } from './graph-menu.tsx'

export const TWO_COLUMNS = '(width >= 80rem)'

/** Memoized without the whole view: most queries, a zoom and a hidden curve change none of its props. */
export const CardHead = memo(function CardHead(props: {
  id: string
  position: number
  isLast: boolean
  filters: GraphFilters
  shownFilters: GraphFilters | null
  description: ReturnType<typeof describeFilters> | null
  hasFinal: boolean
  hasUsual: boolean
  isHalf: boolean
  areFiltersOpen: boolean
  filtersId: string
  onToggleFilters: () => void
  onRemove: (id: string) => void
}) {
  const { id, position, filters, shownFilters, description, areFiltersOpen, isHalf } = props
  const [report, showReport] = useReport()
  const isWide = useMediaQuery(TWO_COLUMNS)
  const isAlone = position === 1 && props.isLast
  const widthLabel = isHalf ? 'Full width' : 'Half width'
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line py-1.5 pr-1 pl-4 @min-[43rem]:gap-x-3 @min-[43rem]:pr-2 sm:pl-5 @lg:flex-nowrap print:min-h-0 print:flex-nowrap print:items-baseline print:px-3 print:py-1">
      <h2
        id={graphTitleId(id)}
        tabIndex={-1}
        aria-label={[`Graph #${position}`, description?.subject].filter(Boolean).join(': ')}
        className="tabular scroll-mt-4 text-lg font-semibold whitespace-nowrap outline-none"
      >
        Graph #{position}
      </h2>
      {description !== null && (
        <p
          title={`${description.subject}${description.rest}`}
          className="order-last min-w-0 basis-full pb-0.5 leading-4.5 text-pretty text-ink-muted @max-[43rem]:text-sm @lg:order-none @lg:line-clamp-2 @lg:basis-auto @lg:pb-0 print:order-none print:basis-auto print:pb-0"
        >
          {/* The heading already names the subject. */}
          <span aria-hidden className="font-medium text-ink">
            {description.subject}
          </span>
          <span className="print:hidden">{description.range}</span>
          <span className="hidden print:inline">{description.rest}</span>
        </p>
      )}
      {description !== null && hasUnsentFilters({ filters, shownFilters }) && (
        <span className="shrink-0 rounded-full bg-caution-soft px-2 py-0.5 text-sm font-medium text-caution print:hidden">
          Not run yet
        </span>
      )}
      <div className="ml-auto flex shrink-0 items-center @min-[43rem]:gap-1 print:hidden">
        <output className="text-sm text-ink-muted">{report}</output>
        <Button
          id={`${props.filtersId}-toggle`}
          variant="quiet"
          aria-expanded={areFiltersOpen}
          aria-controls={props.filtersId}
          aria-label={`Filters of graph ${position}`}
          onPress={props.onToggleFilters}
        >
          <SlidersHorizontal aria-hidden />
          <span className="hidden @min-[43rem]:inline">Filters</span>
        </Button>
        <GraphMenu
          id={id}
          position={position}
          isLast={props.isLast}
          filters={filters}
          hasFinal={props.hasFinal}
          hasUsual={props.hasUsual}
          onReport={showReport}
        />
        {isWide && (isHalf || !isAlone) && (
          <Tooltip text={widthLabel}>
            <IconButton
              icon={isHalf ? RectangleHorizontal : Columns2}
              aria-label={`${widthLabel} of graph ${position}`}
              onPress={() => graphStore.updateView(id, { isHalfWidth: !isHalf })}
            />
          </Tooltip>
        )}
        <Tooltip text="Remove graph">
          <IconButton
            icon={X}
            aria-label={`Remove graph ${position}`}
            className="pointer-fine:[[data-graph]:not(:hover,:focus-within)_&]:opacity-0"
            onPress={() => props.onRemove(id)}
          />
        </Tooltip>
      </div>
    </div>
  )
})
