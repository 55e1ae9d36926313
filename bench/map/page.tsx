import '#web/ui/theme/theme.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { FORECAST_ANSWER } from '#bench/page/forecast-answer.ts'
import { markScript, settle } from '#bench/page/frames.ts'
import { mapShapes } from '#web/api/map-shapes.ts'
import { settings } from '#web/api/settings.ts'
import { listCountries } from '#web/model/map/countries.ts'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import shapesUrl from '#web/public/map.geo.json?url'

declare global {
  interface Window {
    /** Steps the hour of a mounted map, each step in a marked frame followed by a marked empty frame. */
    stepHours: (steps: number) => Promise<void>
  }
}

const COUNTRIES = listCountries(FORECAST_ANSWER)

const client = new QueryClient()
client.setQueryData(mapShapes.queryKey, await (await fetch(shapesUrl)).json())
client.setQueryData(settings.queryKey, {
  isOwnBackend: true,
  source: null,
  isDemo: true,
  credit: null,
  weatherCredit: null,
  tileUrlLight: '/light/{z}/{x}/{y}.png',
  tileUrlDark: '/dark/{z}/{x}/{y}.png',
})
const stage = document.getElementById('stage')
if (stage === null) throw new Error('there is no stage')
const root = createRoot(stage)

function show(hour: number): void {
  // Includes the effects, within the frame.
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <ForecastMap
          countries={COUNTRIES}
          answer={FORECAST_ANSWER}
          isLoading={false}
          hour={hour}
          metric="final"
          selected={null}
          onSelect={() => {}}
        />
      </QueryClientProvider>,
    ),
  )
}

function labels(): string {
  return [...document.querySelectorAll('.map-label')].map((label) => label.textContent).join(' ')
}

show(0)
await settle()

window.stepHours = async (steps) => {
  for (let step = 1; step <= steps; step += 1) {
    const before = labels()
    await markScript(() => show(step % 24))
    if (labels() === before) throw new Error('the step changed nothing on the map')
    await markScript(() => {})
  }
}
