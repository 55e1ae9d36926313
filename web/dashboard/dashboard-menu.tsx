import { ChevronsDownUp, ChevronsUpDown, EllipsisVertical, Play, Share2 } from 'lucide-react'
import { useState } from 'react'

import { writeDashboard } from '#web/dashboard/address/dashboard-url.ts'
import { setFiltersOpen } from '#web/dashboard/filters/open-filters.ts'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu } from '#web/ui/menu.tsx'

const REPORT_MS = 4000

const cardIds = () => graphStore.state.getState().graphCards.map(({ id }) => id)

export function runAll(): void {
  for (const id of cardIds()) void queryRunner.run(id)
}

/** What can be done with all graphs together. */
export function DashboardMenu() {
  const [report, setReport] = useState('')
  const share = async () => {
    const link = `${location.origin}/dashboard${writeDashboard(graphStore.state.getState().graphCards)}`
    setReport((await copyText(link)) ? 'Link copied' : 'The browser does not allow copying')
    setTimeout(() => setReport(''), REPORT_MS)
  }
  return (
    <div className="flex items-center gap-2">
      <output className="text-sm text-ink-muted">{report}</output>
      <Menu
        label="Options of the dashboard"
        trigger={
          <Button variant="quiet" size="icon" aria-label="Options of the dashboard">
            <EllipsisVertical aria-hidden />
          </Button>
        }
        groups={[
          [
            { id: 'run', label: 'Run all', icon: <Play />, onAction: runAll },
            {
              id: 'collapse',
              label: 'Collapse filters',
              icon: <ChevronsDownUp />,
              onAction: () => setFiltersOpen(cardIds(), false),
            },
            {
              id: 'expand',
              label: 'Show filters',
              icon: <ChevronsUpDown />,
              onAction: () => setFiltersOpen(cardIds(), true),
            },
          ],
          [{ id: 'share', label: 'Share dashboard', icon: <Share2 />, onAction: () => void share() }],
        ]}
      />
    </div>
  )
}
