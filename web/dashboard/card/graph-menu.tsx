import { useQuery } from '@tanstack/react-query'
import {
  ArrowDown,
  ArrowUp,
  ChartNoAxesColumnDecreasing,
  ChartSpline,
  Columns2,
  Copy,
  Diff,
  EllipsisVertical,
  FileSpreadsheet,
  Grid3x3,
  History,
  Image,
  Link,
  RectangleHorizontal,
  Table,
  Waves,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'

import { GRAPH_FORMS, type GraphForm } from '#contract/dashboard-address.ts'
import { status } from '#web/api/status.ts'
import { useCsvFormatAction } from '#web/chart/export/csv-choice.tsx'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { FORM_LABELS } from '#web/dashboard/graphs/graph-text.ts'
import { createBandQuery } from '#web/dashboard/graphs/query/band.ts'
import type { GraphFilters, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

import { copyGraphLink, downloadCsv, downloadImage } from './graph-export.ts'

const FORM_ICONS: Readonly<Record<GraphForm, ReactNode>> = {
  curves: <ChartSpline />,
  errors: <Diff />,
  heat: <Grid3x3 />,
  duration: <ChartNoAxesColumnDecreasing />,
}

/** Only here two cards stand side by side. */
const TWO_COLUMNS = '(width >= 80rem)'

/** Everything that a user can do with a card besides running and removing it. */
export const GraphMenu = memo(function GraphMenu(props: {
  id: string
  position: number
  isLast: boolean
  hasData: boolean
  /** What the card shows or, before its first answer, asks for. */
  filters: GraphFilters
  view: GraphView
  /** Reports the result of an action if the page itself does not show it. */
  onReport: (message: string) => void
}) {
  const { id, position, isLast, hasData, filters, view, onReport } = props
  const isCompared = filters.compareWith !== 'none'
  const origin = useQuery(status).data
  const csvFormat = useCsvFormatAction(onReport)
  // Only our own server reports its status, and only it keeps bands.
  const canHaveBand =
    origin !== undefined && origin !== null && view.form === 'curves' && createBandQuery(filters) !== null
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
        {
          label: 'Show',
          chosen: view.form,
          actions: GRAPH_FORMS.map((form) => ({
            id: form,
            label: FORM_LABELS[form],
            icon: FORM_ICONS[form],
            onAction: () => graphStore.updateView(id, { form }),
          })),
        },
        [
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
          ...(isCompared
            ? [
                {
                  id: 'earlier',
                  label:
                    view.earlier === 'all' ? 'Earlier period: actual only' : 'Earlier period: all curves',
                  icon: <History />,
                  onAction: () =>
                    graphStore.updateView(id, { earlier: view.earlier === 'all' ? 'actual' : 'all' }),
                },
              ]
            : []),
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

/** A band that was not asked for yet comes with a new answer. */
function toggleBand(id: string, hasBand: boolean): void {
  graphStore.updateView(id, { hasBand })
  const card = graphStore.state.getState().graphCards.find((candidate) => candidate.id === id)
  if (hasBand && card?.isAsked === true && card.band.timesS.length === 0) void queryRunner.run(id)
}
