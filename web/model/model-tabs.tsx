import { lazy, type ReactNode, Suspense } from 'react'

import { useArePastForecastsReady } from '#web/api/status.ts'
import type { GlancePlace } from '#web/model/glance/glance-rows.ts'
import { dayValues } from '#web/model/map/countries.ts'
import { ChangePanel } from '#web/model/view/changes.tsx'
import { hourKey } from '#web/model/view/delivery-day.ts'
import { MEASURES } from '#web/model/view/metric.ts'
import { choose, usePlayback } from '#web/model/view/playback.tsx'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { useHourInAddress } from '#web/model/view/view.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { TabPanel } from '#web/ui/tabs.tsx'
import { useVisit } from '#web/ui/use-write-search.ts'

import { MapTab } from './map-tab.tsx'

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
