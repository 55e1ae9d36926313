import 'uplot/dist/uPlot.min.css'
import { splined, straight } from '#bench/chart/bare-engine.ts'
import type { QueryEnvelope } from '#contract/query.ts'
import { readAnswer } from '#web/dashboard/graphs/answer/read-answer.ts'
import { createChartData } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { DEFAULT_VIEW } from '#web/dashboard/graphs/store/graph-card.ts'

/** From here on the product draws straight lines too. */
const DENSE_POINTS = 1000

declare global {
  interface Window {
    /** Takes the columns from an answer, so that a click has nothing to shape: it fetches, parses and draws. */
    prepare: (address: string) => Promise<void>
  }
}

async function fetchAnswer(address: string): Promise<QueryEnvelope> {
  const response = await fetch(address, { cache: 'no-store' })
  return JSON.parse(await response.text())
}

window.prepare = async (address) => {
  const data = createChartData(
    readAnswer(await fetchAnswer(address)),
    { area: 'CWE', compareWith: 'none' },
    DEFAULT_VIEW,
  )
  const stage = document.querySelector<HTMLElement>('#stage')
  if (stage === null) throw new Error('there is no stage')
  const subject = data.timesS.length < DENSE_POINTS ? splined : straight
  let unmount = () => {}
  document.querySelector('#run')?.addEventListener('click', async () => {
    unmount()
    const show = subject([stage], data)
    const answer = await fetchAnswer(address)
    if (Object.keys(answer).length === 0) throw new Error('the answer is empty')
    show.mount()
    unmount = show.unmount
  })
}
