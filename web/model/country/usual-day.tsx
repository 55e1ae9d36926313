import { areaOfCountry } from '#contract/countries.ts'
import { NO_USUAL, type UsualRow } from '#contract/row-tables.ts'
import { outsideUsual, outsideUsualWords, usualDaysWords } from '#contract/words/usual.ts'
import { addDays } from '#contract/zone-time.ts'
import { useUsual } from '#web/market/usual.ts'
import { stampOf } from '#web/model/view/delivery-day.ts'
import { useView } from '#web/model/view/view.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { setChosen, useIsChosen } from '#web/ui/kept-choices.ts'

import type { CountryRow } from './country-charts.ts'

export function useUsualDay(country: string, day: string, rows: readonly CountryRow[], as_of: string | null) {
  const [{ usual: isShown }, changeView] = useView()
  const setShown = (isOn: boolean) => changeView({ usual: isOn })
  const area = areaOfCountry(country)
  const asked =
    isShown && area !== null ? { area, quantity: 'residual', from: day, to: addDays(day, 1), as_of } : null
  const highestMw = Math.round(Math.max(...rows.map(({ entry }) => entry.Final_Value ?? -Infinity)))
  const usual = useUsual(asked, (found) => usualWords(day, rows, found))
  return { ...usual, area, isShown, setShown, highestMw }
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

function usualWords(day: string, rows: readonly CountryRow[], usual: readonly UsualRow[]): string {
  const byStamp = new Map(usual.map((row) => [Date.parse(row.time_utc) / 1000, row]))
  const hours = rows.map(({ key, entry }) => {
    const row = byStamp.get(stampOf(day, key) ?? NaN)
    return {
      clock: key,
      mw: entry.Final_Value,
      lowMw: row?.p10_mw ?? null,
      highMw: row?.p90_mw ?? null,
    }
  })
  const words = outsideUsualWords(outsideUsual(hours))
  if (words === null) return NO_USUAL
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Usual: P10–P90 of the same hour on ${usualDaysWords(usual, day)}.`
}
