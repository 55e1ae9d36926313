import { ArrowDown, ArrowUp, Bell, Copy, Plus } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router'

import { areaLabel, MEMBER_CODES } from '#contract/areas.ts'
import { MAX_AREAS } from '#contract/dashboard-address.ts'
import { QUANTITY_OF } from '#contract/query.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { rangeOf } from '#web/chart/data/chart-data.ts'
import { changeQuery, graphStore, runAgain, setFiltersOpen } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { areasOf, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { describeLook } from '#web/dashboard/graphs/graph-text.ts'
import { hasUnsentFilters } from '#web/dashboard/graphs/query-body.ts'
import { Menu } from '#web/ui/menu.tsx'

/** Before the auction, at its close, and when TSO forecasts are due. An address can name any hour. */
const LOOKS = ['D-1T08:00', 'D-1T12:00', 'D-1T18:00']

export const GraphMenu = memo(function GraphMenu(props: {
  id: string
  position: number
  isLast: boolean
  filters: GraphFilters
  hasFinal: boolean
  hasUsual: boolean
  /** For actions whose result is not visible. */
  onReport: (message: string) => void
}) {
  const { id, position, isLast, filters, onReport } = props
  const areas = areasOf(filters)
  const navigate = useNavigate()
  // Only our own server has final forecasts, quarter hours and alerts.
  const hasForecast = isOwnBackend() && areas.length === 1
  const hasHours = isOwnBackend() && filters.timerange === 'H'
  // Alerts need one member and hourly values.
  const hasAlerts = hasForecast && hasHours && MEMBER_CODES.some((code) => code === filters.area)
  return (
    <Menu
      label={`Options of graph ${position}`}
      groups={[
        [
          {
            label: 'Duplicate',
            icon: <Copy />,
            onAction: () => {
              graphStore.duplicate(id)
              onReport(`Graph ${position + 1} added`)
            },
          },
          {
            label: 'Move up',
            icon: <ArrowUp />,
            isDisabled: position === 1,
            onAction: () => graphStore.move(id, -1),
          },
          {
            label: 'Move down',
            icon: <ArrowDown />,
            isDisabled: isLast,
            onAction: () => graphStore.move(id, 1),
          },
        ],
        [
          {
            label: 'Add an area',
            icon: <Plus />,
            isDisabled: areas.length >= MAX_AREAS,
            onAction: () => onReport(addArea(id, filters)),
          },
          hasAlerts && {
            label: 'Alert me above …',
            icon: <Bell />,
            onAction: () => void navigate(alertAddress(id, filters)),
          },
        ],
      ]}
      optionsTitle="Shown"
      options={[
        // With several areas each curve continues with its forecast anyway.
        hasForecast && {
          id: 'final',
          label: 'Final forecast',
          isOn: props.hasFinal,
          onChange: (isOn) => toggleFinal(id, isOn),
        },
        hasForecast && {
          id: 'usual',
          label: 'Usual range',
          isOn: props.hasUsual,
          onChange: (hasUsual) => graphStore.updateView(id, { hasUsual, form: 'curves' }),
        },
        hasHours && {
          id: 'quarters',
          label: 'Quarter hours',
          isOn: filters.hasQuarters,
          onChange: (hasQuarters) => changeQuery(id, { hasQuarters }),
        },
        ...looksOf(filters).map((look) => ({
          id: look,
          label: `Forecasts as known at ${describeLook(look)}`,
          isOn: filters.lookedAt === look,
          onChange: (isOn: boolean) => changeQuery(id, { lookedAt: isOn ? look : null }),
        })),
      ]}
    />
  )
})

/** Offers the later hours only after the first: few users need them, and the menu is long. */
function looksOf({ lookedAt }: GraphFilters): string[] {
  if (!isOwnBackend()) return []
  return lookedAt === null ? LOOKS.slice(0, 1) : [...new Set([...LOOKS, lookedAt])]
}

function addArea(id: string, filters: GraphFilters): string {
  const added = MEMBER_CODES.find((code) => !areasOf(filters).includes(code))
  if (added === undefined) return ''
  graphStore.updateFilters(id, { others: [...filters.others, added] })
  setFiltersOpen(true, [id])
  return `${areaLabel(added)} added`
}

function alertAddress(id: string, filters: GraphFilters): string {
  const params = new URLSearchParams({ area: filters.area, measure: QUANTITY_OF[filters.energyType] })
  const card = graphStore.find(id)
  if (card !== undefined && !hasUnsentFilters(card)) {
    const range = rangeOf(card.data.filter(({ isEarlier }) => !isEarlier).flatMap(({ values }) => values))
    if (range !== null) params.set('above', String(Math.round(range.high)))
  }
  return `/account?${params.toString()}`
}

function toggleFinal(id: string, hasFinal: boolean): void {
  graphStore.updateView(id, { hasFinal })
  if (hasFinal && !graphStore.find(id)?.data.some(({ kind }) => kind === 'final')) runAgain([id])
}
