import { ChevronDown, Download, FileSpreadsheet, Image, Link, Table } from 'lucide-react'
import { memo } from 'react'

import { GRAPH_FORMS, type GraphForm } from '#contract/dashboard-address.ts'
import type { DayMark } from '#contract/data-days.ts'
import { type Origin, sourceLine, basisOfFile, useOrigin } from '#web/api/status.ts'
import { ChartButton } from '#web/chart/chart-toolbar.tsx'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import {
  csvContext,
  downloadCsvText,
  downloadFile,
  useExportOptions,
} from '#web/chart/export/export-choices.tsx'
import { shareLink } from '#web/dashboard/address/dashboard-url.ts'
import { sharedRange } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import {
  createFileName,
  describeRange,
  describeSubject,
  FORM_LABELS,
} from '#web/dashboard/graphs/graph-text.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { useReport } from '#web/ui/use-report.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

import { type CardImage, cardUnit, createShownData, type ShownCard } from './chart-frame.tsx'
import { FORMS } from './graph-chart.tsx'

export const ViewRow = memo(function ViewRow(props: {
  id: string
  position: number
  form: GraphForm
  isTable: boolean
  marks: readonly DayMark[]
}) {
  const { id, position, form, isTable, marks } = props
  const isPainted = useIsPainted()
  const [report, showReport] = useReport()
  if (!isPainted) return <div className="h-7 print:hidden" />
  return (
    <div className="pointer-events-none relative z-6 flex h-7 items-center gap-0.5 *:pointer-events-auto @md:pl-16 print:hidden">
      <FormMenu
        position={position}
        form={form}
        onChange={(next) => graphStore.updateView(id, { form: next, isTable: false })}
      />
      <output className="ml-auto bg-surface px-1 text-sm text-ink-muted empty:invisible">{report}</output>
      <ChartButton
        label="Table"
        isPressed={isTable}
        onClick={() => graphStore.updateView(id, { isTable: !isTable })}
      >
        <Table aria-hidden />
      </ChartButton>
      <FilesMenu id={id} position={position} marks={marks} onReport={showReport} />
    </div>
  )
})

function FormMenu(props: { position: number; form: GraphForm; onChange: (form: GraphForm) => void }) {
  const { position, form, onChange } = props
  const label = `Form of graph ${position}`
  return (
    <Menu
      label={label}
      isChoice
      trigger={
        <Button variant="quiet" size="small" aria-label={`${label}: ${FORM_LABELS[form]}`}>
          {FORM_LABELS[form]}
          <ChevronDown aria-hidden />
        </Button>
      }
      options={GRAPH_FORMS.map((known) => ({
        id: known,
        label: FORM_LABELS[known],
        isOn: known === form,
        onChange: (isOn) => isOn && onChange(known),
      }))}
    />
  )
}

function FilesMenu(props: {
  id: string
  position: number
  marks: readonly DayMark[]
  onReport: (message: string) => void
}) {
  const { id, position, marks, onReport } = props
  const askOrigin = useOrigin()
  const options = useExportOptions({ hasPicture: true })
  const label = `Files and link of graph ${position}`
  const downloadAs = (extension: 'csv' | 'png') => async () =>
    download(id, marks, extension, await askOrigin())
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="quiet" size="small" className="w-7 px-0!" aria-label={label}>
          <Download aria-hidden />
        </Button>
      }
      groups={[
        [
          { label: 'Download CSV', icon: <FileSpreadsheet />, onAction: downloadAs('csv') },
          { label: 'Download PNG', icon: <Image />, onAction: downloadAs('png') },
          {
            label: 'Copy link',
            icon: <Link />,
            onAction: () => void copyGraphLink(id).then(onReport),
          },
        ],
      ]}
      options={options}
    />
  )
}

async function download(id: string, marks: readonly DayMark[], extension: 'csv' | 'png', origin: Origin) {
  const card = graphStore.find(id)
  if (!card?.shownFilters) return
  const { timesS, data: curves, shownFilters: filters, view } = card
  const { read, csv, image = drawCurves } = await FORMS[view.form]()
  const shown = { data: createShownData({ timesS, curves, marks }, filters, view), marks, filters, view }
  const data = (await read?.(shown)) ?? shown.data
  const name = createFileName(filters, view, extension)
  if (extension === 'csv') {
    const context = csvContext(cardUnit(), basisOfFile(origin))
    return downloadCsvText(name, csv?.(data, shown, context) ?? createCsv(data, context))
  }
  const file = await image(data, shown, {
    unit: cardUnit(),
    title: describeSubject(filters, view),
    subtitle: describeRange(filters, { timesS, curves }, dayOf(Date.now())),
    source: sourceLine(origin),
  })
  downloadFile(name, file)
}

function drawCurves(data: ChartData, { view }: ShownCard, frame: CardImage): Promise<Blob> {
  const { form, hiddenCurves: hidden, zoom, hasMeans, hasSharedScale } = view
  const cards = graphStore.state.getState().graphCards
  const valueRange = form === 'curves' && hasSharedScale ? sharedRange(cards) : null
  return drawChartImage({ ...frame, data, hidden, zoom, hasMeans, valueRange })
}

async function copyGraphLink(id: string): Promise<string> {
  const card = graphStore.find(id)
  return card === undefined
    ? ''
    : copyText(shareLink([card], { as_of: graphStore.state.getState().as_of }), 'Link copied')
}
