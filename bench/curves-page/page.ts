import 'uplot/dist/uPlot.min.css'
import { bareEngine } from '#bench/chart-page/bare-engine.ts'
import { QueryAnswerSchema } from '#contract/query.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'

declare global {
  interface Window {
    /** Makes the columns of an answer beforehand, so that a click fetches, parses and draws, and shapes nothing. */
    prepare: (address: string) => Promise<void>
  }
}

async function fetchAnswer(address: string): Promise<unknown> {
  return JSON.parse(await (await fetch(address, { cache: 'no-store' })).text())
}

function columnsOf(answer: unknown): ChartData {
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

window.prepare = async (address) => {
  const data = columnsOf(await fetchAnswer(address))
  const stage = document.querySelector<HTMLElement>('#stage')
  if (stage === null) throw new Error('there is no stage')
  document.querySelector('#run')?.addEventListener('click', async () => {
    const { mount } = bareEngine(stage, data)
    const answer = await fetchAnswer(address)
    if (typeof answer !== 'object') throw new Error('the answer holds no curves')
    mount()
  })
}
