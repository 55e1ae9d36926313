import { useQuery } from '@tanstack/react-query'
import {
  ArrowDown,
  ArrowUp,
  ChartSpline,
  Columns2,
  Copy,
  EllipsisVertical,
  FileSpreadsheet,
  Image,
  Link,
  RectangleHorizontal,
  Table,
} from 'lucide-react'
import { memo } from 'react'

import { status } from '#web/api/status.ts'
import { useCsvFormatAction } from '#web/chart/export/csv-format-action.tsx'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphView } from '#web/dashboard/graphs/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

import { copyGraphLink, downloadCsv, downloadImage } from './graph-export.ts'

/** Only here two cards stand side by side. */
const TWO_COLUMNS = '(width >= 80rem)'

/** Everything that a user can do with a card besides running and removing it. */
export const GraphMenu = memo(function GraphMenu(props: {
  id: string
  position: number
  isLast: boolean
  hasData: boolean
  view: GraphView
  /** Reports the result of an action if the page itself does not show it. */
  onReport: (message: string) => void
}) {
  const { id, position, isLast, hasData, view, onReport } = props
  const origin = useQuery(status).data
  const csvFormat = useCsvFormatAction(onReport)
  const isWide = useMediaQuery(TWO_COLUMNS)
  const isHalf = view.width === 'half'
  const report = async (action: Promise<string>) => onReport(await action)
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
        ],
        [
          {
            id: 'table',
            label: view.isTable ? 'View as chart' : 'View as table',
            icon: view.isTable ? <ChartSpline /> : <Table />,
            isDisabled: !hasData,
            onAction: () => graphStore.updateView(id, { isTable: !view.isTable }),
          },
          {
            id: 'csv',
            label: 'Download CSV',
            icon: <FileSpreadsheet />,
            isDisabled: !hasData,
            onAction: () => void report(downloadCsv(id, origin)),
          },
          csvFormat,
          {
            id: 'png',
            label: 'Download PNG',
            icon: <Image />,
            isDisabled: !hasData,
            onAction: () => void report(downloadImage(id, origin)),
          },
          {
            id: 'link',
            label: 'Copy link',
            icon: <Link />,
            onAction: () => void report(copyGraphLink(id)),
          },
        ],
      ]}
    />
  )
})
