import { countryName } from '#contract/countries.ts'
import { COUNTRY_HEADING_ID } from '#web/model/view/country-heading.ts'
import { dayZone } from '#web/model/view/delivery-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { scoredKind } from './country-accuracy.ts'
import type { CountryProps } from './country-props.ts'
import { CountrySummary } from './country-summary.tsx'
import { CountryTable } from './country-table.tsx'
import { ScorePanel } from './score-panel.tsx'
import { useCountryDay } from './use-country-day.ts'
import { YesterdayPanel } from './yesterday-panel.tsx'

/** A country's day as panels in the grid of the page: summary with chart, errors, table, and the last day against its actual values. */
export function CountryDetails(props: CountryProps) {
  const { country, deliveryDay, currentKey, onChooseKey } = props
  const name = countryName(country)
  const day = useCountryDay(country, props.forecast, deliveryDay, props.run)
  const { accuracy, rows } = day
  function reloadAccuracy(): void {
    // The notice with the pressed button goes away.
    document.querySelector<HTMLElement>(`#${COUNTRY_HEADING_ID}`)?.focus()
    day.reload()
  }
  return (
    <>
      <CountrySummary {...props} name={name} day={day} />
      {accuracy !== null && (
        <ScorePanel scores={accuracy.scores} kind={scoredKind(accuracy)} byKind={accuracy.scoresByKind} />
      )}
      {day.hasFailed && (
        <Notice
          tone="caution"
          className="self-start"
          action={
            <Button size="small" onPress={reloadAccuracy}>
              Load accuracy
            </Button>
          }
        >
          The accuracy of the forecast could not be loaded.
        </Notice>
      )}
      {rows.length > 0 && (
        <Panel aria-label="Values by hour" className="p-4 sm:p-5 lg:max-xl:col-span-2">
          <CountryTable
            caption={`${name} by hour, MW (${dayZone(deliveryDay)})`}
            rows={rows}
            currentKey={currentKey}
            onChoose={onChooseKey}
          />
        </Panel>
      )}
      {accuracy !== null && <YesterdayPanel yesterday={accuracy.yesterday} name={name} />}
    </>
  )
}
