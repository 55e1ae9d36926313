import uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { curveDash } from '#web/chart/plot/line-style.ts'

import { HEIGHT_PX, type Subject, WIDTH_PX } from './subject.ts'

const COLOURS = ['#2447b6', '#e35c0c', '#068d79']

const { linear, spline } = uPlot.paths
if (linear === undefined || spline === undefined) throw new Error('the chart engine lacks its path builders')
const straightPaths = linear()
const splinePaths = spline()

/** The bare engine with its own live legend, drawing straight lines. */
export const straight: Subject = bareEngine(() => ({ paths: straightPaths }))

/** The bare engine drawing splines with the product's dashes. */
export const splined: Subject = bareEngine(({ style, colourIndex }) => ({
  paths: splinePaths,
  dash: [...curveDash({ style, colourIndex })],
}))

function bareEngine(line: (curve: ChartData['curves'][number]) => uPlot.Series): Subject {
  return (stages, data) => {
    const columns: uPlot.AlignedData = [[...data.timesS], ...data.curves.map(({ values }) => [...values])]
    let plots: uPlot[] = []
    return {
      mount() {
        plots = stages.map((stage) => new uPlot(bareOptions(data, line), columns, stage))
      },
      unmount() {
        for (const plot of plots) plot.destroy()
      },
    }
  }
}

function bareOptions(
  data: ChartData,
  line: (curve: ChartData['curves'][number]) => uPlot.Series,
): uPlot.Options {
  return {
    width: WIDTH_PX,
    height: HEIGHT_PX,
    cursor: { sync: { key: 'bare' } },
    series: [
      {},
      ...data.curves.map((curve) => ({
        label: curve.name,
        stroke: COLOURS[curve.colourIndex] ?? '#000000',
        width: 2,
        points: { show: false },
        ...line(curve),
      })),
    ],
  }
}
