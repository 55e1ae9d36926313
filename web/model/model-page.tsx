import { useCallback, useMemo, useState } from 'react'

import { countryName } from '#contract/countries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { listCountries } from '#web/model/map/countries.ts'
import { CountryDetails } from '#web/model/country/country-details.tsx'
import { CountryList } from '#web/model/map/country-list.tsx'
import { formatMetric, toneOf, valueAt } from '#web/model/map/country-paints.ts'
import { tomorrowOf } from '#web/model/view/delivery-day.ts'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { ForecastBasis } from '#web/model/forecast/forecast-basis.tsx'
import { HourControl } from '#web/model/view/hour-control.tsx'
import { MapLegend } from '#web/model/map/map-legend.tsx'
import { METRIC_WORDS } from '#web/model/view/metric.ts'
import { ModelHeader } from './model-header.tsx'
import { hourKey } from '#web/model/view/playback.ts'
import { useForecast } from '#web/model/forecast/use-forecast.ts'
import { usePlayback } from '#web/model/view/use-playback.ts'
import { useRuns } from '#web/model/forecast/use-runs.ts'
import { useHourInAddress, useView } from '#web/model/view/use-view.ts'

/** Tomorrow's forecast on a map by country and hour, with the details of a selected country. */
export function ModelPage() {
  const [view, changeView] = useView()
  const [tomorrow, setTomorrow] = useState(() => tomorrowOf(new Date()))
  const [{ hour, isPlaying }, dispatch] = usePlayback(view.hour)
  useHourInAddress(hour, isPlaying, [view, changeView])
  const deliveryDay = view.day ?? tomorrow
  const { answer, isLoading, hasFailed, reload } = useForecast(deliveryDay)
  const runs = useRuns(deliveryDay)
  const countries = useMemo(() => listCountries(answer), [answer])
  const { country: selected, metric } = view

  const select = useCallback(
    (code: string) => changeView({ country: code === selected ? null : code }),
    [changeView, selected],
  )
  const chooseKey = useCallback(
    (key: string) => dispatch({ type: 'choose', hour: Number(key.slice(0, 2)) }),
    [dispatch],
  )

  function retry(): void {
    const now = tomorrowOf(new Date())
    // After midnight tomorrow is another day, and the new day loads by itself.
    if (view.day === null && now !== tomorrow) setTomorrow(now)
    else reload()
  }

  return (
    <div className="flex flex-col gap-4">
      <title>Model · Energy Metrics</title>
      <ModelHeader
        deliveryDay={deliveryDay}
        runs={runs}
        metric={metric}
        onDayChange={(day) => changeView({ day: day === tomorrow ? null : day })}
        onMetricChange={(chosen) => changeView({ metric: chosen })}
      >
        <ForecastBasis answer={isLoading ? undefined : answer} runs={runs ?? null} />
      </ModelHeader>
      {hasFailed && (
        <Notice
          tone="danger"
          action={
            <Button variant="danger" size="small" onPress={retry}>
              Retry
            </Button>
          }
        >
          Whoops something went wrong
        </Notice>
      )}
      <Panel className="overflow-hidden">
        <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <ForecastMap
            countries={countries}
            answer={answer}
            isLoading={isLoading}
            hour={hour}
            metric={metric}
            selected={selected}
            onSelect={select}
          />
          <div className="border-t border-line px-4 py-3 lg:col-start-2 lg:row-start-2 lg:border-l">
            <MapLegend metric={metric} />
          </div>
          <div className="border-t border-line px-4 py-3 lg:col-start-1 lg:row-start-2 lg:self-center lg:border-0">
            <HourControl hour={hour} isPlaying={isPlaying} dispatch={dispatch} />
          </div>
          <div className="border-line max-lg:border-t lg:col-start-2 lg:row-start-1 lg:border-l">
            <CountryList
              title={`${METRIC_WORDS[metric].label}, MW`}
              items={countries.map(({ code, name }) => {
                const value = valueAt(answer, { country: code, hour, metric })
                return { code, name, tone: toneOf(value), text: formatMetric(metric, value) }
              })}
              selected={selected}
              onSelect={select}
            />
          </div>
        </div>
      </Panel>
      <VisuallyHidden aria-live="polite">
        {selected !== null && `${countryName(selected)} selected`}
      </VisuallyHidden>
      {selected !== null && (
        <CountryDetails
          country={selected}
          forecast={answer?.[selected]}
          isLoading={isLoading}
          deliveryDay={deliveryDay}
          currentKey={hourKey(hour)}
          onChooseKey={chooseKey}
        />
      )}
    </div>
  )
}
