import '#web/ui/theme/theme.css'
import 'uplot/dist/uPlot.min.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { ChartData, CurveStyle } from '#web/chart/data/chart-data.ts'
import { LineChart } from '#web/chart/line-chart.tsx'

import { bareEngine, type Show, type Subject } from './bare-engine.ts'

declare global {
  interface Window {
    subjects: Record<string, Subject>
    /** Marks the start, mounts a chart in a frame, and marks the end when nothing is left to do. */
    mountChart: (subject: string, points: number) => Promise<void>
    unmountChart: () => void
    isRead: () => boolean
  }
}

const HOUR_S = 3600
const START_S = Date.UTC(2025, 0, 1) / 1000
const NAMES = ['Actual', 'TSO forecast', 'Model forecast', 'Actual · previous week']
const STYLES: readonly CurveStyle[] = ['solid', 'dashed', 'dashed', 'dimmed']
/** Longer than any of the libraries waits before it goes on. */
const SETTLED_MS = 400

/** Four curves like those of a card: daily and yearly swing with noise, and a gap in the first. */
function fourCurves(points: number): ChartData {
  const timesS = Array.from({ length: points }, (_, hour) => START_S + hour * HOUR_S)
  const gapFrom = Math.floor(points * 0.4)
  const gapTo = gapFrom + Math.ceil(points / 200)
  const curves = NAMES.map((name, curve) => {
    // Pseudo-random numbers from 0 to 1, the same in every run.
    let state = curve + 1
    const values = timesS.map((timeS, index) => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      const day = Math.sin((timeS / 86_400 - 0.3) * 2 * Math.PI)
      const year = Math.cos((timeS / 86_400 / 365) * 2 * Math.PI)
      const powerMw = 50_000 + 9000 * day + 8000 * year + 4000 * (state / 4_294_967_296 - 0.5) + 700 * curve
      return curve === 0 && index >= gapFrom && index < gapTo ? null : powerMw
    })
    return { name, style: STYLES[curve] ?? 'solid', colourIndex: curve % 3, values }
  })
  return { timesS, curves }
}

/** The product's chart with everything that belongs to it: legend, summary, buttons, tooltip. */
const product: Subject = (stage, data) => {
  // An application creates its root long before its first chart.
  const root = createRoot(stage)
  return {
    mount: () =>
      flushSync(() => root.render(<LineChart data={data} label="Load" unit="MW" syncKey="bench" />)),
    unmount: () => root.unmount(),
    isRead: () => stage.querySelector('.chart-tooltip')?.textContent?.includes('MW') === true,
  }
}

window.subjects = { ...window.subjects, product, bare: bareEngine }

let shown: { stage: HTMLElement; show: Show } | null = null
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, SETTLED_MS)
  })

window.mountChart = async (name, points) => {
  const subject = window.subjects[name]
  if (subject === undefined) throw new Error(`there is no chart "${name}"`)
  const stage = document.createElement('div')
  stage.style.cssText = 'width: 1100px; height: 400px'
  document.getElementById('stage')?.append(stage)
  const show = subject(stage, fourCurves(points))
  shown = { stage, show }
  await settled()
  performance.mark('mount')
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      show.mount()
      resolve(null)
    })
  })
  await settled()
  // Reading a pixel makes sure that every canvas has been drawn.
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  performance.mark('painted')
}

window.isRead = () => shown?.show.isRead() === true
window.unmountChart = () => {
  shown?.show.unmount()
  shown?.stage.remove()
}
