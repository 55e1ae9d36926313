import { useMemo } from 'react'

import { countryName, type ForecastAnswer } from '#contract/forecast.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { countryChart, countryRows } from './country-series.ts'
import { CountryTable } from './country-table.tsx'

export interface CountryDetailsProps {
  country: string
  forecast: ForecastAnswer[string] | undefined
  deliveryDay: string
  /** Key of the hour on the map. */
  currentKey: string
  onChooseKey: (key: string) => void
}

/** Everything about one country's day: chart and table. */
export function CountryDetails(props: CountryDetailsProps) {
  const { country, forecast, deliveryDay } = props
  const name = countryName(country)
  const rows = useMemo(() => countryRows(forecast ?? {}), [forecast])
  const chart = useMemo(() => countryChart(rows, deliveryDay), [rows, deliveryDay])
  return (
    <Panel aria-labelledby="country-heading" className="p-4 sm:p-5">
      <h2 id="country-heading" className="pb-3 text-lg font-semibold">
        Data for: {name}
      </h2>
      {rows.length === 0 ? (
        <p className="text-ink-muted">No forecast has been published for {name}.</p>
      ) : (
        <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
          <ErrorBoundary subject="This chart" resetKey={chart}>
            <LineChart data={chart} label={`Forecast for ${name}`} unit="MW" />
          </ErrorBoundary>
          <div className="max-xl:-mx-2 max-xl:overflow-x-auto">
            <CountryTable
              caption={`Forecast for ${name} by hour, MW`}
              rows={rows}
              currentKey={props.currentKey}
              onChoose={props.onChooseKey}
            />
          </div>
        </div>
      )}
    </Panel>
  )
}
