import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import { ALL_COUNTRIES, type DaySheetAnswer, reachZeroWords, type SheetRow } from '#contract/day-sheet.ts'
import { RAMP_HOURS, RAMP_NAME } from '#contract/forecast.ts'
import { formatDifferenceMw, formatMw, formatShare } from '#contract/power-text.ts'
import type { Status } from '#contract/status.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dataDays } from '#web/api/data-days.ts'
import { accuracyQuery, daySheetQuery, runsQuery } from '#web/api/forecasts.ts'
import { loadingOf, refreshing } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { isDoubt, isGap, marksBefore, markSentences } from '#web/market/day-words.ts'
import { DoubtList } from '#web/market/doubt-list.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { subscribeToTicks } from '#web/ui/timing/ticks.ts'
import { withZone } from '#web/zone/display-zone.ts'
import { marketDay, shortDay } from '#web/zone/market-day.ts'

import { noteVisit } from './last-visit.ts'

/** The largest market of the map. */
const COUNTRY = 'de'
const LINK_STYLE =
  'mt-auto flex items-center gap-1 self-start rounded-control pt-2 text-sm font-medium text-accent hover:underline [&_svg]:size-3.5'
/** Id of the parts of a missed day on the model page, to which the link scrolls. */
const MISSED_PART = 'change-heading'
/** A page that stays open follows new runs. */
const refetchInterval = refreshing(60_000)
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: MARKET_ZONE,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A value and what it is; null where there is none. */
type Figure = { value: string; text: string } | null

/** Tomorrow's extremes and yesterday's error, with links to where they come from, all at once. Only our own backend gives them. */
export function MarketFigures() {
  const about = useQuery(status)
  const day = useSyncExternalStore(subscribeToTicks, () => marketDay(Date.now(), 1))
  const following = { enabled: Boolean(about.data), refetchInterval }
  const select = (answer: DaySheetAnswer | null) => answer && residualFigures(answer)
  const sheet = useQuery({ ...daySheetQuery({ day }), ...following, select })
  const accuracy = useQuery({ ...accuracyQuery(COUNTRY, { day }, MARKET_ZONE), ...following })
  const previous = useQuery({ ...runsQuery({ day, run: 'previous' }), ...following })
  if (about.data === null) return null
  const figures = sheet.data ?? null
  const tomorrow = `tomorrow, ${shortDay(day)}`
  const inSheet = `?glance=sheet&day=${day}&cell=`
  return (
    <section aria-labelledby="market-figures" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="market-figures" className="text-base font-semibold">
          The market at a glance
        </h2>
        <p className="text-sm text-ink-muted">Days and hours of {MARKET_ZONE}</p>
      </div>
      <Loaded subject="The market at a glance" {...loadingOf(about, sheet, accuracy)} className="h-56">
        {about.data && <NewSinceVisit {...about.data} />}
        <div className="grid gap-4 md:grid-cols-3">
          <FigureCard
            title={`Lowest residual load, ${tomorrow}`}
            figure={figures && figures.lowest}
            link="Show in the morning sheet"
            to={`${inSheet}lowest`}
          />
          <FigureCard
            title={`Steepest ${RAMP_NAME}, ${tomorrow}`}
            figure={figures && figures.ramp}
            link="Show in the morning sheet"
            to={`${inSheet}ramp`}
          />
          <FigureCard
            title={`Last day’s error in ${countryName(COUNTRY)}: ours and the TSO’s`}
            figure={accuracy.data ? lastDayOf(accuracy.data) : null}
            link="Show this day"
            to={`?country=${COUNTRY}&day=${accuracy.data?.yesterday.day}`}
            part={MISSED_PART}
          />
        </div>
        {figures !== null && (
          <div className="flex flex-wrap gap-x-6">
            <p className="w-full text-sm text-ink-muted">{figures.countries}</p>
            <ModelLink to={`?glance=final&day=${day}`}>All countries hour by hour</ModelLink>
            {Object.keys(previous.data?.runs ?? {}).length > 0 && (
              <ModelLink to={`?glance=against-previous&day=${day}`}>
                What changed since the last run
              </ModelLink>
            )}
          </div>
        )}
        <Doubts tomorrow={day} />
      </Loaded>
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
    newestRun !== null &&
      isNew(newestRun.issuedAtUtc) &&
      `a forecast for ${shortDay(newestRun.day)} (${clock(newestRun.issuedAtUtc)})`,
    newestActualUtc !== null && isNew(newestActualUtc) && `actual values until ${clock(newestActualUtc)}`,
  ].filter((item) => item !== false)
  if (news.length === 0) return null
  return (
    <p>
      New since your last visit, {clock(visitMs)}: {list.format(news)}.
    </p>
  )
}

/** Missing and doubtful values of the last days, with a link to all of them. */
function Doubts({ tomorrow }: { tomorrow: string }) {
  const { data } = useQuery(dataDays)
  const marks = marksBefore(data?.marks ?? [], tomorrow, (mark) => isDoubt(mark) || isGap(mark))
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

/** Figures of the sheet for the residual load of all countries together; null where nothing is known. */
function residualFigures({ rows }: DaySheetAnswer) {
  const residual = rows.filter(({ quantity }) => quantity === 'residual')
  const all = residual.find(({ code }) => code === ALL_COUNTRIES)
  if (!all?.figures.lowest) return null
  const { lowest, ramp } = all.figures
  const countries = residual.filter(({ code }) => code !== ALL_COUNTRIES && !all.without.includes(code))
  const belowZero = countries.filter(({ figures }) => figures.lowest !== null && figures.lowest.valueMw <= 0)
  const names = (of: readonly SheetRow[]) => of.map(({ code }) => countryName(code))
  const together = `${countries.length} countries together`
  const below =
    belowZero.length === 0
      ? 'The final forecast stays above zero in every country.'
      : `At or below zero: ${list.format(names(belowZero))}.`
  return {
    countries: `The ${countries.length} countries: ${list.format(names(countries).toSorted())}.`,
    lowest: {
      value: `${formatMw(lowest.valueMw)} MW`,
      text: `at ${lowest.clock}, ${together}. ${below} ${reachZeroWords(countries)}`,
    },
    ramp: ramp && {
      value: `${formatDifferenceMw(ramp.valueMw)} MW`,
      text: `in the ${RAMP_HOURS} hours to ${ramp.clock}, ${together}.`,
    },
  }
}

function lastDayOf({ yesterday, scores }: AccuracyAnswer): Figure {
  const { day: date, finalMaeMw, tsoMaeMw } = yesterday
  if (finalMaeMw === null) return null
  const own = `${formatMw(finalMaeMw)} MW`
  const day = shortDay(date)
  const without = (why: string) => ({ value: own, text: `Our error on ${day}. ${why}` })
  if (scores.tsoForecast === 'copied')
    return without('The TSO publishes no real forecast: its values follow from the actual ones.')
  if (tsoMaeMw === null) return without('There is no TSO forecast from before that day to compare with.')
  return {
    value: closerWords(finalMaeMw, tsoMaeMw),
    text: `Our error ${own}, the TSO’s ${formatMw(tsoMaeMw)}, on ${day}.`,
  }
}

/** `48.0% closer`, or `12.5% farther off`. */
function closerWords(finalMaeMw: number, tsoMaeMw: number): string {
  if (finalMaeMw === tsoMaeMw) return 'As close'
  if (tsoMaeMw === 0) return 'Farther off'
  const share = formatShare(Math.abs(finalMaeMw / tsoMaeMw - 1))
  return `${share} ${finalMaeMw < tsoMaeMw ? 'closer' : 'farther off'}`
}

function FigureCard(props: {
  title: string
  figure: Figure
  /** The query of the model page that shows the figure. */
  to: string
  /** The id of its part of the page. */
  part?: string
  link: string
}) {
  const { figure } = props
  return (
    <Panel className="flex flex-col gap-1 p-5">
      <h3 className="text-sm text-ink-muted">{props.title}</h3>
      {figure === null ? (
        <PanelState
          state="unpublished"
          isCompact
          action={
            <Link to="/data" className="rounded-control text-accent hover:underline">
              Data calendar
            </Link>
          }
        >
          There are no values yet.
        </PanelState>
      ) : (
        <>
          <p className="tabular text-xl font-semibold tracking-tight">{figure.value}</p>
          <p className="text-ink-muted">{figure.text}</p>
          <ModelLink to={props.to} part={props.part}>
            {props.link}
          </ModelLink>
        </>
      )}
    </Panel>
  )
}

/** A link to the model page by the clocks of the market. */
function ModelLink({ to, part, children }: { to: string; part?: string | undefined; children: string }) {
  return (
    <Link
      to={`/model${withZone(to, MARKET_ZONE)}${part === undefined ? '' : `#${part}`}`}
      className={LINK_STYLE}
    >
      {children}
      <ArrowRight aria-hidden />
    </Link>
  )
}
