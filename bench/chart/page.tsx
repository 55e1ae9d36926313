import '#web/ui/theme/theme.css'
import 'uplot/dist/uPlot.min.css'
import { finishCanvases, markFrame, settle } from '#bench/page/frames.ts'

import { splined, straight } from './bare-engine.ts'
import { fourCurves } from './curves.ts'
import { product } from './product-chart.tsx'
import { HEIGHT_PX, WIDTH_PX } from './subject.ts'

const SUBJECTS = { product, straight, splined }
const HOVER_FRAMES = 60

export interface RoundSetup {
  subject: keyof typeof SUBJECTS
  charts: number
  points: number
  stepS: number
}

declare global {
  interface Window {
    /** Mounts charts, moves a pointer over the first and unmounts them. The first marked frame is the mounting. */
    runRound: (setup: RoundSetup) => Promise<void>
  }
}

window.runRound = async ({ subject, charts, points, stepS }) => {
  const data = fourCurves(points, stepS)
  const stages = Array.from({ length: charts }, createStage)
  const show = SUBJECTS[subject](stages, data)
  await settle()
  await markFrame(show.mount, finishCanvases)
  await settle()
  await hover(stages[0])
  show.unmount()
  for (const stage of stages) stage.remove()
}

function createStage(): HTMLElement {
  const stage = document.createElement('div')
  stage.style.width = `${WIDTH_PX}px`
  stage.style.minHeight = `${HEIGHT_PX}px`
  document.getElementById('stage')?.append(stage)
  return stage
}

/** Moves the pointer over a chart, one step per frame. */
async function hover(stage: HTMLElement | undefined): Promise<void> {
  const over = stage?.querySelector('.u-over')
  if (over === null || over === undefined) throw new Error('no chart was drawn')
  const { left, top, width, height } = over.getBoundingClientRect()
  for (let frame = 0; frame < HOVER_FRAMES; frame++) {
    const clientX = left + ((frame + 0.5) / HOVER_FRAMES) * width
    const clientY = top + height * (0.3 + 0.4 * Math.sin(frame / 5))
    const move = new MouseEvent('mousemove', { clientX, clientY, movementX: 9, bubbles: true })
    await markFrame(() => over.dispatchEvent(move))
  }
  over.dispatchEvent(new MouseEvent('mouseleave'))
}
