import { memo, useMemo } from 'react'

import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

import { yesterdayChart } from './country-accuracy.ts'
import { formatShortDay } from '#web/model/view/delivery-day.ts'
import { ScoreTable } from './score-table.tsx'

const SMALL_CHART_PX = 200

/** The accuracy of one country's forecast. */
export const AccuracyPanel = memo(function AccuracyPanel(props: { accuracy: AccuracyAnswer; name: string }) {
  const { accuracy, name } = props
  const { scores, yesterday } = accuracy
  const chart = useMemo(() => yesterdayChart(yesterday), [yesterday])
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 border-t border-line pt-4 md:grid-cols-2">
      <section aria-labelledby="accuracy-heading" className="min-w-0">
        <h3 id="accuracy-heading" className="pb-2 text-base font-semibold">
          Accuracy of the last 28 days
        </h3>
        {scores.hours === 0 ? (
          <p className="text-ink-muted">No day has been scored yet.</p>
        ) : (
          <ScoreTable scores={scores} />
        )}
      </section>
      <section aria-labelledby="yesterday-heading" className="min-w-0">
        <h3 id="yesterday-heading" className="pb-2 text-base font-semibold">
          Final value vs. actual, {formatShortDay(yesterday.day)}
        </h3>
        {chart.timesS.length === 0 ? (
          <p className="text-ink-muted">No day has complete actual values yet.</p>
        ) : (
          <ErrorBoundary subject="This chart" resetKey={chart}>
            <LineChart
              data={chart}
              label={`Final value and actual residual load of ${name} on ${formatShortDay(yesterday.day)}`}
              unit="MW"
              heightPx={SMALL_CHART_PX}
            />
          </ErrorBoundary>
        )}
      </section>
    </div>
  )
})
