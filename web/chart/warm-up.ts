import type { Curve } from '#web/chart/data/chart-data.ts'
import { inNextTask } from '#web/ui/timing/tasks.ts'

import { createPlot } from './plot/plot.ts'

const SIZE = { width: 900, height: 400 }
const STEP_S = 3600
const SPARSE = 168
/** More than one stamp per pixel, which is drawn in another way. */
const DENSE = 2000

let isDone = false

/**
 * Draws curves that nobody sees, once a page. The browser has yet to compile the code of a first drawing, so it takes longer than 50 ms
 * for a year of a group, and a page would stand still for so long (decision 20). This is for the time in which a page waits for its
 * user or for its first answer.
 */
export function warmUpPlots(): void {
  if (isDone) return
  isDone = true
  tryToDraw(SPARSE)
  inNextTask(() => tryToDraw(DENSE))
}

function tryToDraw(stamps: number): void {
  try {
    draw(stamps)
  } catch {
    // The chart that a user asks for says what is wrong.
  }
}

function draw(stamps: number): void {
  const timesS = Array.from({ length: stamps }, (_, index) => index * STEP_S)
  const curve = (style: Curve['style'], colourIndex: number): Curve => ({
    name: style,
    style,
    colourIndex,
    values: timesS.map((_, index) => Math.sin(index / 4 + colourIndex)),
  })
  const plot = createPlot(
    {
      host: document.createElement('div'),
      size: SIZE,
      unit: '',
      data: { timesS, curves: [curve('solid', 0), curve('dashed', 1)] },
      hidden: [],
      zoom: null,
      hasMeans: false,
      markS: null,
      now: () => -STEP_S,
    },
    { onReading: () => {}, onZoom: () => {}, onDensity: () => {} },
  )
  // The engine draws in a microtask.
  inNextTask(plot.destroy)
}
