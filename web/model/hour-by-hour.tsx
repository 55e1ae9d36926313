import { useCallback, useEffect } from 'react'

import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { CountryDetails } from '#web/model/country/country-details.tsx'
import { loadCharts } from '#web/model/country/later-chart.tsx'
import type { Country } from '#web/model/map/countries.ts'
import { CountryList } from '#web/model/map/country-list.tsx'
import { formatMetric, valueAt } from '#web/model/map/country-paints.ts'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { MapLegend } from '#web/model/map/map-legend.tsx'
import { SelectedCountryBar } from '#web/model/map/selected-country-bar.tsx'
import { HourControl } from '#web/model/view/hour-control.tsx'
import { hourKey, usePlayback } from '#web/model/view/playback.ts'
import { useHourInAddress, type useView } from '#web/model/view/use-view.ts'
import type { View } from '#web/model/view/view.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useIsPainted } from '#web/ui/timing/use-is-painted.ts'
import { useVisit } from '#web/ui/use-write-search.ts'

import { ExtraPanels } from './extra-panels.tsx'

export interface HourByHourProps {
  address: ReturnType<typeof useView>
  answer: ForecastAnswer | undefined
  /** The delivery day of `answer`. */
  day: string
  countries: readonly Country[]
  isLoading: boolean
  hasFailed: boolean
  isPast: boolean
  hasAccuracy: boolean
  shownRun: View['run']
}

/**
 * What changes with the hour: the map, the list and the details of a country. The hour is kept here, so that a step does not render
 * the rest of the page.
 */
export function HourByHour(props: HourByHourProps) {
  const { address, answer, day, countries, isLoading, isPast } = props
  const [view, changeView] = address
  const [{ hour, isPlaying, chosenHour }, dispatch] = usePlayback(view.hour, useVisit())
  useHourInAddress(chosenHour, address)
  const { country: selected, metric } = view
  const isMapPainted = useIsPainted()
  useEffect(() => {
    if (isMapPainted) loadCharts()
  }, [isMapPainted])

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
  return (
    <>
      <ExtraPanels
        view={view}
        onChange={changeView}
        answer={answer}
        day={day}
        countries={countries}
        hour={hour}
        hasAccuracy={props.hasAccuracy}
        shownRun={props.shownRun}
        onChoosePlace={choosePlace}
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_32rem]">
        <Panel aria-label="Map" className="overflow-hidden">
          <ForecastMap
            countries={countries}
            answer={answer}
            isLoading={isLoading}
            hour={hour}
            metric={metric}
            selected={selected}
            onSelect={select}
            foot={
              <div className="border-b border-line px-4 py-2">
                <HourControl hour={hour} isPlaying={isPlaying} dispatch={dispatch} />
              </div>
            }
          >
            {isMapPainted && selected !== null && (
              <SelectedCountryBar
                name={countryName(selected)}
                text={formatMetric(metric, valueAt(answer, { country: selected, hour, metric }))}
              />
            )}
          </ForecastMap>
          {isMapPainted && (
            <div className="border-t border-line px-4 py-3">
              <MapLegend metric={metric} answer={answer} />
            </div>
          )}
        </Panel>
        {isMapPainted && (
          <CountryList
            countries={countries}
            answer={answer}
            hour={hour}
            metric={metric}
            selected={selected}
            onSelect={select}
          />
        )}
      </div>
      {isMapPainted && selected !== null && (
        <CountryDetails
          country={selected}
          forecast={answer?.[selected]}
          isLoading={isLoading}
          hasFailed={props.hasFailed}
          deliveryDay={day}
          run={view.run}
          isPast={isPast}
          currentKey={hourKey(hour)}
          onChooseKey={chooseKey}
        />
      )}
    </>
  )
}
