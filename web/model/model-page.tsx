import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import { useSearchParams } from 'react-router'

import { countryName } from '#contract/countries.ts'
import { monthDay, shortDay } from '#contract/words/days.ts'
import { auctionRunUtc } from '#contract/zone-time.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { status } from '#web/api/status.ts'
import { AsOfNotice, LinkNotice, unreadFields } from '#web/market/links.tsx'
import { listCountries } from '#web/model/map/countries.ts'
import { dayZone, tomorrowOf } from '#web/model/view/delivery-day.ts'
import { comparedRun, METRICS } from '#web/model/view/metric.ts'
import { NewerRun } from '#web/model/view/newer-run.tsx'
import { runLines, warningWords } from '#web/model/view/run-words.ts'
import { type ModelState, useForecast, useRuns, useShownForecast } from '#web/model/view/use-forecast.ts'
import { readView, tabOf, useView } from '#web/model/view/view.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { POPOVER_STYLE } from '#web/ui/class-names.ts'
import { LateNotice } from '#web/ui/notice.tsx'
import { useReading } from '#web/ui/use-clock.ts'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'
import { timeOf } from '#web/zone/wall-clock.ts'

import { ModelControls, ModelHeader } from './model-header.tsx'
import { ModelTabs } from './model-tabs.tsx'

const TABS = [
  { id: 'map', label: 'Map' },
  { id: 'glance', label: 'Day at a glance' },
  { id: 'accuracy', label: 'Accuracy' },
] as const

function useModel() {
  const address = useView()
  const [view] = address
  const clockTomorrow = useReading(() => tomorrowOf(new Date()))
  const [loadedTomorrow, setLoadedTomorrow] = useState(clockTomorrow)
  // Another backend has only the specified call, which the clock must not send.
  const isForeign = useQuery(status).data === null
  const tomorrow = isForeign ? loadedTomorrow : clockTomorrow
  const deliveryDay = view.day ?? tomorrow
  const isChosen = view.day !== null || tomorrow === loadedTomorrow
  const { answer, answerDay, isLoading, failure, reload, renew } = useForecast(deliveryDay, view, isChosen)
  // After midnight the new tomorrow has no run until the morning.
  const isAwaiting = view.day === null && !isLoading && failure === null && answerDay !== deliveryDay
  const namedDay = isAwaiting ? answerDay : deliveryDay
  const runs = useRuns(namedDay, view)
  const countries = useMemo(() => listCountries(answer), [answer])
  // Another backend has no runs and no accuracy.
  const tabs = runs.data === null ? TABS.filter(({ id }) => id !== 'accuracy') : TABS
  const tab = tabs.find(({ id }) => id === tabOf(view))?.id ?? 'map'
  // The server sent the newest run instead.
  const isAuctionRunMissing =
    view.run === 'early' && runs.data?.day === answerDay && !runs.data.kinds.includes('early')
  const shownRun = isAuctionRunMissing || runs.data === null ? null : view.run
  // The auction run has no previous run.
  const asked = tab === 'glance' ? (METRICS.find((known) => known === view.glance) ?? 'final') : view.metric
  const metric = comparedRun(asked) !== null && shownRun === 'early' ? 'final' : asked
  const shown = useShownForecast(answer, answerDay, metric, view.as_of)
  const state: ModelState = {
    address,
    deliveryDay,
    day: answerDay,
    namedDay,
    tomorrow,
    runs,
    run: shownRun,
    metric,
    tabs,
    tab,
    answer: shown.forecast,
    againstWords: shown.againstWords,
    comparison: shown.comparison,
    countries,
    isLoading: isLoading || shown.isLoading,
    hasFailed: failure !== null,
  }

  function retry(): void {
    if (runs.isError) void runs.refetch()
    if (view.day === null && clockTomorrow !== loadedTomorrow) setLoadedTomorrow(clockTomorrow)
    else reload()
  }
  // A delivery day that has begun gets no more forecasts.
  const warning = warningWords(isLoading ? undefined : answer, answerDay < tomorrow, isAuctionRunMissing)
  return { state, warning, failure, isLoading, hasAnswer: answer !== undefined, isForeign, retry, renew }
}

export function ModelPage() {
  const model = useModel()
  const { state } = model
  const [{ country }] = state.address
  const titleRef = useRef<HTMLHeadingElement>(null)
  // On a phone the map is first.
  const isBelow = useMediaQuery(PHONE) && state.tab === 'map'
  const controls = (
    <ModelControls state={state}>{isOwnBackend() && <ForecastBasis state={state} />}</ModelControls>
  )
  return (
    <div className="flex flex-col gap-4">
      <title>{`${country === null ? '' : `${countryName(country)}, `}${monthDay(state.namedDay)} · Model`}</title>
      <ModelHeader titleRef={titleRef} state={state}>
        {!isBelow && controls}
      </ModelHeader>
      <ModelNotices {...model} onLeave={() => titleRef.current?.focus()} />
      <ModelTabs state={state} controls={isBelow && controls} />
      <span aria-live="polite" className="sr-only">
        {country !== null && `${countryName(country)} selected`}
      </span>
    </div>
  )
}

function ModelNotices(
  props: ReturnType<typeof useModel> & {
    onLeave: () => void
  },
) {
  const { state, warning, failure, onLeave } = props
  const { address, deliveryDay, day, runs, run } = state
  const [{ as_of }, changeView] = address
  const [params] = useSearchParams()
  return (
    <>
      <LinkNotice
        unread={unreadFields(params, readView(params))}
        onDismiss={() => {
          onLeave()
          changeView({})
        }}
      />
      {warning !== null && (
        <LateNotice key={warning} tone="caution" canDismiss>
          {warning}
        </LateNotice>
      )}
      {as_of !== null && runs.data !== null && (
        <AsOfNotice as_of={as_of} onNow={() => changeView({ as_of: null }, 'push')} />
      )}
      {run === null && as_of === null && (
        <NewerRun key={day} state={state} renew={props.renew} onShow={onLeave} />
      )}
      {failure !== null && (
        <LateNotice
          tone="danger"
          action={
            <Button
              variant="danger"
              size="small"
              onPress={() => {
                onLeave()
                props.retry()
              }}
            >
              Retry
            </Button>
          }
        >
          <p>Whoops something went wrong</p>
          <p className="text-sm">
            The forecast for {shortDay(deliveryDay)} could not be loaded. {failure}
            {props.hasAnswer &&
              (day === deliveryDay
                ? ' The page shows what it loaded before.'
                : ` The page still shows ${shortDay(day)}.`)}
          </p>
        </LateNotice>
      )}
      {!props.isLoading && failure === null && day !== deliveryDay && (
        <LateNotice key={deliveryDay} tone="info" canDismiss>
          The page shows {shortDay(day)}. {shortDay(deliveryDay)} follows with its first run
          {!props.isForeign && ` at ${timeOf(auctionRunUtc(deliveryDay))}`}.
        </LateNotice>
      )}
    </>
  )
}

function ForecastBasis({ state: { day, runs } }: { state: ModelState }) {
  const lines = runs.data?.day === day ? runLines(runs.data.runs, day) : []
  return (
    <DialogTrigger>
      <IconButton
        icon={Info}
        aria-label="How was this made?"
        className="-my-1.5 pointer-fine:[div:not(:hover,:focus-within)>&]:not-aria-expanded:opacity-0 print:hidden"
      />
      <Popover className={`${POPOVER_STYLE} max-w-[min(34rem,100vw-2rem)] overflow-auto`} offset={4}>
        <Dialog className="flex flex-col gap-2 p-4 text-sm text-ink-muted outline-none">
          <Heading slot="title" className="text-base font-semibold text-ink">
            How was this made?
          </Heading>
          <p>
            Residual load (load − solar − wind) of {shortDay(day)} in {dayZone(day)}. The final forecast is a
            mean of the model forecast and the TSO’s, weighted by their errors of the last weeks. Wind and
            solar that a TSO has not published yet, as before the auction, are estimated from the weather
            forecast or else from history.
          </p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>
            In the table of a country Instance Tomorrow is the model forecast and Final Value the final
            forecast. A value that is not published is missing (–), never 0.
          </p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
