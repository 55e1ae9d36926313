import { useQuery } from '@tanstack/react-query'
import {
  ArrowDown,
  ArrowUp,
  Columns2,
  Copy,
  EllipsisVertical,
  RectangleHorizontal,
  Waves,
} from 'lucide-react'
import { memo } from 'react'

import { status } from '#web/api/status.ts'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { createBandQuery } from '#web/dashboard/graphs/query/band.ts'
import type { GraphFilters, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

/** Only here two cards stand side by side. */
export const TWO_COLUMNS = '(width >= 80rem)'

/** What a user seldom does with a card. */
export const GraphMenu = memo(function GraphMenu(props: {
  id: string
  position: number
  isLast: boolean
  /** What the card shows or, before its first answer, asks for. */
  filters: GraphFilters
  view: GraphView
  /** Reports the result of an action if the page itself does not show it. */
  onReport: (message: string) => void
}) {
  const { id, position, isLast, filters, view, onReport } = props
  const isOwnBackend = Boolean(useQuery(status).data)
  // Only our own server reports its status, and only it keeps bands.
  const canHaveBand = isOwnBackend && view.form === 'curves' && createBandQuery(filters) !== null
  const isWide = useMediaQuery(TWO_COLUMNS)
  const isHalf = view.width === 'half'
  return (
    <Menu
      label={`Options of graph ${position}`}
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Options of graph ${position}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
      groups={[
        [
          {
            id: 'duplicate',
            label: 'Duplicate',
            icon: <Copy />,
            onAction: () => {
              graphStore.duplicate(id)
              onReport(`Graph ${position + 1} added`)
            },
          },
          {
            id: 'up',
            label: 'Move up',
            icon: <ArrowUp />,
            isDisabled: position === 1,
            onAction: () => graphStore.move(id, -1),
          },
          {
            id: 'down',
            label: 'Move down',
            icon: <ArrowDown />,
            isDisabled: isLast,
            onAction: () => graphStore.move(id, 1),
          },
          ...(isWide
            ? [
                {
                  id: 'width',
                  label: isHalf ? 'Full width' : 'Half width',
                  icon: isHalf ? <RectangleHorizontal /> : <Columns2 />,
                  onAction: () => graphStore.updateView(id, { width: isHalf ? 'full' : 'half' }),
                },
              ]
            : []),
          ...(canHaveBand
            ? [
                {
                  id: 'band',
                  label: view.hasBand ? 'Hide P10–P90' : 'Show P10–P90',
                  icon: <Waves />,
                  onAction: () => toggleBand(id, !view.hasBand),
                },
              ]
            : []),
        ],
      ]}
    />
  )
})

/** A band that was not asked for yet comes with a new answer. */
function toggleBand(id: string, hasBand: boolean): void {
  graphStore.updateView(id, { hasBand })
  const card = graphStore.state.getState().graphCards.find((candidate) => candidate.id === id)
  if (hasBand && card?.isAsked === true && card.band.timesS.length === 0) void queryRunner.run(id)
}
