import uPlot from 'uplot'

import type { ChartData, CurveStyle } from '#web/chart/data/chart-data.ts'

/** Prepares, without being measured, to put a chart onto a stage. */
export type Subject = (stage: HTMLElement, data: ChartData) => Show

export interface Show {
  mount: () => void
  unmount: () => void
  /** Whether the values at the pointer are on the screen. */
  isRead: () => boolean
}

const COLOURS = ['#2447b6', '#e35c0c', '#068d79']
const DASHES: Readonly<Record<CurveStyle, number[]>> = {
  solid: [],
  dashed: [8, 4],
  dotted: [2, 4],
  dimmed: [3, 3],
}
/** From here on the product draws straight lines too. */
const DENSE_POINTS = 1000

/** The bare engine with its own live legend. */
export const bareEngine: Subject = (stage, data: ChartData) => {
  const columns: uPlot.AlignedData = [[...data.timesS], ...data.curves.map(({ values }) => [...values])]
  const paths = data.timesS.length < DENSE_POINTS ? uPlot.paths.spline?.() : uPlot.paths.linear?.()
  if (paths === undefined) throw new Error('the chart engine lacks its path builders')
  let plot: uPlot | null = null
  return {
    mount() {
      const series = data.curves.map(({ name, style, colourIndex }) => ({
        label: name,
        stroke: COLOURS[colourIndex] ?? '#000000',
        width: 2,
        dash: DASHES[style],
        points: { show: false },
        paths,
      }))
      plot = new uPlot({ width: 1100, height: 400, series: [{}, ...series] }, columns, stage)
    },
    unmount: () => plot?.destroy(),
    isRead: () => /\d/.test(stage.querySelectorAll('.u-value')[1]?.textContent ?? ''),
  }
}
