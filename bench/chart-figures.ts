import { benchChart } from './chart.ts'
import { atMost, type Figure } from './figure.ts'

/** The measurements of the chart as figures of the results. */
export async function measureChart(): Promise<Figure[]> {
  const { figures, longestHoverFrameMs, longestHoverFrameLimitMs } = await benchChart()
  return [
    ...figures.map(({ title, productMs, bareMs, ratio, limit }) => ({
      what: title,
      against: 'the bare chart engine',
      product: productMs,
      reference: bareMs,
      unit: 'ms',
      ratio,
      limit,
      isAtLeast: false,
      isMet: ratio <= limit,
    })),
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
