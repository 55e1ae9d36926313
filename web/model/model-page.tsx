import { ChartNoAxesColumn, Grid3x3 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'

import { countryName } from '#contract/countries.ts'
import { CountryDetails } from '#web/model/country/country-details.tsx'
import { FailedForecast } from '#web/model/forecast/failed-forecast.tsx'
import { ForecastBasis } from '#web/model/forecast/forecast-basis.tsx'
import { useForecast } from '#web/model/forecast/use-forecast.ts'
import { useRuns } from '#web/model/forecast/use-runs.ts'
import { listCountries } from '#web/model/map/countries.ts'
import { CountryList } from '#web/model/map/country-list.tsx'
import { formatMetric, valueAt } from '#web/model/map/country-paints.ts'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { MapLegend } from '#web/model/map/map-legend.tsx'
import { SelectedCountryBar } from '#web/model/map/selected-country-bar.tsx'
import { tomorrowOf } from '#web/model/view/delivery-day.ts'
import { HourControl } from '#web/model/view/hour-control.tsx'
import { hourKey } from '#web/model/view/playback.ts'
import { usePlayback } from '#web/model/view/use-playback.ts'
import { useHourInAddress, useView } from '#web/model/view/use-view.ts'
import { Panel } from '#web/ui/panel.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { ExtraPanels } from './extra-panels.tsx'
import { ModelHeader } from './model-header.tsx'
import { PanelToggle } from './panel-toggle.tsx'

/** Tomorrow's forecast on a map by country and hour, with the details of a selected country. */
export function ModelPage() {
  const [view, changeView] = useView()
  const [tomorrow, setTomorrow] = useState(() => tomorrowOf(new Date()))
  const [{ hour, isPlaying }, dispatch] = usePlayback(view.hour)
  useHourInAddress(hour, isPlaying, [view, changeView])
  const deliveryDay = view.day ?? tomorrow
  const { answer, answerDay, isLoading, failure, reload } = useForecast(deliveryDay, view.run)
  const runs = useRuns(deliveryDay, view.run)
  const countries = useMemo(() => listCountries(answer), [answer])
  const { country: selected, metric } = view
  const isPast = answerDay < tomorrow
  // A foreign backend keeps no runs, so it has no accuracy either.
  const hasAccuracy = runs.runs !== null && runs.runs !== undefined
  const titleRef = useRef<HTMLHeadingElement>(null)

  const select = useCallback(
    (code: string) => changeView({ country: code === selected ? null : code }),
    [changeView, selected],
  )
  const chooseKey = useCallback(
    (key: string) => dispatch({ type: 'choose', hour: Number(key.slice(0, 2)) }),
    [dispatch],
  )

  const choosePlace = useCallback(
    (place: { code: string; hour: number }) => {
      dispatch({ type: 'choose', hour: place.hour })
      changeView({ country: place.code })
    },
    [changeView, dispatch],
  )

  function retry(): void {
    const now = tomorrowOf(new Date())
    // The banner with the pressed button goes away.
    titleRef.current?.focus()
    runs.reload()
    // After midnight tomorrow is another day, and the new day loads by itself.
    if (view.day === null && now !== tomorrow) setTomorrow(now)
    else reload()
  }

  return (
    <div className="flex flex-col gap-4">
      <title>Model · Energy Metrics</title>
      <ModelHeader
        titleRef={titleRef}
        deliveryDay={deliveryDay}
        shownDay={answerDay}
        tomorrow={tomorrow}
        runs={runs}
        metric={metric}
        run={view.run}
        onRunChange={(run) => changeView({ run })}
        onDayChange={(day) => changeView({ day: day === tomorrow ? null : day })}
        onMetricChange={(chosen) => changeView({ metric: chosen })}
        toggles={
          <>
            <PanelToggle
              label="Day at a glance"
              icon={Grid3x3}
              isOpen={view.glance !== null}
              onChange={(isOpen) => changeView({ glance: isOpen ? 'final' : null })}
            />
            {hasAccuracy && (
              <PanelToggle
                label="Accuracy over time"
                icon={ChartNoAxesColumn}
                isOpen={view.accuracy !== null}
                onChange={(isOpen) => changeView({ accuracy: isOpen ? 28 : null })}
              />
            )}
          </>
        }
      >
        <ForecastBasis
          answer={isLoading ? undefined : answer}
          runs={runs.runs ?? null}
          isPast={isPast}
          isBeforeAuction={view.run === 'early'}
        />
      </ModelHeader>
      {failure !== null && (
        <FailedForecast
          reason={failure}
          day={deliveryDay}
          shownDay={answer === undefined ? null : answerDay}
          onRetry={retry}
        />
      )}
      <ExtraPanels
        view={view}
        onChange={changeView}
        answer={answer}
        day={answerDay}
        countries={countries}
        hour={hour}
        hasAccuracy={hasAccuracy}
        onChoosePlace={choosePlace}
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_32rem] xl:grid-rows-[auto_1fr_auto]">
        <Panel aria-label="Map" className="overflow-hidden xl:row-span-2">
          <ForecastMap
            countries={countries}
            answer={answer}
            isLoading={isLoading}
            hour={hour}
            metric={metric}
            selected={selected}
            onSelect={select}
          >
            {selected !== null && (
              <SelectedCountryBar
                name={countryName(selected)}
                text={formatMetric(metric, valueAt(answer, { country: selected, hour, metric }))}
              />
            )}
          </ForecastMap>
          <div className="border-t border-line px-4 py-3">
            <HourControl hour={hour} isPlaying={isPlaying} dispatch={dispatch} />
          </div>
          <div className="border-t border-line px-4 py-3">
            <MapLegend metric={metric} answer={answer} />
          </div>
        </Panel>
        <CountryList
          countries={countries}
          answer={answer}
          hour={hour}
          metric={metric}
          selected={selected}
          onSelect={select}
        />
        {selected !== null && (
          <CountryDetails
            country={selected}
            forecast={answer?.[selected]}
            isLoading={isLoading}
            hasFailed={failure !== null}
            deliveryDay={answerDay}
            run={view.run}
            isPast={isPast}
            currentKey={hourKey(hour)}
            onChooseKey={chooseKey}
          />
        )}
      </div>
      <VisuallyHidden aria-live="polite">
        {selected !== null && `${countryName(selected)} selected`}
      </VisuallyHidden>
    </div>
  )
}
