import '#web/ui/theme/theme.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { markFrame, settle } from '#bench/page/frames.ts'
import { HeatMap } from '#web/chart/heat/heat-map.tsx'

declare global {
  interface Window {
    /** Mounts the heat map of a year with new values so many times, each in a marked frame. */
    drawYears: (rounds: number) => Promise<void>
  }
}

const HOURS = 365 * 24
const HOUR_S = 3600
const START_S = Date.UTC(2025, 10, 22) / 1000
const timesS = Array.from({ length: HOURS }, (_, hour) => START_S + hour * HOUR_S)

/** A swing of the day on one of the year. About one value in ten is below zero. */
function yearOf(round: number): number[] {
  return timesS.map((_, hour) => {
    const day = Math.sin((hour / 24) * 2 * Math.PI + round)
    const year = Math.sin((hour / HOURS) * 2 * Math.PI)
    return 20_000 + 18_000 * day + 12_000 * year
  })
}

const stage = document.getElementById('stage')
if (stage === null) throw new Error('there is no stage')
const root = createRoot(stage)

window.drawYears = async (rounds) => {
  for (let round = 0; round < rounds; round += 1) {
    const curve = { name: 'Actual', style: 'solid', colourIndex: 0, values: yearOf(round) } as const
    const data = { timesS: [...timesS], curves: [curve] }
    await markFrame(() => {
      // Includes the effects, within the frame.
      flushSync(() =>
        root.render(
          <HeatMap key={round} data={data} label="A year" unit="MW" heightPx={400} syncKey="bench" />,
        ),
      )
    })
    const canvas = document.querySelector('canvas')
    const pixel = canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 3, 1, 1).data
    if ((pixel?.[3] ?? 0) === 0) throw new Error('the heat map was not drawn')
    await settle()
  }
}
