import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'

import { markSentences } from '#contract/words/data-days.ts'
import { useArePastForecastsReady } from '#web/api/status.ts'
import { DoubtList, useDoubts } from '#web/market/doubt-list.tsx'
import { CountryDetails } from '#web/model/country/country-details.tsx'
import { prepareCharts } from '#web/model/country/lazy-chart.tsx'
import type { GlancePlace } from '#web/model/glance/glance-rows.ts'
import { dayValues } from '#web/model/map/countries.ts'
import { CountryList } from '#web/model/map/country-list.tsx'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { MapLegend } from '#web/model/map/map-legend.tsx'
import { ChangePanel } from '#web/model/view/changes.tsx'
import { hourKey, hourOfKey } from '#web/model/view/delivery-day.ts'
import { MEASURES } from '#web/model/view/metric.ts'
import {
  type ChangePlayback,
  choose,
  HourControl,
  type Playback,
  usePlayback,
} from '#web/model/view/playback.tsx'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { COUNTRY_HEADING_ID, useChanges, useHourInAddress } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel, Skeleton } from '#web/ui/panel.tsx'
import { TabPanel } from '#web/ui/tabs.tsx'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useVisit } from '#web/ui/use-write-search.ts'

const GlancePanel = lazy(async () => ({
  default: (await import('#web/model/glance/glance-panel.tsx')).GlancePanel,
}))
const AccuracyPanel = lazy(async () => ({
  default: (await import('#web/model/accuracy/accuracy-panel.tsx')).AccuracyPanel,
}))

/** Holds the hour, so that a step does not render the rest of the page. */
export function ModelTabs({ state, controls }: { state: ModelState; controls: ReactNode }) {
  const { address, metric, tab, answer } = state
  const [view, changeView] = address
  const [playback, change] = usePlayback(view.hour, useVisit())
  useHourInAddress(playback.chosenHour, address)
  const { country: selected } = view
  const { base } = MEASURES[metric]
  const hasShown = dayValues(answer, metric).some((value) => value !== null)
  const areMade = useArePastForecastsReady()

  function choosePlace(place: GlancePlace): void {
    change(choose(place.hour))
    changeView({ country: place.code }, place.code === selected ? 'replace' : 'push')
  }
  return (
    <>
      {tab === 'map' && <MapTab state={state} playback={playback} change={change} controls={controls} />}
      {tab === 'glance' && (
        <TabPanel id="glance">
          <LazyPanel subject="The day at a glance">
            <GlancePanel state={state} hour={playback.hour} onChoose={choosePlace} />
          </LazyPanel>
          {base !== undefined && selected !== null && state.comparison.isLoaded && hasShown && (
            <ChangePanel country={selected} state={state} base={base} currentKey={hourKey(playback.hour)} />
          )}
        </TabPanel>
      )}
      {tab === 'accuracy' && (
        <TabPanel id="accuracy">
          <LazyPanel subject="The accuracy over time">
            {/* Accuracy of another time must not stay while this one loads; reloads once all forecasts are made. */}
            <AccuracyPanel key={`${view.as_of} ${areMade}`} state={state} areMade={areMade} />
          </LazyPanel>
        </TabPanel>
      )}
    </>
  )
}

function LazyPanel({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <ErrorBoundary subject={subject}>
      <Suspense
        fallback={
          <PanelState state="loading" className="h-160 max-sm:h-200">
            {subject} is loading…
          </PanelState>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  )
}

interface MapTabProps {
  state: ModelState
  playback: Playback
  change: ChangePlayback
  /** Below the map on a phone. */
  controls: ReactNode
}

function MapTab(props: MapTabProps) {
  const { state, playback, change } = props
  const { address, day, metric, answer, countries } = state
  const [view, , writeAddress] = address
  const { country: detailed } = view
  const { hour } = playback
  // Map and list mark a country at once; its charts take a slow processor up to a second.
  const [{ country: selected }, changeShown] = useChanges(view, writeAddress)
  const isMapPainted = useIsPainted()
  const { doubts, areKnown } = useDoubts(day)
  // Printing must not remove parts of the page.
  const isBeside = useMediaQuery('(width >= 64rem), print')
  // Content below the map waits for the data warnings, so that it does not jump.
  const hasRest = isMapPainted && (areKnown || isBeside)
  const isOpen = detailed !== null
  const gridRef = useRef<HTMLDivElement>(null)
  const noteChoice = useSightOfPanel(gridRef, { isOpen, hasRest, isBeside })
  useEffect(() => {
    if (isMapPainted) prepareCharts()
  }, [isMapPainted])

  function choosePanel(country: string | null): void {
    noteChoice()
    changeShown({ country }, 'push')
  }
  function chooseKey(key: string): void {
    const chosen = hourOfKey(key)
    if (chosen !== null) change(choose(chosen))
  }
  const onSelect = (code: string) => choosePanel(code === selected ? null : code)
  const shown = { countries, answer, hour, metric, selected, onSelect }
  return (
    <TabPanel id="map">
      <div
        ref={gridRef}
        className={classNames(
          'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] print:block',
          isOpen
            ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] xl:grid-rows-none'
            : 'xl:grid-cols-[minmax(0,1fr)_32rem]',
        )}
      >
        <MapPanel {...props} shown={shown} doubts={doubts} isPainted={isMapPainted} />
        {!hasRest && (
          // Below the map it only keeps the footer away while the page scrolls to a country.
          <Panel aria-hidden className="p-4 max-lg:invisible max-lg:h-500">
            <Skeleton className="h-full" />
          </Panel>
        )}
        {hasRest && detailed === null && <CountryList {...shown} />}
        {hasRest && detailed !== null && (
          <CountryDetails
            country={detailed}
            state={state}
            currentKey={hourKey(hour)}
            onChooseKey={chooseKey}
            onChooseCountry={choosePanel}
          />
        )}
      </div>
    </TabPanel>
  )
}

function MapPanel(
  props: MapTabProps & {
    shown: Omit<Parameters<typeof ForecastMap>[0], 'isLoading' | 'doubts' | 'foot'>
    doubts: ReturnType<typeof useDoubts>['doubts']
    isPainted: boolean
  },
) {
  const { state } = props
  return (
    <Panel
      aria-label="Map"
      className={classNames(
        'overflow-hidden print:mb-4',
        state.address[0].country !== null && 'print:break-after-page',
      )}
    >
      <ForecastMap
        {...props.shown}
        isLoading={state.isLoading}
        doubts={props.doubts}
        foot={
          <>
            <div className="border-b border-line px-4 py-2">
              <HourControl
                hour={props.playback.hour}
                isPlaying={props.playback.isPlaying}
                change={props.change}
              />
            </div>
            {props.controls && (
              <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-2">
                {props.controls}
              </div>
            )}
          </>
        }
      />
      <div className="min-h-16 border-t border-line px-4 py-3">
        {props.isPainted ? (
          <>
            <MapLegend metric={state.metric} answer={state.answer} againstWords={state.againstWords} />
            {state.comparison.failure !== null && (
              <Loaded subject="The forecast to compare with" {...state.comparison} className="mt-3">
                {null}
              </Loaded>
            )}
            <DoubtList sentences={markSentences(props.doubts)} className="pt-3" />
          </>
        ) : (
          <Skeleton className="h-10" />
        )}
      </div>
    </Panel>
  )
}

/**
 * Scrolls to the list or country that replaces the other and focuses its heading, unless the focus is in the map. Call the result before a
 * user's choice.
 */
function useSightOfPanel(
  gridRef: RefObject<HTMLDivElement | null>,
  { isOpen, hasRest, isBeside }: { isOpen: boolean; hasRest: boolean; isBeside: boolean },
): () => void {
  const hasChosen = useRef(false)
  const hasOpened = useRef(false)
  useEffect(() => {
    if (!hasChosen.current || !hasRest) return
    const heading = gridRef.current?.querySelector<HTMLElement>(isOpen ? `#${COUNTRY_HEADING_ID}` : 'h2')
    if (!document.activeElement?.closest('.shape-map')) heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'nearest' })
  }, [gridRef, isOpen, hasRest])
  useEffect(() => {
    if (!hasRest || hasOpened.current) return
    hasOpened.current = true
    // Below the map a linked country would be out of sight. A link's hash has priority.
    if (isOpen && !isBeside && !hasChosen.current && location.hash === '')
      gridRef.current?.querySelector(`#${COUNTRY_HEADING_ID}`)?.scrollIntoView()
  }, [gridRef, hasRest, isOpen, isBeside])
  return () => {
    hasChosen.current = true
  }
}
