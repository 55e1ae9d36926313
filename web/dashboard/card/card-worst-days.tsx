import { useQuery } from '@tanstack/react-query'
import { addDays, format } from 'date-fns'

import { areaLabel } from '#contract/areas.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { MAX_ERROR_DAYS } from '#contract/day-errors.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import type { GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { WorstDays } from '#web/ui/worst-days.tsx'
import { inZone } from '#web/zone/display-zone.ts'

const DAY_FORMAT = 'yyyy-MM-dd'
const DAY_MS = 86_400_000
const BY = { 'Residual Load': 'residual', solar: 'solar', wind: 'wind' } as const

/** The days of a card on which the final forecast of its area was worst; nothing where no run covers them. */
export function CardWorstDays({ filters }: { filters: GraphFilters }) {
  const { area, energyType, dateFrom, dateTo } = filters
  const isShort = Date.parse(dateTo) - Date.parse(dateFrom) < MAX_ERROR_DAYS * DAY_MS
  const { data = null } = useQuery(
    dayErrorsQuery(
      isShort
        ? {
            area,
            from: format(inZone(dateFrom), DAY_FORMAT),
            to: format(addDays(inZone(dateTo), 1), DAY_FORMAT),
          }
        : null,
    ),
  )
  if (data === null || data.length === 0) return null
  const country = COUNTRIES.find((known) => known.area === area)?.code
  return (
    <div className="mt-4">
      <WorstDays
        rows={data}
        by={BY[energyType]}
        caption={`${areaLabel(area)}: errors of the final forecast by day, MW${energyType === 'Residual Load' ? ', and the MAE of each part' : ''}. A bias above zero: the forecast was too high.`}
        hrefOf={(day) => (country === undefined ? null : `/model?day=${day}&country=${country}`)}
      />
    </div>
  )
}
