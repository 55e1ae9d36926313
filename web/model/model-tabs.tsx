import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react'

import { markSentences } from '#contract/words/data-days.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { useAreMade } from '#web/api/status.ts'
import { DoubtList, useDoubts } from '#web/market/doubt-list.tsx'
import { CountryDetails } from '#web/model/country/country-details.tsx'
import { prepareCharts } from '#web/model/country/later-chart.tsx'
import type { GlancePlace } from '#web/model/glance/glance-rows.ts'
import { dayValues, valueAt } from '#web/model/map/countries.ts'
import { CountryChooser, CountryList } from '#web/model/map/country-list.tsx'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { MapLegend } from '#web/model/map/map-legend.tsx'
import { ChangePanel } from '#web/model/view/changes.tsx'
import { hourKey, hourOfKey } from '#web/model/view/delivery-day.ts'
import { MEASURES, metricWords } from '#web/model/view/metric.ts'
import { choose, HourControl, usePlayback } from '#web/model/view/playback.tsx'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { COUNTRY_HEADING_ID, useHourInAddress } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TabPanel } from '#web/ui/tabs.tsx'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useVisit } from '#web/ui/use-write-search.ts'

// Loaded when a user first asks for them.
const GlancePanel = lazy(async () => ({
  default: (await import('#web/model/glance/glance-panel.tsx')).GlancePanel,
}))
const AccuracyPanel = lazy(async () => ({
  default: (await import('#web/model/accuracy/accuracy-panel.tsx')).AccuracyPanel,
}))

/** The tabs: map, day at a glance, accuracy. The hour is kept here, so that a step does not render the rest of the page. */
export function ModelTabs({ state, controls }: { state: ModelState; controls: ReactNode }) {
  const { address, day, metric, tab, answer, againstWords, countries, isLoading } = state
  const [view, changeView] = address
  const [{ hour, isPlaying, chosenHour }, change] = usePlayback(view.hour, useVisit())
  useHourInAddress(chosenHour, address)
  const { country: selected } = view
  // The map marks the chosen country at once. Its charts take a slow processor up to a second.
  const detailed = useDeferredValue(selected)
  const { base } = MEASURES[metric]
  const hasShown = dayValues(answer, metric).some((value) => value !== null)
  const isOwn = isOwnBackend()
  const isMapPainted = useIsPainted()
  const areMade = useAreMade()
  const { doubts, areKnown } = useDoubts(day)
  // On paper nothing jumps, and parts of the page that go away when printing begins would be missing.
  const isBeside = useMediaQuery('(width >= 64rem), print')
  // Content below the map waits for the data warnings, so that it does not jump.
  const hasRest = isMapPainted && (areKnown || isBeside)
  const gridRef = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)
  const hasOpened = useRef(false)
  const isOpen = detailed !== null
  // Panel and list replace each other: the new one is in sight, and takes the focus that was not in the map.
  useEffect(() => {
    if (!hasChosen.current || !hasRest) return
    const heading = gridRef.current?.querySelector<HTMLElement>(isOpen ? `#${COUNTRY_HEADING_ID}` : 'h2')
    if (!document.activeElement?.closest('.shape-map')) heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, hasRest])
  useEffect(() => {
    if (!hasRest || hasOpened.current) return
    hasOpened.current = true
    // Below the map a linked country would be out of sight. Some links lead to a part of it.
    if (isOpen && !isBeside && !hasChosen.current && location.hash === '')
      gridRef.current?.querySelector(`#${COUNTRY_HEADING_ID}`)?.scrollIntoView()
  }, [hasRest, isOpen, isBeside])
  useEffect(() => {
    if (isMapPainted) prepareCharts()
  }, [isMapPainted])

  function choosePanel(country: string | null): void {
    hasChosen.current = true
    changeView({ country }, 'push')
  }
  function chooseKey(key: string): void {
    const chosen = hourOfKey(key)
    if (chosen !== null) change(choose(chosen))
  }
  function choosePlace(place: GlancePlace): void {
    change(choose(place.hour))
    changeView({ country: place.code }, place.code === selected ? 'replace' : 'push')
  }
  const onSelect = (code: string) => choosePanel(code === selected ? null : code)
  const shown = { countries, answer, hour, metric, selected, onSelect }
  return (
    <>
      {tab === 'map' && (
        <TabPanel id="map">
          <div
            ref={gridRef}
            className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_32rem] print:block"
          >
            <Panel
              aria-label="Map"
              className={classNames('overflow-hidden print:mb-4', isOpen && 'print:break-after-page')}
            >
              <ForecastMap
                {...shown}
                isLoading={isLoading}
                doubts={doubts}
                foot={
                  <>
                    <div className="border-b border-line px-4 py-2">
                      <HourControl hour={hour} isPlaying={isPlaying} change={change} />
                    </div>
                    {controls && (
                      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-2">
                        {controls}
                      </div>
                    )}
                  </>
                }
              />
              {isMapPainted && (
                <div className="border-t border-line px-4 py-3">
                  <MapLegend metric={metric} answer={answer} againstWords={againstWords} />
                  {state.comparison.failure !== null && (
                    <Loaded subject="The forecast to compare with" {...state.comparison} className="mt-3">
                      {null}
                    </Loaded>
                  )}
                  <DoubtList sentences={markSentences(doubts)} className="pt-3" />
                </div>
              )}
            </Panel>
            {hasRest && detailed === null && <CountryList {...shown} />}
            {hasRest && detailed !== null && (
              <CountryDetails
                country={detailed}
                state={state}
                currentKey={hourKey(hour)}
                onChooseKey={chooseKey}
                chooser={
                  <CountryChooser
                    countries={countries}
                    country={selected ?? detailed}
                    text={`${hourKey(hour)} ${metricWords(metric, valueAt(answer, { country: detailed, hour, metric }), isOwn)}`}
                    onChoose={choosePanel}
                  />
                }
              />
            )}
          </div>
        </TabPanel>
      )}
      {tab === 'glance' && (
        <TabPanel id="glance">
          <LazyPanel subject="The day at a glance">
            <GlancePanel state={state} hour={hour} onChoose={choosePlace} />
          </LazyPanel>
          {base !== undefined && selected !== null && state.comparison.isLoaded && hasShown && (
            <ChangePanel country={selected} state={state} base={base} currentKey={hourKey(hour)} />
          )}
        </TabPanel>
      )}
      {tab === 'accuracy' && (
        <TabPanel id="accuracy">
          <LazyPanel subject="The accuracy over time">
            {/* The accuracy of one time does not stay while that of another loads; it loads again once all forecasts are made. */}
            <AccuracyPanel key={`${view.as_of} ${areMade}`} state={state} areMade={areMade} />
          </LazyPanel>
        </TabPanel>
      )}
    </>
  )
}

/** Room for a panel that may still have to be loaded. If a panel fails, the rest of the page keeps working. */
function LazyPanel({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <ErrorBoundary subject={subject}>
      <Suspense
        fallback={
          <PanelState state="loading" className="h-96">
            {subject} is loading…
          </PanelState>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  )
}
