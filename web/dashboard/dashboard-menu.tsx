import {
  Columns2,
  Keyboard,
  Play,
  Printer,
  RectangleHorizontal,
  Scaling,
  Share2,
  SlidersHorizontal,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { TWO_COLUMNS } from '#web/dashboard/card/card-head.tsx'
import {
  areAnyFiltersOpen,
  cardIds,
  graphStore,
  queryRunner,
  setFiltersOpen,
  useGraphCards,
} from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphView } from '#web/dashboard/graphs/graph-card.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu } from '#web/ui/menu.tsx'
import { setShortcutListOpen, useShortcuts } from '#web/ui/shortcuts.ts'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'
import { useReport } from '#web/ui/use-report.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

const SHORTCUTS = {
  title: 'Dashboard, while a graph has the focus',
  within: '[data-graph]',
  keys: [
    { key: 'n', label: 'Add a graph' },
    { key: 'r', label: 'Run all graphs' },
    { key: 'f', label: 'Show or hide all filters' },
    { key: 'l', label: 'Copy the link to the dashboard' },
  ],
} as const

function updateViews(view: Partial<GraphView>): void {
  for (const id of cardIds()) graphStore.updateView(id, view)
}

const dashboardLink = () => {
  const { graphCards, as_of } = graphStore.state.getState()
  return shareLink(graphCards, { as_of })
}

export function runAll(): void {
  queryRunner.runAll(cardIds())
}

const toggleFilters = () => setFiltersOpen(!areAnyFiltersOpen())

function setHalfWidth(isHalfWidth: boolean): void {
  updateViews({ isHalfWidth })
  // Two columns leave no room for filters beside the charts.
  if (isHalfWidth) setFiltersOpen(false)
}

export function DashboardMenu({ onAdd }: { onAdd: () => void }) {
  const [report, showReport] = useReport()
  const isWide = useMediaQuery(TWO_COLUMNS)
  const isPhone = useMediaQuery(PHONE)
  const areHalf = useGraphCards((cards) => cards.every(({ view }) => view.isHalfWidth))
  const [isSharing, setSharing] = useState(false)
  const hasSeveral = useGraphCards((cards) => cards.length > 1)
  const canBeHalf = hasSeveral && isWide
  const haveOneScale = useGraphCards((cards) => cards.every(({ view }) => view.hasSharedScale))
  useShortcuts(SHORTCUTS, ({ key }) => {
    if (key === 'n') onAdd()
    else if (key === 'r') runAll()
    else if (key === 'f') toggleFilters()
    else void copyText(dashboardLink(), 'Link copied').then(showReport)
  })
  return (
    <div className="flex items-center gap-2">
      <output className="text-sm text-ink-muted">{report}</output>
      <Menu
        label="Options of the dashboard"
        groups={[
          [
            // Wider screens have a button on the page, a single card has its own.
            hasSeveral && isPhone && { label: 'Run all', icon: <Play />, onAction: runAll },
            canBeHalf && {
              label: areHalf ? 'One column' : 'Two columns',
              icon: areHalf ? <RectangleHorizontal /> : <Columns2 />,
              onAction: () => setHalfWidth(!areHalf),
            },
            hasSeveral && {
              label: haveOneScale ? 'Own scale on each card' : 'Same scale on all cards',
              icon: <Scaling />,
              // Each card then covers the values of all.
              onAction: () => updateViews({ hasSharedScale: !haveOneScale }),
            },
            hasSeveral && {
              label: 'Show or hide filters',
              icon: <SlidersHorizontal />,
              onAction: toggleFilters,
            },
          ],
          [
            { label: 'Share dashboard', icon: <Share2 />, onAction: () => setSharing(true) },
            { label: 'Print', icon: <Printer />, onAction: () => print() },
            { label: 'Keyboard shortcuts', icon: <Keyboard />, onAction: () => setShortcutListOpen(true) },
          ],
        ]}
      />
      {isSharing && (
        <Suspense>
          <ShareDialog onOpenChange={setSharing} />
        </Suspense>
      )}
    </div>
  )
}
