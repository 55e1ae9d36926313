import { useQuery } from '@tanstack/react-query'

import { areaLabel } from '#contract/areas.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { MAX_ERROR_DAYS } from '#contract/day-errors.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { daysOf, QUANTITY_OF } from '#web/dashboard/graphs/query/query-body.ts'
import type { GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { WorstDays } from '#web/ui/worst-days.tsx'

/** The days of a card on which the final forecast of its area was worst; nothing where no run covers them. */
export function CardWorstDays({ filters }: { filters: GraphFilters }) {
  const { area, energyType } = filters
  const days = daysOf(filters, MAX_ERROR_DAYS)
  const { data = null } = useQuery(dayErrorsQuery(days && { area, ...days }))
  if (data === null || data.length === 0) return null
  const country = COUNTRIES.find((known) => known.area === area)?.code
  return (
    <div className="mt-4">
      <WorstDays
        rows={data}
        by={QUANTITY_OF[energyType]}
        caption={`${areaLabel(area)}: errors of the final forecast by day, MW${energyType === 'Residual Load' ? ', and the MAE of each part' : ''}. A bias above zero: the forecast was too high.`}
        hrefOf={(day) => (country === undefined ? null : `/model?day=${day}&country=${country}`)}
      />
    </div>
  )
}
