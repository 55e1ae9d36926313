import './glance.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'

import { SHEET_SUBJECT } from '#contract/words/day-sheet.ts'
import { shortDay } from '#contract/words/days.ts'
import { forecastRowsQuery } from '#web/api/forecasts.ts'
import { isRetried } from '#web/api/recovery.ts'
import { type Origin, basisOfFile } from '#web/api/status.ts'
import { downloadChart } from '#web/chart/export/export-choices.tsx'
import { LargestChanges } from '#web/model/view/changes.tsx'
import { scaleEnd } from '#web/model/view/colour-scale.ts'
import { dayZone, hourKey, hourOfKey, stampOf } from '#web/model/view/delivery-day.ts'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import { comparedRun, type GlanceView, MEASURES, type ShownForecast } from '#web/model/view/metric.ts'
import { isOffered, type ModelState } from '#web/model/view/use-forecast.ts'
import { GLANCE_TABLES, type GlanceTableName } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { afterPaint } from '#web/ui/use-is-painted.ts'

import { Findings, GlanceLegend, GlanceReadout, readoutOf } from './glance-captions.tsx'
import { formatCell, glanceHours, type GlancePlace, glanceRows, hasValues, withBands } from './glance-rows.ts'
import { GlanceTable } from './glance-table.tsx'
import { FIRST_CHOICE, MorningSheet, type SheetChoice, SheetChoices, SheetMenu } from './morning-sheet.tsx'

const labelled = (value: GlanceTableName) => ({
  value,
  label: value === 'sheet' ? 'Morning sheet' : MEASURES[value].label,
})

/** About the height of the table, so that content below does not shift. */
const TABLE_HEIGHT = 'h-[34rem]'

interface GlancePanelProps {
  state: ModelState
  hour: number
  onChoose: (place: GlancePlace) => void
}

export function GlancePanel(props: GlancePanelProps) {
  const { address, day, countries, hasFailed, run, comparison, againstWords } = props.state
  const [view] = address
  const tables = GLANCE_TABLES.filter((table) => isTableOffered(table, props.state))
  const shown = tables.find((table) => table === view.glance) ?? 'final'
  const [sheetChoice, setSheetChoice] = useState(FIRST_CHOICE)
  const sheet = { day, as_of: view.as_of, choice: sheetChoice }
  const bands = useQuery(forecastRowsQuery(shown === 'sheet' ? null : { day, as_of: view.as_of, run }))
  // The sentences above the table need more lines once the bands are known.
  const areBandsKnown = bands.data !== undefined || bands.isError || isRetried(bands)
  const answer = useMemo(
    () => props.state.answer && withBands(props.state.answer, bands.data ?? []),
    [props.state.answer, bands.data],
  )
  const glance = useGlance(answer, countries, {
    day,
    view: shown === 'sheet' ? null : shown,
    isByCountry: shown === 'final' || view.scale === 'country',
  })
  const isLoaded = glance !== null && answer !== undefined && areBandsKnown
  return (
    <Panel
      aria-labelledby="glance-heading"
      className={classNames(
        '@container flex min-w-0 flex-col gap-3 p-4 max-sm:min-h-176 print:min-h-0 print:border-0 print:p-0 print:shadow-none',
        glance?.isLong && 'long-figures',
      )}
    >
      <GlanceHead
        state={props.state}
        tables={tables}
        shown={shown}
        glance={glance}
        sheet={sheet}
        onSheetChange={setSheetChoice}
      >
        {isLoaded && shown === 'final' && (
          <Findings
            rows={glance.rows}
            bands={bands.data === null ? 'none' : bands.data === undefined ? 'failed' : 'known'}
          />
        )}
      </GlanceHead>
      {shown === 'sheet' ? (
        <MorningSheet
          {...sheet}
          selected={view.country}
          onChoose={(code) => props.onChoose({ code, hour: props.hour })}
        />
      ) : !isLoaded ? (
        <PanelState state={hasFailed ? 'failed' : 'loading'} className={TABLE_HEIGHT}>
          {hasFailed ? 'The forecast could not be loaded. Retry loads it again.' : 'The forecast is loading…'}
        </PanelState>
      ) : (
        <Loaded subject="The forecast to compare with" {...comparison} className={TABLE_HEIGHT}>
          {glance.rows.some(hasValues) ? (
            <Glance {...props} answer={answer} glance={glance} />
          ) : (
            <p>{(comparedRun(glance.view) && againstWords) || 'There is nothing to show for this day.'}</p>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

function GlanceHead(props: {
  state: ModelState
  tables: readonly GlanceTableName[]
  shown: GlanceTableName
  glance: GlanceContents | null
  sheet: Parameters<typeof SheetMenu>[0] & { choice: SheetChoice }
  onSheetChange: (choice: SheetChoice) => void
  children: ReactNode
}) {
  const { tables, shown, glance, sheet } = props
  const { day, address } = props.state
  const [view, changeView] = address
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div className="min-w-0 grow">
        <h2 id="glance-heading" className="text-lg font-semibold">
          {shown === 'sheet' ? 'Morning sheet' : 'Day at a glance'}, {shortDay(day)}
        </h2>
        <p className="text-sm text-ink-muted first-letter:uppercase">
          {shown === 'sheet' ? (
            SHEET_SUBJECT
          ) : (
            <>
              {MEASURES[shown].formula}, <span className="short:hidden">MW</span>
              <span className="hidden short:inline">GW</span> ({dayZone(day)})
            </>
          )}
        </p>
      </div>
      {props.children}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        {shown === 'sheet' && <SheetChoices {...sheet} onChange={props.onSheetChange} />}
        {shown !== 'sheet' && shown !== 'final' && (
          <Switch
            className="h-9"
            isSelected={view.scale === 'country'}
            onChange={(isByCountry) => changeView({ scale: isByCountry ? 'country' : null })}
          >
            Colour by country
          </Switch>
        )}
        <Select
          className="w-56 max-lg:w-48 [&_label]:sr-only"
          label="Table shows"
          value={shown}
          // The list closes before the table changes.
          onChange={(table) => afterPaint(() => changeView({ glance: table }))}
          options={tables.map(labelled)}
        />
        {/* Reserved until there is something to save. */}
        <div className="min-w-10">
          {shown === 'sheet' ? (
            <SheetMenu {...sheet} />
          ) : (
            glance && (
              <ExportMenu
                label="Options for the day at a glance"
                day={glance.day}
                onDownloadCsv={(origin) => downloadCsv(glance, origin)}
              />
            )
          )}
        </div>
      </div>
    </header>
  )
}

/** Another backend has no figures for the morning sheet. */
function isTableOffered(table: GlanceTableName, state: ModelState): boolean {
  if (table === 'sheet') return state.runs.data !== null
  return table === 'ramp' || isOffered(table, state)
}

function useGlance(
  answer: ShownForecast | undefined,
  countries: ModelState['countries'],
  { day, view, isByCountry }: { day: string; view: GlanceView | null; isByCountry: boolean },
) {
  return useMemo(() => {
    if (answer === undefined || view === null) return null
    const hours = glanceHours(answer)
    const rows = glanceRows(answer, countries, { hours, day, view })
    const values = rows.flatMap(({ cells }) => cells.map(({ valueMw }) => valueMw))
    // End of the common scale; `null`: each row has its own.
    const endMw = isByCountry ? null : scaleEnd(values)
    const isLong = values.some((valueMw) => formatCell(view, valueMw).length > 6)
    return { day, view, rows, hours, endMw, isLong }
  }, [answer, countries, day, view, isByCountry])
}

type GlanceContents = NonNullable<ReturnType<typeof useGlance>>

function downloadCsv({ day, view, rows, hours }: GlanceContents, origin: Origin): void {
  const chart = {
    timesS: hours.map((hour) => stampOf(day, hourKey(hour)) ?? 0),
    curves: rows.map(({ name, cells }) => ({
      name,
      style: 'solid' as const,
      colourIndex: 0,
      values: cells.map(({ valueMw }) => valueMw),
    })),
  }
  downloadChart(`glance_${view}_${day}.csv`, chart, basisOfFile(origin))
}

function Glance(props: GlancePanelProps & { answer: ShownForecast; glance: GlanceContents }) {
  const { answer, glance } = props
  const { day, view, rows } = glance
  const [{ country: selected }] = props.state.address
  const { base } = MEASURES[view]
  const [read, setRead] = useState<GlancePlace | null>(null)
  const place = read ?? (selected === null ? null : { code: selected, hour: props.hour })
  return (
    <>
      {base !== undefined && (
        <LargestChanges
          state={props.state}
          base={base}
          onChoose={(code, key) => props.onChoose({ code, hour: hourOfKey(key) ?? props.hour })}
        />
      )}
      <div className="relative scroll-pl-10 overflow-x-auto p-0.5">
        <GlanceTable
          caption={`${MEASURES[view].label} by country and hour, MW`}
          rows={rows}
          hours={glance.hours}
          view={view}
          endMw={glance.endMw}
          selected={selected}
          hour={props.hour}
          onChoose={props.onChoose}
          onRead={setRead}
        />
      </div>
      <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <GlanceReadout readout={place === null ? null : readoutOf(answer, place, day, view)} view={view} />
        <GlanceLegend rows={rows} endMw={glance.endMw} />
      </footer>
    </>
  )
}
