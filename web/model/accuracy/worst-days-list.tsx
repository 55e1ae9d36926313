import { useQuery } from '@tanstack/react-query'

import { areaOfCountry, countryName, FORECAST_COUNTRIES } from '#contract/countries.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { formatShortDay, shiftDay } from '#web/model/view/delivery-day.ts'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { WorstDays } from '#web/ui/worst-days.tsx'

/** The days before a delivery day on which the forecast of a country was worst. */
export function WorstDaysList({ country, day, days }: { country: string; day: string; days: number }) {
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const from = shiftDay(day, -days)
  const query = useQuery(
    dayErrorsQuery(known === undefined ? null : { area: areaOfCountry(known), from, to: day }),
  )
  if (known === undefined) return null
  return (
    <Loaded subject="The worst days" {...loadingOf(query)} className="h-64">
      {query.data?.length === 0 ? (
        <PanelState state="unpublished" isCompact>
          No day of this period has both a forecast run and actual values.
        </PanelState>
      ) : (
        <WorstDays
          rows={query.data ?? []}
          by="residual"
          caption={`${countryName(country)}, ${formatShortDay(from)} to ${formatShortDay(shiftDay(day, -1))}: errors of the final forecast, MW, and the MAE of each part. A bias above zero: the forecast was too high.`}
          hrefOf={(of) => `/model?day=${of}&country=${country}`}
        />
      )}
    </Loaded>
  )
}
