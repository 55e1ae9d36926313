import { useCallback, useMemo, useState } from 'react'

import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'

import { AccuracyPanel } from './accuracy-panel.tsx'
import { bandAt } from './country-accuracy.ts'
import { CountryChart } from './country-chart.tsx'
import { countryChart, countryRows } from './country-series.ts'
import { CountryTable } from './country-table.tsx'
import { DataDefects } from './data-defects.tsx'
import { keyOf } from '#web/model/view/delivery-day.ts'
import { describeRun } from '#web/model/forecast/run-words.ts'
import { useAccuracy } from '#web/model/forecast/use-runs.ts'

const ignoreMoment = () => undefined

export interface CountryDetailsProps {
  country: string
  forecast: ForecastAnswer[string] | undefined
  isLoading: boolean
  deliveryDay: string
  /** Key of the selected hour. */
  currentKey: string
  onChooseKey: (key: string) => void
}

/** A country's day: table, chart and accuracy. */
export function CountryDetails(props: CountryDetailsProps) {
  const { country, forecast, deliveryDay, onChooseKey } = props
  const name = countryName(country)
  const rows = useMemo(() => countryRows(forecast ?? {}), [forecast])
  const { accuracy, hasFailed, reload } = useAccuracy(country, deliveryDay)
  const chart = useMemo(() => {
    const curves = countryChart(rows, deliveryDay)
    const band = bandAt(curves.timesS, accuracy?.hours ?? [])
    return band === null ? curves : { ...curves, band }
  }, [rows, deliveryDay, accuracy])
  const [isFollowed, setFollowed] = useState(false)
  const followMoment = useCallback(
    (timeS: number | null) => {
      const key = timeS === null ? null : keyOf(timeS)
      if (key !== null) onChooseKey(key)
    },
    [onChooseKey],
  )
  const run = accuracy?.run ?? null
  return (
    <Panel aria-labelledby="country-heading" className="flex flex-col gap-4 p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="country-heading" className="text-lg font-semibold">
            Data for: {name}
          </h2>
          {run !== null && (
            <p className="text-sm text-ink-muted">
              {describeRun(run, deliveryDay)}: {run.note}
            </p>
          )}
        </div>
        {rows.length > 0 && (
          <Switch isSelected={isFollowed} onChange={setFollowed}>
            Map follows the chart
          </Switch>
        )}
      </header>
      {accuracy !== null && <DataDefects defects={accuracy.defects} />}
      {rows.length === 0 && props.isLoading && <Skeleton className="h-[40rem] w-full" />}
      {rows.length === 0 && !props.isLoading && (
        <p className="text-ink-muted">No forecast has been published for {name}.</p>
      )}
      {rows.length > 0 && (
        <div className="grid grid-cols-1 gap-5 xl:grid-cols-[26rem_minmax(0,1fr)] xl:gap-8">
          <div className="max-xl:-mx-2 max-xl:overflow-x-auto">
            <CountryTable
              caption={`Forecast for ${name} by hour, MW`}
              rows={rows}
              currentKey={props.currentKey}
              onChoose={onChooseKey}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <CountryChart
              data={chart}
              name={name}
              onMomentChange={isFollowed ? followMoment : ignoreMoment}
            />
            {accuracy !== null && <AccuracyPanel accuracy={accuracy} name={name} />}
            {hasFailed && (
              <Notice
                tone="caution"
                action={
                  <Button size="small" onPress={reload}>
                    Load accuracy
                  </Button>
                }
              >
                The accuracy of the forecast could not be loaded.
              </Notice>
            )}
          </div>
        </div>
      )}
    </Panel>
  )
}
