import './glance.css'
import { type ReactNode, useMemo, useState } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { dayZone, formatShortDay } from '#web/model/view/delivery-day.ts'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import { scaleEnd } from '#web/model/view/metric.ts'
import {
  GLANCE_ORDERS,
  GLANCE_VIEWS,
  type GlanceOrder,
  type GlanceTableName,
  type GlanceView,
  type ViewAddress,
} from '#web/model/view/view.ts'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { commonScale } from './colour-scale.ts'
import { eveningWords, negativeWords } from './findings.ts'
import { GlanceLegend, GlanceReadout, readoutOf } from './glance-captions.tsx'
import { VIEW_WORDS } from './glance-format.ts'
import { downloadCsv, downloadImage, type ShownGlance } from './glance-image.ts'
import { glanceHours, glanceRows, rampStarts, sortRows } from './glance-rows.ts'
import { type GlancePlace, GlanceTable } from './glance-table.tsx'
import { MorningSheet } from './morning-sheet.tsx'

const VIEW_OPTIONS: readonly { value: GlanceTableName; label: string }[] = GLANCE_VIEWS.map((value) => ({
  value,
  label: VIEW_WORDS[value].label,
}))
const SHEET_OPTION = { value: 'sheet', label: 'Morning sheet' } as const
const ORDER_LABELS: Readonly<Record<GlanceOrder, string>> = {
  name: 'Name',
  minimum: 'Minimum',
  ramp: 'Steepest ramp',
}
const ORDER_OPTIONS = GLANCE_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))

export interface GlancePanelProps {
  address: ViewAddress
  /** Undefined until it has loaded. */
  answer: ForecastAnswer | undefined
  hasFailed: boolean
  day: string
  countries: readonly { code: string; name: string }[]
  /** Whether the backend has the figures of the morning sheet. */
  hasSheet: boolean
  hour: number
  onChoose: (place: GlancePlace) => void
}

/** A delivery day at a glance: all hours of all countries in one table. */
export function GlancePanel(props: GlancePanelProps) {
  const { answer, day, hasSheet } = props
  const [view, changeView] = props.address
  const shown = view.glance === null || (view.glance === 'sheet' && !hasSheet) ? 'final' : view.glance
  const choice = (
    <RadioGroup
      label="Table shows"
      value={shown}
      onChange={(glance) => changeView({ glance, cell: null })}
      options={hasSheet ? [...VIEW_OPTIONS, SHEET_OPTION] : VIEW_OPTIONS}
    />
  )
  return (
    <Panel
      aria-labelledby="glance-heading"
      className="@container flex min-w-0 flex-col gap-3 p-4 print:border-0 print:p-0 print:shadow-none"
    >
      {shown === 'sheet' ? (
        <>
          <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <h2 id="glance-heading" className="text-lg font-semibold">
              Morning sheet, {formatShortDay(day)}
            </h2>
            <div className="print:hidden">{choice}</div>
          </header>
          <MorningSheet
            day={day}
            selected={view.country}
            marked={view.cell}
            onChoose={(code) => props.onChoose({ code, hour: props.hour })}
          />
        </>
      ) : answer === undefined ? (
        <>
          <h2 id="glance-heading" className="text-lg font-semibold">
            Day at a glance, {formatShortDay(day)}
          </h2>
          <PanelState state={props.hasFailed ? 'failed' : 'loading'} className="h-96">
            {props.hasFailed
              ? 'The forecast could not be loaded. Retry loads it again.'
              : 'The forecast is loading…'}
          </PanelState>
        </>
      ) : (
        <Glance {...props} answer={answer} view={shown} choice={choice} />
      )}
    </Panel>
  )
}

function Glance(props: GlancePanelProps & { answer: ForecastAnswer; view: GlanceView; choice: ReactNode }) {
  const { answer, day, countries, view, onChoose } = props
  const [{ order, scale, country: selected }, changeView] = props.address
  const [read, setRead] = useState<GlancePlace | null>(null)
  const hours = useMemo(() => glanceHours(answer), [answer])
  const starts = useMemo(() => rampStarts(hours, day), [hours, day])
  const unsorted = useMemo(
    () => glanceRows(answer, countries, { hours, starts, view }),
    [answer, countries, hours, starts, view],
  )
  const rows = useMemo(() => sortRows(unsorted, order), [unsorted, order])
  const endMw = useMemo(
    () =>
      scale === 'own' ? null : scaleEnd(rows.flatMap(({ cells }) => cells.map(({ valueMw }) => valueMw))),
    [rows, scale],
  )
  const common = useMemo(() => (endMw === null ? null : commonScale(endMw)), [endMw])
  const shown: ShownGlance = { day, view, rows, hours, common }
  const place = read ?? (selected === null ? null : { code: selected, hour: props.hour })
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1">
          <h2 id="glance-heading" className="text-lg font-semibold">
            Day at a glance, {formatShortDay(day)}
          </h2>
          <p className="text-sm text-ink-muted">
            {VIEW_WORDS[view].formula}, MW ({dayZone(day)})
          </p>
        </div>
        <ExportMenu
          label="Options for the day at a glance"
          day={day}
          onDownloadCsv={(origin) => downloadCsv(shown, origin)}
          onDownloadImage={(origin) => void downloadImage(shown, origin)}
        />
        <div className="flex w-full flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
          {props.choice}
          <RadioGroup
            label="Sort by"
            value={order}
            onChange={(value) => changeView({ order: value })}
            options={ORDER_OPTIONS}
          />
          <Switch
            className="pb-1.5"
            isSelected={scale === 'common'}
            onChange={(isCommon) => changeView({ scale: isCommon ? 'common' : 'own' })}
          >
            One scale
          </Switch>
        </div>
      </header>
      <Findings rows={unsorted} />
      <div className="relative scroll-pl-10 overflow-x-auto p-0.5">
        <GlanceTable
          caption={`${VIEW_WORDS[view].label} by country and hour, MW`}
          rows={rows}
          hours={hours}
          view={view}
          order={order}
          common={common}
          selected={selected}
          hour={props.hour}
          onChoose={onChoose}
          onRead={setRead}
        />
      </div>
      <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <GlanceReadout readout={place === null ? null : readoutOf(answer, place, starts)} view={view} />
        <GlanceLegend endMw={endMw} />
      </footer>
    </>
  )
}

/** What stands out, in words. */
function Findings({ rows }: { rows: Parameters<typeof negativeWords>[0] }) {
  const evening = eveningWords(rows)
  return (
    <ul className="flex flex-col gap-1">
      <li>{negativeWords(rows)}</li>
      {evening !== null && <li>{evening}</li>}
    </ul>
  )
}
