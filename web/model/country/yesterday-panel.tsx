import { memo, useMemo } from 'react'

import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { shortDay } from '#web/zone/market-day.ts'

import { yesterdayChart } from './country-charts.ts'
import { LaterChart } from './later-chart.tsx'

const HEADING_ID = 'yesterday-heading'

/** A link may lead here. */
function showLinked(heading: HTMLElement | null): void {
  if (location.hash === `#${HEADING_ID}`) heading?.scrollIntoView()
}

/** The final value of the last complete day beside its actual values. */
export const YesterdayPanel = memo(function YesterdayPanel(props: {
  yesterday: AccuracyAnswer['yesterday']
  name: string
}) {
  const { yesterday, name } = props
  const chart = useMemo(() => yesterdayChart(yesterday), [yesterday])
  const day = shortDay(yesterday.day)
  return (
    <Panel aria-labelledby={HEADING_ID} className="min-w-0 self-start p-4 sm:p-5 xl:row-span-2">
      <h3 id={HEADING_ID} ref={showLinked} className="pb-2 text-base font-semibold">
        Final forecast and actual, {day}
      </h3>
      {chart.timesS.length === 0 ? (
        <PanelState state="unpublished" isCompact>
          No day has a full set of actual values yet.
        </PanelState>
      ) : (
        <LaterChart data={chart} label={`Final forecast and actual residual load of ${name} on ${day}`} />
      )}
    </Panel>
  )
})
