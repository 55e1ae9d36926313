import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import type { AccuracyAnswer, DataDefect } from '#contract/accuracy.ts'
import { MEMBER_CODES } from '#contract/areas.ts'
import { countryName, FORECAST_COUNTRIES } from '#contract/countries.ts'
import { shortDay } from '#contract/words/days.ts'
import { formatMw } from '#contract/words/power.ts'
import { accuracyQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { useArePastForecastsReady } from '#web/api/status.ts'
import { USUAL_COLOUR } from '#web/market/looks.tsx'
import { withUsualRange } from '#web/market/usual.ts'
import { ChangePanel } from '#web/model/view/changes.tsx'
import { dayZone, stampOf } from '#web/model/view/delivery-day.ts'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import { comparedRun, MEASURES } from '#web/model/view/metric.ts'
import { describeRun, scoreWords } from '#web/model/view/run-words.ts'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { COUNTRY_HEADING_ID, runChoice, type View, writeView } from '#web/model/view/view.ts'
import { WorstDaysList } from '#web/model/view/worst-days-list.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { useIsChosen } from '#web/ui/kept-choices.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { BAND_NAME, countryChart, countryRows, dayWords } from './country-charts.ts'
import { CountryHead, limitsAt } from './country-head.tsx'
import type { ShownDay } from './country-plot.tsx'
import { CountryTable } from './country-table.tsx'
import { LazyChart, loadCharts } from './lazy-chart.tsx'
import { UsualDay, useUsualDay } from './usual-day.tsx'

const NO_HOURS: AccuracyAnswer['hours'] = []
const NO_UPLOADS: AccuracyAnswer['uploaded'] = []

interface CountryProps {
  country: string
  state: ModelState
  currentKey: string
  onChooseKey: (key: string) => void
  /** `null`: back to the list of countries. */
  onChooseCountry: (country: string | null) => void
}

export function CountryDetails(props: CountryProps) {
  const { country, state } = props
  const { day } = state
  const [view] = state.address
  const name = countryName(country)
  const query = useQuery(accuracyQuery(country, { day, ...runChoice(view) }))
  const accuracy = query.data
  const areMade = useArePastForecastsReady()
  const { data: runs } = state.runs
  const run = (runs?.day === day ? runs.runs[country] : null) ?? accuracy?.run
  const base = MEASURES[state.metric].base ?? (isPast(state) ? 'actual' : undefined)
  return (
    <div className="contents">
      <CountryDay
        {...props}
        name={name}
        hours={accuracy?.hours ?? NO_HOURS}
        uploaded={accuracy?.uploaded ?? NO_UPLOADS}
      >
        <Loaded subject="The accuracy of the forecast" {...loadingOf(query)} className="h-32.5">
          {accuracy && (
            <div className="flex min-w-0 flex-col gap-1 text-sm text-ink-muted">
              {/* A past day has its own actual values in the chart above. */}
              {accuracy.hours.every(({ actual }) => actual === null) && (
                <Yesterday yesterday={accuracy.yesterday} view={view} />
              )}
              <p>{scoreWords(accuracy, areMade)}</p>
              {run && (
                <p>
                  {describeRun(run, day)}. Final forecast: {run.note}
                </p>
              )}
              {accuracy.scores.fromDay !== null && (
                <WorstDaysOnRequest country={country} scores={accuracy.scores} as_of={view.as_of} />
              )}
              {accuracy.defects.length > 0 && <DataDefects defects={accuracy.defects} />}
            </div>
          )}
        </Loaded>
      </CountryDay>
      {/* Waits for the day above, which would move it. */}
      {base !== undefined && (state.answer?.[country] !== undefined || !state.isLoading) && (
        <div className="min-w-0 lg:[grid-area:2/1] xl:[grid-area:2/1/auto/3]">
          <ChangePanel country={country} state={state} base={base} currentKey={props.currentKey} />
        </div>
      )}
    </div>
  )
}

/** Loads on request, so that switching between countries sends no call. */
function WorstDaysOnRequest(props: Parameters<typeof WorstDaysList>[0]) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="print:hidden" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-7 w-fit cursor-pointer text-accent-strong hover:underline">
        Worst days
      </summary>
      {isOpen && <WorstDaysList {...props} />}
    </details>
  )
}

/** Also a day whose values are still arriving. */
const isPast = ({ day, tomorrow }: ModelState) => day < tomorrow

function useCountryDay({ country, state, hours, uploaded }: DayProps) {
  const { day, address } = state
  const forecast = state.answer?.[country]
  const rows = useMemo(() => countryRows(forecast ?? {}, day, hours), [forecast, day, hours])
  const usual = useUsualDay(country, day, rows, address[0].as_of)
  const usualRows = usual.rows
  const hasBand = useIsChosen('hasBand')
  const whole = useMemo(
    () => withUsualRange(countryChart(rows, day, hours, uploaded), usualRows, USUAL_COLOUR),
    [rows, day, hours, uploaded, usualRows],
  )
  const chart = useMemo(
    () =>
      hasBand ? whole : { ...whole, bands: (whole.bands ?? []).filter(({ name }) => name !== BAND_NAME) },
    [whole, hasBand],
  )
  // Space of the legend, also for names that come later: actual values, an earlier run, bands.
  const hasMore = isPast(state) || comparedRun(state.metric) !== null || hasBand || usual.isShown
  const space = hasMore ? 'min-h-21 @xl:min-h-14 @2xl:min-h-7' : 'min-h-14 @md:min-h-7'
  return { rows, usual, whole, plot: { data: chart, figuresSpace: `${space} print:min-h-0` } }
}

type DayProps = CountryProps & { name: string; children: ReactNode } & Pick<
    AccuracyAnswer,
    'hours' | 'uploaded'
  >

function CountryDay(props: DayProps) {
  const { country, state, currentKey, name } = props
  const { day } = state
  const { rows, usual, whole, plot } = useCountryDay(props)
  const isOwn = isOwnBackend()
  return (
    <Panel
      aria-labelledby={COUNTRY_HEADING_ID}
      className="flex min-w-0 flex-col gap-3 self-start p-4 sm:p-5 lg:[grid-area:1/2/3/3] xl:[grid-area:1/2] print:mb-4"
    >
      <CountryHead
        name={name}
        state={state}
        row={rows.find(({ key }) => key === currentKey)}
        limits={limitsAt(
          whole.bands?.find((band) => band.name === BAND_NAME),
          whole.timesS.indexOf(stampOf(day, currentKey) ?? NaN),
        )}
        onChooseCountry={props.onChooseCountry}
        menu={
          rows.length > 0 && (
            <CountryMenu
              shown={{ country, name, day, chart: plot.data }}
              area={isOwn ? usual.area : null}
              highestMw={usual.highestMw}
            />
          )
        }
      />
      {rows.length === 0 ? (
        <NoRows country={country} name={name} state={state} />
      ) : (
        <div className="flex flex-col gap-x-6 gap-y-3 xl:grid xl:grid-cols-2 print:grid print:grid-cols-2">
          <div className="@container min-w-0 overflow-x-auto">
            <CountryTable
              name={name}
              caption={`by hour${isOwn ? ', MW' : ''} (${dayZone(day)})`}
              rows={rows}
              currentKey={currentKey}
              onChoose={props.onChooseKey}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-1">
            {isOwn && <UsualDay {...usual} />}
            <LazyChart {...plot} label={`Forecast for ${name}`} markS={stampOf(day, currentKey)} />
            <p className="tabular text-sm text-ink-muted">{dayWords(whole, isOwn)}</p>
            {props.children}
          </div>
        </div>
      )}
    </Panel>
  )
}

function CountryMenu(props: { shown: ShownDay; area: string | null; highestMw: number }) {
  const { shown, area, highestMw } = props
  const navigate = useNavigate()
  return (
    <ExportMenu
      label={`Options for ${shown.name}`}
      day={shown.day}
      onDownloadCsv={async (origin) => (await loadCharts()).downloadCsv(shown, origin)}
      onDownloadImage={async (origin) => (await loadCharts()).downloadImage(shown, origin)}
      actions={[
        area !== null &&
          highestMw > 0 && {
            label: `Alert me above ${formatMw(highestMw)} MW`,
            icon: <Bell />,
            onAction: () => void navigate(`/account?area=${area}&above=${highestMw}`),
          },
      ]}
    />
  )
}

function NoRows({ country, name, state }: { country: string; name: string; state: ModelState }) {
  if (isOwnBackend() && !FORECAST_COUNTRIES.some((known) => known === country)) {
    const area = MEMBER_CODES.find((code) => code === country.toUpperCase())
    return (
      <PanelState
        state="empty"
        className="h-64"
        action={
          area && (
            <Link
              to={`/dashboard?v=1&g=${area},residual,H,${state.day}T00:00,${state.day}T23:59,run,final`}
              className={buttonStyle('secondary', 'small')}
            >
              Open a graph of {name}
            </Link>
          )
        }
      >
        {area
          ? `${name} is not on the map. A graph of the dashboard shows its forecast.`
          : `The map has no country ${name}.`}
      </PanelState>
    )
  }
  const why = state.isLoading ? 'loading' : state.hasFailed ? 'failed' : 'unpublished'
  const words = {
    loading: `The forecast for ${name} is loading…`,
    failed: `The forecast for ${name} could not be loaded. Retry loads it again.`,
    unpublished: isPast(state)
      ? `No forecast run is stored for ${name} on this day. Choose another day.`
      : `No forecast has been published for ${name}. Choose another country or an earlier day.`,
  }
  return (
    <PanelState state={why} className={state.isLoading ? 'h-128 max-lg:h-240' : 'h-64'}>
      {words[why]}
    </PanelState>
  )
}

function Yesterday({ yesterday, view }: { yesterday: AccuracyAnswer['yesterday']; view: View }) {
  const { day, finalMaeMw, tsoMaeMw } = yesterday
  if (finalMaeMw === null) return <p>No day has a full set of actual values yet.</p>
  return (
    <p>
      <Link
        to={`?${writeView(new URLSearchParams(), { ...view, day, as_of: null, run: null })}`}
        className="text-accent-strong underline"
      >
        {shortDay(day)}
      </Link>
      : mean error {formatMw(finalMaeMw)} MW{tsoMaeMw !== null && `, TSO ${formatMw(tsoMaeMw)} MW`}.
    </p>
  )
}

function DataDefects({ defects }: { defects: readonly DataDefect[] }) {
  return (
    <Notice tone="caution">
      <p>Problems in the data of this country:</p>
      <ul className="list-disc pl-5">
        {defects.map(({ quantity, text }) => (
          <li key={quantity + text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
