import '#web/ui/theme/theme.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'

import { FORECAST_ANSWER } from '#bench/page/forecast-answer.ts'
import { markScript, settle } from '#bench/page/frames.ts'
import { GlancePanel } from '#web/model/glance/glance-panel.tsx'
import { listCountries } from '#web/model/map/countries.ts'
import type { GlanceView } from '#web/model/view/glance-view.ts'

declare global {
  interface Window {
    /** Opens the panel and changes its view, each in a marked frame, and closes it again. */
    drawGlance: (drawings: number) => Promise<void>
  }
}

const COUNTRIES = listCountries(FORECAST_ANSWER)
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
const stage = document.getElementById('stage')
if (stage === null) throw new Error('there is no stage')

function show(root: Root, view: GlanceView): void {
  // Includes the effects, within the frame.
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <GlancePanel
          answer={FORECAST_ANSWER}
          day="2026-11-23"
          countries={COUNTRIES}
          view={view}
          order="minimum"
          selected={null}
          hour={0}
          onViewChange={() => {}}
          onOrderChange={() => {}}
          onChoose={() => {}}
        />
      </QueryClientProvider>,
    ),
  )
}

function checkCells(): void {
  const cells = document.querySelectorAll('td[data-hour]').length
  if (cells !== 13 * 24) throw new Error(`the table has ${cells} cells`)
}

window.drawGlance = async (drawings) => {
  for (let drawing = 0; drawing < drawings; drawing += 1) {
    const root = createRoot(stage)
    await markScript(() => show(root, 'final'))
    checkCells()
    await markScript(() => show(root, 'ramp'))
    root.unmount()
    await settle()
  }
}
