import '#web/ui/theme.css'
import 'uplot/dist/uPlot.min.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import uPlot from 'uplot'

import { QueryAnswerSchema } from '#contract/query.ts'
import type { ChartData, CurveStyle } from '#web/chart/data/chart-data.ts'
import { LineChart } from '#web/chart/line-chart.tsx'

/** Prepares a chart outside the measurement. */
type Subject = (stage: HTMLElement, data: ChartData) => Show

interface Show {
  mount: () => void
  unmount: () => void
  /** Values at the pointer are on the screen. */
  isRead: () => boolean
}

declare global {
  interface Window {
    subjects: Record<string, Subject>
    /** Prepares the columns of an answer, so that a click on Run only fetches, parses and draws. */
    prepareAnswer: (address: string) => Promise<void>
    /** Marks the start, mounts a chart in a frame, and marks the end when the page is idle. */
    mountChart: (subject: string, points: number) => Promise<void>
    unmountChart: () => void
    isRead: () => boolean
  }
}

const HOUR_S = 3600
const START_S = Date.UTC(2025, 0, 1) / 1000
const NAMES = ['Actual', 'TSO forecast', 'Model forecast', 'Actual · previous week']
const STYLES: readonly CurveStyle[] = ['solid', 'dashed', 'dashed', 'dimmed']
/** Longer than any of the libraries waits before it continues. */
const SETTLED_MS = 400

/** Four curves like a card's: daily and yearly swing with noise, and a gap in the first. */
function fourCurves(points: number): ChartData {
  const timesS = Array.from({ length: points }, (_, hour) => START_S + hour * HOUR_S)
  const gapFrom = Math.floor(points * 0.4)
  const gapTo = gapFrom + Math.ceil(points / 200)
  const curves = NAMES.map((name, curve) => {
    // Pseudo-random numbers from 0 to 1, equal in every run.
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

/** The product's chart with legend, summary, buttons and tooltip. */
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

export const COLOURS = ['#2447b6', '#e35c0c', '#068d79']
export const DASHES: Readonly<Record<CurveStyle, number[]>> = {
  solid: [],
  dashed: [8, 4],
  ribbon: [],
  bold: [],
  dotted: [2, 4],
  dimmed: [3, 3],
}
/** More values than pixels: the product then draws straight lines too. */
export const isLong = ({ timesS }: ChartData) => timesS.length >= 1000

/** uPlot with its own live legend. Returns the function that draws. */
function prepareBareEngine(data: ChartData): () => void {
  const columns: uPlot.AlignedData = [[...data.timesS], ...data.curves.map(({ values }) => [...values])]
  const paths = isLong(data) ? uPlot.paths.linear?.() : uPlot.paths.spline?.()
  if (paths === undefined) throw new Error('the chart engine lacks its path builders')
  return () => {
    const series = data.curves.map(({ name, style, colourIndex }) => ({
      label: name,
      stroke: COLOURS[colourIndex] ?? '#000000',
      width: 2,
      dash: DASHES[style],
      points: { show: false },
      paths,
    }))
    return new uPlot({ width: 1100, height: 400, series: [{}, ...series] }, columns, document.body)
  }
}

window.subjects = { product }

let shown: { stage: HTMLElement; show: Show } | null = null
const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

window.mountChart = async (name, points) => {
  const subject = window.subjects[name]
  if (subject === undefined) throw new Error(`there is no chart "${name}"`)
  const stage = document.createElement('div')
  stage.style.cssText = 'width: 1100px; height: 400px'
  document.getElementById('stage')?.append(stage)
  const show = subject(stage, fourCurves(points))
  shown = { stage, show }
  await wait(SETTLED_MS)
  performance.mark('mount')
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      show.mount()
      resolve(null)
    })
  })
  await wait(SETTLED_MS)
  // Reading a pixel forces every canvas to be drawn.
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  await wait(0)
  performance.mark('painted')
}

window.isRead = () => shown?.show.isRead() === true
window.unmountChart = () => {
  shown?.show.unmount()
  shown?.stage.remove()
}

function chartDataOf(answer: unknown): ChartData {
  const curves = Object.entries(QueryAnswerSchema.parse(answer)).filter(
    ([, { data }]) => Object.keys(data).length > 0,
  )
  const stamps = [...new Set(curves.flatMap(([, { data }]) => Object.keys(data)))].toSorted()
  return {
    timesS: stamps.map((stamp) => Date.parse(stamp) / 1000),
    curves: curves.map(([name, { data }], index) => ({
      name,
      style: name.includes('forecast') ? 'dashed' : 'solid',
      colourIndex: index % 3,
      values: stamps.map((stamp) => data[stamp] ?? null),
    })),
  }
}

window.prepareAnswer = async (address) => {
  const fetchAnswer = async (): Promise<unknown> => (await fetch(address, { cache: 'no-store' })).json()
  const data = chartDataOf(await fetchAnswer())
  const button = document.createElement('button')
  button.textContent = 'Run'
  button.addEventListener('click', async () => {
    const mount = prepareBareEngine(data)
    await fetchAnswer()
    mount()
  })
  document.body.prepend(button)
}
