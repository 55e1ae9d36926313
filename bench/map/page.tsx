import '#web/ui/theme.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { mapShapes } from '#web/api/map-shapes.ts'
import { settings } from '#web/api/settings.ts'
import { listCountries } from '#web/model/map/countries.ts'
import { ForecastMap } from '#web/model/map/forecast-map.tsx'
import { hourKey } from '#web/model/view/playback.ts'
import shapesUrl from '#web/public/map.geo.json?url'

import { markScript, settle } from '../page/frames.ts'

declare global {
  interface Window {
    /** Steps the hour of a mounted map, each step in a marked frame followed by a marked empty frame. */
    stepHours: (steps: number) => Promise<void>
  }
}

/** Every country changes its value every hour, and some change their sign. */
const ANSWER: ForecastAnswer = Object.fromEntries(
  FORECAST_COUNTRIES.map((country, index) => [
    country,
    Object.fromEntries(
      Array.from({ length: 24 }, (_, hour) => {
        const powerMw = 1000 * index + 3000 * Math.sin(hour + index)
        return [
          hourKey(hour),
          { TSO: powerMw, Instance_Today: powerMw, Instance_Tomorrow: powerMw, Final_Value: powerMw },
        ]
      }),
    ),
  ]),
)
const COUNTRIES = listCountries(ANSWER)

const client = new QueryClient()
client.setQueryData(mapShapes.queryKey, await (await fetch(shapesUrl)).json())
client.setQueryData(settings.queryKey, {
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
          answer={ANSWER}
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
