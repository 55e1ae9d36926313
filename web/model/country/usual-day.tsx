import { useState } from 'react'

import { areaOfCountry } from '#contract/countries.ts'
import { NO_USUAL, USUAL_WINDOW_DAYS, type UsualRow } from '#contract/row-tables.ts'
import { formatMw, formatRange } from '#contract/words/power.ts'
import { addDays } from '#contract/zone-time.ts'
import { useUsual } from '#web/market/usual.ts'
import { stampOf } from '#web/model/view/delivery-day.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { setChosen, useIsChosen } from '#web/ui/kept-choices.ts'

import type { CountryRow } from './country-charts.ts'

/** Usual range of a day in a country, once it is asked for, with the highest hour beside it. */
export function useUsualDay(country: string, day: string, rows: readonly CountryRow[], as_of: string | null) {
  const [isShown, setShown] = useState(false)
  const area = areaOfCountry(country)
  const asked =
    isShown && area !== null ? { area, quantity: 'residual', from: day, to: addDays(day, 1), as_of } : null
  const highest = rows
    .map(({ key, entry }) => ({ key, mw: entry.Final_Value ?? -Infinity }))
    .reduce((high, hour) => (hour.mw > high.mw ? hour : high), { key: '', mw: -Infinity })
  const usual = useUsual(asked, (found) => usualWords(highest, stampOf(day, highest.key), found))
  return { ...usual, area, isShown, setShown, highestMw: Math.round(highest.mw) }
}

export function UsualDay({ area, isShown, setShown, words }: ReturnType<typeof useUsualDay>) {
  const hasBand = useIsChosen('hasBand')
  if (area === null) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-sm print:hidden">
      <Switch isSelected={hasBand} onChange={(isOn) => setChosen('hasBand', isOn)}>
        P10–P90
      </Switch>
      <Switch isSelected={isShown} onChange={setShown}>
        Usual range
      </Switch>
      {isShown && <output className="tabular w-full text-ink-muted">{words}</output>}
    </div>
  )
}

/** Says whether the highest hour of a day is usual, and on how many earlier days that rests. */
function usualWords(
  { key, mw }: { key: string; mw: number },
  stampS: number | null,
  usual: readonly UsualRow[],
): string {
  const row = usual.find(({ time_utc }) => Date.parse(time_utc) / 1000 === stampS)
  if (row === undefined) return NO_USUAL
  const place = mw > row.p90_mw ? 'above' : mw < row.p10_mw ? 'below' : 'within'
  return `Highest hour ${key}: ${formatMw(mw)} MW, ${place} the usual range of the same hour, ${formatRange(row.p10_mw, row.p90_mw)} MW (median ${formatMw(row.median_mw)}; ${row.sample_days} days of earlier years, ±${USUAL_WINDOW_DAYS} days, working day or not).`
}
