import { ArrowDown, ArrowUp, Bell, ChartArea, Copy, Plus, Timer, Waves } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router'

import { areaLabel, MEMBER_CODES } from '#contract/areas.ts'
import { MAX_AREAS } from '#contract/dashboard-address.ts'
import { QUANTITY_OF } from '#contract/query.ts'
import { useIsOwnBackend } from '#web/api/settings.ts'
import { graphStore, queryRunner, setFiltersOpen } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { hasUnsentFilters } from '#web/dashboard/graphs/query/query-body.ts'
import { areasOf, type GraphFilters, type GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'

/** What a user seldom does with a card. */
export const GraphMenu = memo(function GraphMenu(props: {
  id: string
  position: number
  isLast: boolean
  filters: GraphFilters
  view: GraphView
  /** Reports the result of an action if the page itself does not show it. */
  onReport: (message: string) => void
}) {
  const { id, position, isLast, filters, view, onReport } = props
  const areas = areasOf(filters)
  const navigate = useNavigate()
  // A group has no alerts, and alerts look at hours.
  const hasAlerts =
    areas.length === 1 && filters.timerange === 'H' && MEMBER_CODES.some((code) => code === filters.area)
  // Only our own server has a final forecast, quarter hours and alerts.
  const isOwnBackend = useIsOwnBackend()
  return (
    <Menu
      label={`Options of graph ${position}`}
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
        ],
        [
          {
            id: 'area',
            label: 'Add an area',
            icon: <Plus />,
            isDisabled: areas.length >= MAX_AREAS,
            onAction: () => onReport(addArea(id, filters)),
          },
          // With several areas each curve goes on with it.
          isOwnBackend &&
            areas.length === 1 && {
              id: 'final',
              label: view.hasFinal ? 'Hide final forecast' : 'Show final forecast',
              icon: <Waves />,
              onAction: () => toggleFinal(id, !view.hasFinal),
            },
          isOwnBackend &&
            areas.length === 1 && {
              id: 'usual',
              label: view.hasUsual ? 'Hide usual range' : 'Usual range',
              icon: <ChartArea />,
              onAction: () => graphStore.updateView(id, { hasUsual: !view.hasUsual, form: 'curves' }),
            },
          isOwnBackend &&
            filters.timerange === 'H' && {
              id: 'quarters',
              label: filters.hasQuarters ? 'Show hours' : 'Show quarter hours',
              icon: <Timer />,
              onAction: () => setQuarters(id, !filters.hasQuarters),
            },
          isOwnBackend &&
            hasAlerts && {
              id: 'alert',
              label: 'Alert me above …',
              icon: <Bell />,
              onAction: () => void navigate(alertAddress(id, filters)),
            },
        ],
      ]}
    />
  )
})

/** The next area of the list, which can be changed in the filters. */
function addArea(id: string, filters: GraphFilters): string {
  const added = MEMBER_CODES.find((code) => !areasOf(filters).includes(code))
  if (added === undefined) return ''
  graphStore.updateFilters(id, { others: [...filters.others, added] })
  setFiltersOpen(true, [id])
  return `${areaLabel(added)} added`
}

/** The form of an alert above the highest value that the card shows. */
function alertAddress(id: string, filters: GraphFilters): string {
  const params = new URLSearchParams({ area: filters.area, measure: QUANTITY_OF[filters.energyType] })
  const card = graphStore.find(id)
  const curves =
    card === undefined || hasUnsentFilters(card) ? [] : card.data.filter(({ isEarlier }) => !isEarlier)
  const values = curves.flatMap((curve) => curve.values).filter((value) => value !== null)
  if (values.length > 0)
    params.set('above', String(Math.round(values.reduce((most, mw) => Math.max(most, mw)))))
  return `/account?${params.toString()}`
}

/** One that was not requested yet comes with a new answer. */
function toggleFinal(id: string, hasFinal: boolean): void {
  graphStore.updateView(id, { hasFinal })
  const card = graphStore.find(id)
  const isThere = card?.data.some(({ kind }) => kind === 'final') ?? false
  if (hasFinal && card?.hasRun === true && !isThere) void queryRunner.run(id)
}

function setQuarters(id: string, hasQuarters: boolean): void {
  graphStore.updateFilters(id, { hasQuarters })
  const card = graphStore.find(id)
  if (card?.hasRun === true) void queryRunner.run(id)
}
