import {
  ChartNoAxesColumnDecreasing,
  ChartSpline,
  Diff,
  Download,
  FileSpreadsheet,
  Grid3x3,
  Image,
  Layers,
  Link,
  Table,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { GRAPH_FORMS, type GraphForm } from '#contract/dashboard-address.ts'
import { useOrigin } from '#web/api/status.ts'
import { IconButton } from '#web/chart/chart-toolbar.tsx'
import { useExportOptions } from '#web/chart/export/export-choices.tsx'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { FORM_LABELS } from '#web/dashboard/graphs/graph-text.ts'
import type { GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useIsPainted } from '#web/ui/timing/use-is-painted.ts'
import { useReport } from '#web/ui/use-report.ts'

import { copyGraphLink, downloadCsv, downloadImage } from './graph-export.ts'

const FORM_ICONS: Readonly<Record<GraphForm, ReactNode>> = {
  curves: <ChartSpline aria-hidden />,
  errors: <Diff aria-hidden />,
  heat: <Grid3x3 aria-hidden />,
  duration: <ChartNoAxesColumnDecreasing aria-hidden />,
  parts: <Layers aria-hidden />,
}

/** How a card that has run shows its answer, and what can be taken from it. It comes after the curves are painted. */
export function ViewRow(props: { id: string; position: number; view: Pick<GraphView, 'form' | 'isTable'> }) {
  const { id, position, view } = props
  const isPainted = useIsPainted()
  const askOrigin = useOrigin()
  const [report, showReport] = useReport()
  const options = useExportOptions({ hasPicture: true })
  const tell = async (action: Promise<string>) => showReport(await action)
  return (
    <div className="relative z-6 ml-auto flex h-7 w-fit items-center gap-0.5 print:hidden">
      <output className="bg-surface px-1 text-sm text-ink-muted empty:hidden">{report}</output>
      {isPainted && (
        <>
          {GRAPH_FORMS.map((form) => (
            <IconButton
              key={form}
              label={FORM_LABELS[form]}
              // The table is of the chosen form: its own button leads back.
              isPressed={view.form === form && !view.isTable}
              onClick={() => graphStore.updateView(id, { form, isTable: false })}
            >
              {FORM_ICONS[form]}
            </IconButton>
          ))}
          <IconButton
            label="Table"
            isPressed={view.isTable}
            onClick={() => graphStore.updateView(id, { isTable: !view.isTable })}
          >
            <Table aria-hidden />
          </IconButton>
          <Menu
            label={`Files and link of graph ${position}`}
            trigger={
              <Button
                variant="quiet"
                size="small"
                className="w-7 px-0!"
                aria-label={`Files and link of graph ${position}`}
              >
                <Download aria-hidden />
              </Button>
            }
            groups={[
              [
                {
                  id: 'csv',
                  label: 'Download CSV',
                  icon: <FileSpreadsheet />,
                  onAction: () => void tell(askOrigin().then((origin) => downloadCsv(id, origin))),
                },
                {
                  id: 'png',
                  label: 'Download PNG',
                  icon: <Image />,
                  onAction: () => void tell(askOrigin().then((origin) => downloadImage(id, origin))),
                },
                {
                  id: 'link',
                  label: 'Copy link',
                  icon: <Link />,
                  onAction: () => void tell(copyGraphLink(id)),
                },
              ],
            ]}
            options={options}
          />
        </>
      )}
    </div>
  )
}
