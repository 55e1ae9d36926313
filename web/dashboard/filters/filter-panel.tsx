import { Play, X } from 'lucide-react'
import { memo, useRef } from 'react'

import { AREA_GROUPS } from '#contract/areas.ts'
import {
  ENERGY_TYPE_LABELS,
  ENERGY_TYPES,
  FREQUENCIES,
  FREQUENCY_LABELS,
  MAX_SPAN_YEARS,
} from '#contract/query.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { COMPARE_LABELS } from '#web/dashboard/graphs/compare.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { BusyButton, Button, IconButton } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { DateRangePicker } from './date-range-picker.tsx'
import { isOneDay, isTooLong } from './date-range.ts'

const AREAS = AREA_GROUPS.map(({ code, label, members }) => ({
  value: code,
  label,
  hint: code,
  members: members.map((member) => ({ value: member.code, label: member.label, hint: member.code })),
}))
const TYPES = ENERGY_TYPES.map((value) => ({ value, label: ENERGY_TYPE_LABELS[value] }))
const TIMERANGES = FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))
const COMPARISONS = (['none', 'day', 'week', 'year'] as const).map((value) => ({
  value,
  label: COMPARE_LABELS[value],
}))

interface Fields {
  id: string
  filters: GraphFilters
  hasEarlierForecasts: boolean
}

export function FilterPanel({
  isLoading,
  onRun,
  ...fields
}: Fields & { isLoading: boolean; onRun: () => void }) {
  return (
    <div className="p-4 sm:p-5">
      <div className="grid gap-4 @md:grid-cols-2 @3xl:grid-cols-1">
        <FilterFields {...fields} />
        <BusyButton className="w-full self-end @3xl:mt-1" isBusy={isLoading} onPress={onRun}>
          {isLoading ? <Spinner label="Loading" /> : <Play aria-hidden />}
          Run Query
        </BusyButton>
      </div>
    </div>
  )
}

/** Memoized: rendering the lists takes longer than drawing a week. */
const FilterFields = memo(function FilterFields({ id, filters, hasEarlierForecasts }: Fields) {
  const update = (change: Partial<GraphFilters>) => graphStore.updateFilters(id, change)
  const areasRef = useRef<HTMLDivElement>(null)
  const removeArea = (index: number) => {
    // The focused button disappears; the previous area gets the focus.
    areasRef.current?.querySelectorAll<HTMLElement>('[aria-haspopup]')[index]?.focus()
    update({ others: filters.others.toSpliced(index, 1) })
  }
  return (
    <>
      <div ref={areasRef} className="contents">
        <Select
          label="Area"
          placeholder="Select a country"
          options={AREAS}
          value={filters.area}
          onChange={(area) => update({ area })}
        />
        {filters.others.map((area, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the second area stays the second whatever it is
          <div key={index} className="flex items-end gap-1">
            <Select
              className="grow"
              label={`Area ${index + 2}`}
              options={AREAS}
              value={area}
              onChange={(next) => update({ others: filters.others.with(index, next) })}
            />
            <IconButton icon={X} aria-label={`Remove area ${index + 2}`} onPress={() => removeArea(index)} />
          </div>
        ))}
      </div>
      <RadioGroup
        label="Data Type"
        options={TYPES}
        value={filters.energyType}
        onChange={(energyType) => update({ energyType })}
      />
      <div>
        <Select
          label="Time range"
          placeholder="Select a timerange"
          options={TIMERANGES}
          value={filters.timerange}
          onChange={(timerange) => update({ timerange })}
        />
        <StepHint filters={filters} onChange={update} />
      </div>
      <div>
        <Select
          label="Compare with"
          options={COMPARISONS}
          value={filters.compareWith}
          onChange={(compareWith) => update({ compareWith })}
        />
        {filters.compareWith !== 'none' && (
          <Switch
            className="mt-2"
            isSelected={hasEarlierForecasts}
            onChange={(isOn) => graphStore.updateView(id, { hasEarlierForecasts: isOn })}
          >
            Include its forecasts
          </Switch>
        )}
      </div>
      <DateRangePicker
        dateFrom={filters.dateFrom}
        dateTo={filters.dateTo}
        relative={filters.relative}
        onChange={update}
      />
    </>
  )
})

function StepHint(props: { filters: GraphFilters; onChange: (change: Partial<GraphFilters>) => void }) {
  const { filters, onChange } = props
  const { timerange } = filters
  const hint = (text: string, action: string | null, change: Partial<GraphFilters>) => (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {text}
      {action !== null && (
        <Button size="small" onPress={() => onChange(change)}>
          {action}
        </Button>
      )}
    </p>
  )
  // Another backend may have other limits.
  if (isOwnBackend() && isTooLong(filters)) {
    const limit = `${FREQUENCY_LABELS[timerange]} values cover at most ${MAX_SPAN_YEARS[timerange]} years.`
    return hint(limit, timerange === 'H' ? 'Use daily' : null, { timerange: 'D' })
  }
  if (timerange === 'D')
    return isOneDay(filters) && hint('One day has one daily value.', 'Use hourly', { timerange: 'H' })
  return filters.hasQuarters && hint('Shown by quarter hours.', 'Use hours', { hasQuarters: false })
}
