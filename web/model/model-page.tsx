import { ChartNoAxesColumn, Grid3x3, type LucideIcon } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'

import { countryName } from '#contract/countries.ts'
import { FailedForecast } from '#web/model/forecast/failed-forecast.tsx'
import { ForecastBasis } from '#web/model/forecast/forecast-basis.tsx'
import { useForecast } from '#web/model/forecast/use-forecast.ts'
import { useRuns } from '#web/model/forecast/use-runs.ts'
import { listCountries } from '#web/model/map/countries.ts'
import { tomorrowOf } from '#web/model/view/delivery-day.ts'
import { useView } from '#web/model/view/use-view.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { HourByHour } from './hour-by-hour.tsx'
import { ModelHeader } from './model-header.tsx'

/** Tomorrow's forecast on a map by country and hour, with the details of a selected country. */
export function ModelPage() {
  const address = useView()
  const [view, changeView] = address
  const [tomorrow, setTomorrow] = useState(() => tomorrowOf(new Date()))
  const deliveryDay = view.day ?? tomorrow
  const { answer, answerDay, isLoading, failure, reload } = useForecast(deliveryDay, view.run)
  const runs = useRuns(deliveryDay, view.run)
  const countries = useMemo(() => listCountries(answer), [answer])
  const { country: selected, metric } = view
  const isPast = answerDay < tomorrow
  // A foreign backend keeps no runs, so it has no accuracy either.
  const hasAccuracy = runs.runs !== null && runs.runs !== undefined
  // What the server answers with where there is no run before the auction.
  const isAuctionRunMissing =
    view.run === 'early' && runs.runs?.day === answerDay && !runs.runs.kinds.includes('early')
  const shownRun = isAuctionRunMissing || runs.runs === null ? null : view.run
  const titleRef = useRef<HTMLHeadingElement>(null)

  function retry(): void {
    const now = tomorrowOf(new Date())
    // The banner with the pressed button goes away.
    titleRef.current?.focus()
    runs.reload()
    // After midnight tomorrow is another day, and the new day loads by itself.
    if (view.day === null && now !== tomorrow) setTomorrow(now)
    else reload()
  }

  return (
    <div className="flex flex-col gap-4">
      <title>Model · Energy Metrics</title>
      <ModelHeader
        titleRef={titleRef}
        deliveryDay={deliveryDay}
        shownDay={answerDay}
        tomorrow={tomorrow}
        runs={runs}
        metric={metric}
        run={shownRun}
        onRunChange={(run) => changeView({ run })}
        onDayChange={(day) => changeView({ day: day === tomorrow ? null : day })}
        onMetricChange={(chosen) => changeView({ metric: chosen })}
        toggles={
          <>
            <PanelToggle
              label="Day at a glance"
              icon={Grid3x3}
              isOpen={view.glance !== null}
              onChange={(isOpen) => changeView({ glance: isOpen ? 'final' : null })}
            />
            {runs.runs !== null && (
              <div className={hasAccuracy ? undefined : 'invisible'}>
                <PanelToggle
                  label="Accuracy over time"
                  icon={ChartNoAxesColumn}
                  isOpen={view.accuracy !== null}
                  onChange={(isOpen) => changeView({ accuracy: isOpen ? 28 : null })}
                />
              </div>
            )}
          </>
        }
      >
        <ForecastBasis
          answer={isLoading ? undefined : answer}
          runs={runs.runs ?? null}
          isPast={isPast}
          auctionRun={isAuctionRunMissing ? 'missing' : shownRun === 'early' ? 'shown' : null}
        />
      </ModelHeader>
      {failure !== null && (
        <FailedForecast
          reason={failure}
          day={deliveryDay}
          shownDay={answer === undefined ? null : answerDay}
          onRetry={retry}
        />
      )}
      <HourByHour
        address={address}
        answer={answer}
        day={answerDay}
        countries={countries}
        isLoading={isLoading}
        hasFailed={failure !== null}
        isPast={isPast}
        hasAccuracy={hasAccuracy}
        shownRun={shownRun}
      />
      <VisuallyHidden aria-live="polite">
        {selected !== null && `${countryName(selected)} selected`}
      </VisuallyHidden>
    </div>
  )
}

/** Opens and closes a panel of the page. */
function PanelToggle(props: {
  label: string
  icon: LucideIcon
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}) {
  const { label, icon: Icon, isOpen } = props
  return (
    <Button
      size="small"
      variant={isOpen ? 'primary' : 'secondary'}
      aria-expanded={isOpen}
      onPress={() => props.onChange(!isOpen)}
    >
      <Icon aria-hidden />
      {label}
    </Button>
  )
}
