import { benchChart, BRIEF, type ChartFigure, THOROUGH } from './chart.ts'
import { atMost, type Figure } from './figure.ts'

function describeFigure({ title, productMs, bareMs, ratio, limit }: ChartFigure): Figure {
  return {
    what: title,
    against: 'the bare chart engine',
    product: productMs,
    reference: bareMs,
    unit: 'ms',
    ratio,
    limit,
    isAtLeast: false,
    isMet: ratio <= limit,
  }
}

/** The measurements of the chart as figures of the results. */
export async function measureChart(): Promise<Figure[]> {
  const { figures, longestHoverFrameMs, longestHoverFrameLimitMs } = await benchChart(THOROUGH)
  return [
    ...figures.map(describeFigure),
    atMost(
      {
        what: 'longest frame while hovering over twelve cards',
        against: 'a frame nobody notices',
        unit: 'ms',
      },
      longestHoverFrameMs,
      longestHoverFrameLimitMs,
    ),
  ]
}

/** The first of them, in a quarter of the time. */
export async function measureChartBriefly(): Promise<Figure[]> {
  const { figures } = await benchChart(BRIEF)
  return figures.map(describeFigure)
}
