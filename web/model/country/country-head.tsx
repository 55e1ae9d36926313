import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatDifferenceMw, formatRange } from '#contract/words/power.ts'
import { isOwnBackend } from '#web/api/request.ts'
import type { Band } from '#web/chart/data/chart-data.ts'
import { formatMetric, metricValue, metricWords } from '#web/model/view/metric.ts'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { COUNTRY_HEADING_ID } from '#web/model/view/view.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'

import { BAND_NAME, type CountryRow, errorOf } from './country-charts.ts'

export function CountryHead(props: {
  name: string
  state: ModelState
  /** `undefined` if the day has no such hour. */
  row: CountryRow | undefined
  limits: readonly [p10Mw: number, p90Mw: number] | null
  onChooseCountry: (code: string | null) => void
  menu: ReactNode
}) {
  const { name, state, row, onChooseCountry } = props
  const [{ country }] = state.address
  return (
    <header className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={COUNTRY_HEADING_ID} tabIndex={-1} className="scroll-mt-20 text-lg font-semibold outline-none">
          Data for: {name}
        </h2>
        <div className="flex min-w-0 grow items-center justify-end gap-1 print:hidden">
          <Select
            label="Country"
            placeholder="Choose one"
            className="w-44 min-w-0 max-sm:grow lg:max-xl:grow [&_label]:sr-only"
            options={state.countries.map(({ code, name: label }) => ({ value: code, label }))}
            value={country ?? ''}
            onChange={onChooseCountry}
          />
          <div className="min-w-10">{props.menu}</div>
          <IconButton icon={X} aria-label="Close, show all countries" onPress={() => onChooseCountry(null)} />
        </div>
      </div>
      {row && <HourAnswer row={row} limits={props.limits} />}
    </header>
  )
}

function HourAnswer({ row, limits }: { row: CountryRow; limits: readonly [number, number] | null }) {
  const { entry, key, actual } = row
  const compared =
    actual === null
      ? (['against-today', 'against-tso'] as const).map((metric) => {
          const value = metricValue(metric, entry)
          return (
            value !== null &&
            `${formatMetric(metric, value)} ${metric.replace('-', ' ').replace('tso', 'TSO')}`
          )
        })
      : [`actual ${formatMetric('final', actual)}`, `error ${formatDifferenceMw(errorOf(row))}`]
  return (
    <div className="tabular">
      <p className="text-2xl font-semibold">
        {metricWords('final', metricValue('final', entry), isOwnBackend())}{' '}
        <span className="text-base font-normal text-ink-muted">at {key}</span>
      </p>
      <p className="min-h-[1lh] text-sm text-ink-muted max-sm:min-h-[2lh] lg:max-xl:min-h-[2lh]">
        {[limits !== null && `${BAND_NAME} ${formatRange(...limits)}`, ...compared]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

export function limitsAt(band: Band | undefined, place: number): readonly [number, number] | null {
  const [low = null, high = null] = [band?.low[place], band?.high[place]]
  return low === null || high === null ? null : [low, high]
}
