import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { countryName } from '#contract/countries.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import type { Status } from '#contract/status.ts'
import { dataDays, doubtsBefore, markSentences } from '#web/api/data-days.ts'
import { accuracyQuery, dayForecastQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { DoubtList } from '#web/ui/doubt-list.tsx'
import { type Failure, Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDifferenceMw, formatMw, formatShare } from '#web/ui/power-format.ts'
import { subscribeToTicks } from '#web/ui/timing/ticks.ts'
import { withZone, zoneName } from '#web/zone/display-zone.ts'
import { MARKET_ZONE, marketDay, marketHours } from '#web/zone/market-day.ts'

import { noteVisit } from './last-visit.ts'
import { tomorrowFigures } from './tomorrow-figures.ts'
import { type YesterdayError, yesterdayError } from './yesterday-error.ts'

/** The largest market of the map. */
const COUNTRY = 'de'
const LINK_STYLE =
  'mt-auto flex items-center gap-1 self-start rounded-control pt-2 text-sm font-medium text-accent hover:underline [&_svg]:size-3.5'
/** Of the last day’s chart, on the model page. */
const YESTERDAY_PART = 'yesterday-heading'
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Tomorrow's extremes and yesterday's error, with links to where they come from. Only our own backend is asked for them. */
export function MarketFigures() {
  const { data: ownStatus } = useQuery(status)
  const tomorrow = useSyncExternalStore(subscribeToTicks, () => marketDay(Date.now(), 1))
  if (ownStatus === null) return null
  const isKnown = ownStatus !== undefined
  return (
    <section aria-labelledby="market-figures" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="market-figures" className="text-base font-semibold">
          The market at a glance
        </h2>
        <p className="text-sm text-ink-muted">Days and hours of {MARKET_ZONE}</p>
      </div>
      {isKnown && <NewSinceVisit {...ownStatus} />}
      <div className="grid gap-4 md:grid-cols-3">
        <TomorrowCards day={tomorrow} isEnabled={isKnown} />
        <YesterdayCard tomorrow={tomorrow} isEnabled={isKnown} />
      </div>
      <TogetherLine day={tomorrow} isEnabled={isKnown} />
      <Doubts tomorrow={tomorrow} />
    </section>
  )
}

/** One line on what has come since the user was here before; none where nothing has. */
function NewSinceVisit({ newestRun, newestActualUtc }: Pick<Status, 'newestRun' | 'newestActualUtc'>) {
  const [visitMs] = useState(() => noteVisit(Date.now()))
  if (visitMs === null) return null
  const isNew = (instant: string) => Date.parse(instant) > visitMs
  const clock = (instant: string | number) => moment.format(new Date(instant))
  const news = [
    ...(newestRun !== null && isNew(newestRun.issuedAtUtc)
      ? [`a forecast for ${formatDay(newestRun.day)} (${clock(newestRun.issuedAtUtc)})`]
      : []),
    ...(newestActualUtc !== null && isNew(newestActualUtc)
      ? [`actual values until ${clock(newestActualUtc)}`]
      : []),
  ]
  if (news.length === 0) return null
  return (
    <p>
      New since your last visit, {clock(visitMs)}: {list.format(news)}.
    </p>
  )
}

const useTomorrow = (day: string, isEnabled: boolean) =>
  useQuery({
    ...dayForecastQuery({ day }, MARKET_ZONE),
    enabled: isEnabled,
    select: (answer) => answer && tomorrowFigures(answer, marketHours(day)),
  })

/** Names the countries of the sums. */
function TogetherLine({ day, isEnabled }: { day: string; isEnabled: boolean }) {
  const { countries } = useTomorrow(day, isEnabled).data ?? { countries: [] }
  if (countries.length === 0) return null
  return (
    <div className="flex flex-col">
      <p className="text-sm text-ink-muted">
        The {countries.length} countries: {list.format(countries.map(countryName).toSorted())}.
      </p>
      <ModelLink to={`?glance=final&day=${day}`}>All countries hour by hour</ModelLink>
    </div>
  )
}

/** What is in doubt of the last days, and where all of it stands. */
function Doubts({ tomorrow }: { tomorrow: string }) {
  const { data } = useQuery(dataDays)
  const marks = doubtsBefore(data?.marks ?? [], tomorrow)
  if (marks.length === 0) return null
  return (
    <div>
      <DoubtList sentences={markSentences(marks)} />
      <Link to="/data" className={LINK_STYLE}>
        Data calendar
        <ArrowRight aria-hidden />
      </Link>
    </div>
  )
}

function TomorrowCards({ day, isEnabled }: { day: string; isEnabled: boolean }) {
  const query = useTomorrow(day, isEnabled)
  const figures = query.data ?? null
  const states = loadingOf(query)
  const tomorrow = `tomorrow, ${formatDay(day)}`
  const together = `${figures?.countries.length ?? 0} countries together`
  return (
    <>
      <FigureCard
        {...states}
        title={`Lowest residual load, ${tomorrow}`}
        to={`?glance=sheet&day=${day}&cell=lowest`}
        link="Show in the morning sheet"
      >
        {figures !== null && (
          <Figure value={`${formatMw(figures.lowest.powerMw)} MW`}>
            at {figures.lowest.key}, {together}.{' '}
            {figures.belowZero.length === 0
              ? 'No country reaches zero.'
              : `At or below zero: ${list.format(figures.belowZero.map(countryName))}.`}
          </Figure>
        )}
      </FigureCard>
      <FigureCard
        {...states}
        title={`Steepest ramp, ${tomorrow}`}
        to={`?glance=sheet&day=${day}&cell=ramp`}
        link="Show in the morning sheet"
      >
        {figures?.steepest && (
          <Figure value={`${formatDifferenceMw(figures.steepest.changeMw)} MW`}>
            in {RAMP_HOURS} hours, {figures.steepest.fromKey} to {figures.steepest.toKey}, {together}.
          </Figure>
        )}
      </FigureCard>
    </>
  )
}

function YesterdayCard({ tomorrow, isEnabled }: { tomorrow: string; isEnabled: boolean }) {
  const query = useQuery({
    ...accuracyQuery({ country: COUNTRY, day: tomorrow }, MARKET_ZONE),
    enabled: isEnabled,
  })
  const yesterday = query.data?.yesterday
  const error = yesterday === undefined ? null : yesterdayError(yesterday)
  return (
    <FigureCard
      {...loadingOf(query)}
      title={`Our last day against the TSO’s, ${countryName(COUNTRY)}`}
      to={`?country=${COUNTRY}&day=${tomorrow}`}
      part={YESTERDAY_PART}
      link="Show this day"
    >
      {yesterday !== undefined && error !== null && (
        <LastDay
          error={error}
          day={formatDay(yesterday.day)}
          isCopied={query.data?.scores.tsoForecast === 'copied'}
        />
      )}
    </FigureCard>
  )
}

function LastDay(props: { error: YesterdayError; day: string; isCopied: boolean }) {
  const { day, isCopied } = props
  const { finalMaeMw, tsoMaeMw } = props.error
  if (isCopied || tsoMaeMw === null)
    return (
      <Figure value={`${formatMw(finalMaeMw)} MW`}>
        Our error on {day}.{' '}
        {isCopied
          ? 'The TSO publishes no real forecast, its values repeat the actual ones.'
          : 'No real TSO forecast is known as it was before the day, so there is nothing to compare with.'}
      </Figure>
    )
  return (
    <Figure value={closerWords(finalMaeMw, tsoMaeMw)}>
      Our error {formatMw(finalMaeMw)} MW, the TSO’s {formatMw(tsoMaeMw)}, on {day}.
    </Figure>
  )
}

/** `48.0% closer`, or `12.5% farther off`. */
function closerWords(finalMaeMw: number, tsoMaeMw: number): string {
  if (finalMaeMw === tsoMaeMw) return 'As close'
  if (tsoMaeMw === 0) return 'Farther off'
  const share = formatShare(Math.abs(finalMaeMw / tsoMaeMw - 1))
  return `${share} ${finalMaeMw < tsoMaeMw ? 'closer' : 'farther off'}`
}

interface FigureCardProps {
  title: string
  isLoaded: boolean
  failure: Failure | null
  onReload: () => void
  /** The query of the model page that shows the figure. */
  to: string
  /** The id of its part of the page. */
  part?: string
  link: string
  /** The figure; falsy if there is none. */
  children: ReactNode
}

function FigureCard({ title, to, part, link, children, ...loading }: FigureCardProps) {
  return (
    <Panel className="flex flex-col gap-1 p-5">
      <h3 className="text-sm text-ink-muted">{title}</h3>
      <Loaded subject="This figure" {...loading} isCompact className="h-24">
        {children ? (
          <div className="flex flex-col gap-1">
            {children}
            <ModelLink to={to} part={part}>
              {link}
            </ModelLink>
          </div>
        ) : (
          <PanelState
            state="unpublished"
            isCompact
            action={
              <Link to="/data" className="rounded-control text-accent hover:underline">
                What is there
              </Link>
            }
          >
            There are no values yet.
          </PanelState>
        )}
      </Loaded>
    </Panel>
  )
}

/** A link to the model page by the clocks of the market. */
function ModelLink({ to, part, children }: { to: string; part?: string | undefined; children: string }) {
  return (
    <Link
      to={`/model${withZone(to, MARKET_ZONE)}${part === undefined ? '' : `#${part}`}`}
      // The zone of a page is fixed while it is open.
      reloadDocument={zoneName() !== MARKET_ZONE}
      className={LINK_STYLE}
    >
      {children}
      <ArrowRight aria-hidden />
    </Link>
  )
}

function Figure({ value, children }: { value: string; children: ReactNode }) {
  return (
    <>
      <p className="tabular text-xl font-semibold tracking-tight">{value}</p>
      <p className="text-ink-muted">{children}</p>
    </>
  )
}

/** `Wed, Nov 25`, from `2026-11-25`. */
function formatDay(day: string): string {
  return shortDay.format(new Date(day))
}
