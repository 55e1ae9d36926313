import { useCallback, useState } from 'react'

import { describeRun } from '#web/model/forecast/run-words.ts'
import { COUNTRY_HEADING_ID } from '#web/model/view/country-heading.ts'
import { keyOf, stampOf } from '#web/model/view/delivery-day.ts'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { errorWords, scoredKind } from './country-accuracy.ts'
import { CountryChart } from './country-chart.tsx'
import type { ShownDay } from './country-export.ts'
import type { CountryProps } from './country-props.ts'
import { DataDefects } from './data-defects.tsx'
import { loadExport } from './later-chart.tsx'
import type { CountryDay } from './use-country-day.ts'

const ignoreMoment = () => undefined

/** Name, run and curves of a country's day. */
export function CountrySummary(props: CountryProps & { name: string; day: CountryDay }) {
  const { name, day, deliveryDay, currentKey, onChooseKey } = props
  const { accuracy, rows } = day
  const shown: ShownDay = { country: props.country, name, day: deliveryDay, chart: day.chart }
  const [isFollowed, setFollowed] = useState(false)
  const followMoment = useCallback(
    (timeS: number | null) => {
      const key = timeS === null ? null : keyOf(timeS)
      if (key !== null) onChooseKey(key)
    },
    [onChooseKey],
  )
  return (
    <Panel
      aria-labelledby={COUNTRY_HEADING_ID}
      className="flex min-w-0 flex-col gap-3 p-4 sm:p-5 lg:max-xl:col-span-2 xl:col-start-2 xl:row-span-2 xl:row-start-2"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id={COUNTRY_HEADING_ID} tabIndex={-1} className="text-lg font-semibold outline-none">
          Data for: {name}
        </h2>
        {rows.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 print:hidden">
            <Switch isSelected={isFollowed} onChange={setFollowed}>
              Map follows the chart
            </Switch>
            <ExportMenu
              label={`Options for ${name}`}
              onDownloadCsv={async (origin) => (await loadExport()).downloadCsv(shown, origin)}
              onDownloadImage={async (origin) => (await loadExport()).downloadImage(shown, origin)}
            />
          </div>
        )}
        <div className="w-full">
          <RunLine day={day} deliveryDay={deliveryDay} />
        </div>
      </header>
      {accuracy !== null && <DataDefects defects={accuracy.defects} />}
      {rows.length === 0 && <NoRows {...props} />}
      {rows.length > 0 && (
        <CountryChart
          data={day.chart}
          name={name}
          markS={stampOf(deliveryDay, currentKey)}
          onMomentChange={isFollowed ? followMoment : ignoreMoment}
        />
      )}
    </Panel>
  )
}

/** How the final value came about and how good it has been. */
function RunLine({ day: { accuracy }, deliveryDay }: { day: CountryDay; deliveryDay: string }) {
  if (accuracy === null || accuracy.run === null) return null
  const error = errorWords(accuracy.scores, scoredKind(accuracy))
  return (
    <p className="text-sm text-ink-muted">
      {describeRun(accuracy.run, deliveryDay)}. Final value: {accuracy.run.note}
      {error !== null && `; ${error}`}
    </p>
  )
}

function NoRows({ name, isLoading, hasFailed, isPast }: CountryProps & { name: string }) {
  if (isLoading) return <Skeleton className="h-[32rem] w-full" />
  return (
    <p className="text-ink-muted">
      {hasFailed
        ? `The forecast for ${name} could not be loaded.`
        : isPast
          ? `No forecast run is stored for ${name} on this day.`
          : `No forecast has been published for ${name}.`}
    </p>
  )
}
