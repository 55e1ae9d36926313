import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { countryName } from '#contract/countries.ts'
import { dataDays } from '#web/api/data-days.ts'
import { doubtsBefore, markSentences } from '#web/api/data-words.ts'
import { accuracyQuery, dayForecastQuery } from '#web/api/forecasts.ts'
import { status } from '#web/api/status.ts'
import { Button } from '#web/ui/button.tsx'
import { DoubtList } from '#web/ui/doubt-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDifferenceMw, formatMw, formatShareChange } from '#web/ui/power-format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { subscribeToTicks } from '#web/ui/timing/ticks.ts'
import { withZone, zoneName } from '#web/zone/display-zone.ts'
import { MARKET_ZONE, marketDay, marketHours } from '#web/zone/market-day.ts'

import { RAMP_HOURS, tomorrowFigures } from './tomorrow-figures.ts'
import { type YesterdayError, yesterdayError } from './yesterday-error.ts'

/** The largest market of the map. */
const COUNTRY = 'de'
const LINK_STYLE =
  'mt-auto flex items-center gap-1 self-start rounded-control pt-2 text-sm font-medium text-accent hover:underline [&_svg]:size-3.5'
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
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
      <div className="grid gap-4 md:grid-cols-3">
        <TomorrowCards day={tomorrow} isEnabled={isKnown} />
        <YesterdayCard tomorrow={tomorrow} isEnabled={isKnown} />
      </div>
      <Doubts tomorrow={tomorrow} />
    </section>
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
  const query = useQuery({ ...dayForecastQuery({ day }, MARKET_ZONE), enabled: isEnabled })
  const figures = query.data ? tomorrowFigures(query.data, marketHours(day)) : null
  const states = {
    isLoading: query.isPending,
    hasFailed: query.isError,
    onRetry: () => void query.refetch(),
  }
  const tomorrow = `tomorrow, ${formatDay(day)}`
  const together = `${figures?.countryCount ?? 0} countries together`
  return (
    <>
      <FigureCard
        {...states}
        title={`Lowest residual load, ${tomorrow}`}
        to={`?glance=sheet&day=${day}&hour=${hourOf(figures?.lowest.key)}`}
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
        to={`?glance=sheet&day=${day}&hour=${hourOf(figures?.steepest?.toKey)}`}
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
      isLoading={query.isPending}
      hasFailed={query.isError}
      onRetry={() => void query.refetch()}
      title={`Last day’s error against the TSO, ${countryName(COUNTRY)}`}
      to={`?country=${COUNTRY}&day=${tomorrow}`}
      link="Show the accuracy"
    >
      {yesterday !== undefined && error !== null && (
        <Figure value={`${formatMw(error.finalMaeMw)} MW`}>
          on {formatDay(yesterday.day)}:{' '}
          {query.data?.scores.tsoForecast === 'copied'
            ? 'the TSO publishes no real forecast, its values repeat the actual ones.'
            : againstTso(error)}
        </Figure>
      )}
    </FigureCard>
  )
}

function againstTso({ finalMaeMw, tsoMaeMw }: YesterdayError): string {
  if (tsoMaeMw === null)
    return 'no TSO forecast is known as it was before the day, so there is nothing to compare with.'
  const change = formatShareChange(tsoMaeMw === 0 ? null : finalMaeMw / tsoMaeMw - 1)
  return `the TSO was ${formatMw(tsoMaeMw)} MW off, ours ${change} against it.`
}

function hourOf(key: string | undefined): number {
  return Number(key?.slice(0, 2) ?? 0)
}

interface FigureCardProps {
  title: string
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
  /** The query of the model page that shows the figure. */
  to: string
  link: string
  /** The figure; falsy if there is none. */
  children: ReactNode
}

function FigureCard(props: FigureCardProps) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  function retry(): void {
    // The pressed button goes away.
    titleRef.current?.focus()
    props.onRetry()
  }
  return (
    <Panel className="flex flex-col gap-1 p-5">
      <h3 ref={titleRef} tabIndex={-1} className="text-sm text-ink-muted outline-none">
        {props.title}
      </h3>
      <FigureState {...props} onRetry={retry} />
    </Panel>
  )
}

function FigureState({ isLoading, hasFailed, onRetry, to, link, children }: FigureCardProps) {
  if (children)
    return (
      <>
        {children}
        <Link
          to={`/model${withZone(to, MARKET_ZONE)}`}
          // The zone of a page is fixed while it is open.
          reloadDocument={zoneName() !== MARKET_ZONE}
          className={LINK_STYLE}
        >
          {link}
          <ArrowRight aria-hidden />
        </Link>
      </>
    )
  if (isLoading) return <Skeleton className="h-24 w-full" />
  if (!hasFailed) return <p className="text-ink-muted">There are no values yet.</p>
  return (
    <p className="flex items-center justify-between gap-2 text-ink-muted">
      Could not be loaded.
      <Button variant="quiet" size="small" onPress={onRetry}>
        Retry
      </Button>
    </p>
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
