import { lazy, type ReactNode, Suspense } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import type { Country } from '#web/model/map/countries.ts'
import type { View } from '#web/model/view/view.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Loaded when a user first asks for them.
const GlancePanel = lazy(async () => ({
  default: (await import('#web/model/glance/glance-panel.tsx')).GlancePanel,
}))
const AccuracyPanel = lazy(async () => ({
  default: (await import('#web/model/accuracy/accuracy-panel.tsx')).AccuracyPanel,
}))

/** The panels beyond map and country, as far as the view has them open. */
export function ExtraPanels(props: {
  view: View
  onChange: (change: Partial<View>) => void
  answer: ForecastAnswer | undefined
  day: string
  countries: readonly Country[]
  hour: number
  hasAccuracy: boolean
  shownRun: View['run']
  onChoosePlace: (place: { code: string; hour: number }) => void
}) {
  const { view, onChange, day } = props
  return (
    <>
      {view.glance !== null && (
        <LazyPanel subject="The day at a glance">
          <GlancePanel
            answer={props.answer}
            day={day}
            countries={props.countries}
            view={view.glance}
            order={view.order}
            selected={view.country}
            hour={props.hour}
            onViewChange={(glance) => onChange({ glance })}
            onOrderChange={(order) => onChange({ order })}
            onChoose={props.onChoosePlace}
          />
        </LazyPanel>
      )}
      {props.hasAccuracy && view.accuracy !== null && (
        <LazyPanel subject="The accuracy over time">
          <AccuracyPanel
            day={day}
            days={view.accuracy}
            runs={view.scored}
            shownRun={props.shownRun}
            order={view.rank}
            selected={view.country}
            onDaysChange={(accuracy) => onChange({ accuracy })}
            onRunsChange={(scored) => onChange({ scored })}
            onOrderChange={(rank) => onChange({ rank })}
            onChoose={(country) => onChange({ country })}
          />
        </LazyPanel>
      )}
    </>
  )
}

/** Room for a panel that may still have to be loaded. If a panel fails, the rest of the page keeps working. */
function LazyPanel({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <ErrorBoundary subject={subject}>
      <Suspense
        fallback={
          <Panel aria-busy className="p-4">
            <Skeleton className="h-96 w-full" />
          </Panel>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  )
}
