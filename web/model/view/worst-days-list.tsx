import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Scores } from '#contract/accuracy.ts'
import { areaOfCountry, countryName } from '#contract/countries.ts'
import { shortDay } from '#contract/words/days.ts'
import { addDays } from '#contract/zone-time.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { WorstDays } from '#web/market/worst-days.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'

const FINAL = 'Final forecast'

export function WorstDaysList(props: {
  country: string
  scores: Pick<Scores, 'fromDay' | 'toDay' | 'uploaded'> | undefined
  as_of: string | null
}) {
  const { country, scores, as_of } = props
  const area = areaOfCountry(country)
  const { fromDay: from = null, toDay: last = null } = scores ?? {}
  const [chosen, choose] = useState<string>(FINAL)
  const labels = scores?.uploaded.map(({ label }) => label) ?? []
  const forecast = labels.find((label) => label === chosen) ?? null
  const of = area && from && last && { area, from, to: addDays(last, 1), as_of, forecast }
  const query = useQuery(dayErrorsQuery(of || null))
  if (from === null || last === null) return null
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {labels.length > 0 && (
        <Select
          className="sm:max-w-80"
          label="Worst days of"
          value={forecast ?? FINAL}
          onChange={choose}
          options={[FINAL, ...labels].map((label) => ({ value: label, label }))}
        />
      )}
      <Loaded subject="The list of worst days" {...loadingOf(query)} className="h-64">
        {query.data?.length === 0 ? (
          <PanelState state="unpublished" isCompact>
            No day of this period has both a forecast run and actual values.
          </PanelState>
        ) : (
          <WorstDays
            rows={query.data ?? []}
            by="residual"
            subject={`${countryName(country)}, ${shortDay(from)} to ${shortDay(last)}`}
            country={country}
            as_of={as_of}
            forecast={forecast}
          />
        )}
      </Loaded>
    </div>
  )
}
