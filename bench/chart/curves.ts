import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'

const START_S = Date.UTC(2025, 0, 1) / 1000
const NAMES = ['Actual', 'TSO forecast', 'Model forecast', 'Actual · previous week']
const STYLES: readonly Curve['style'][] = ['solid', 'dashed', 'dashed', 'dimmed']

/** Four curves like those of a card: daily and yearly swing with noise, and a gap in the first. */
export function fourCurves(count: number, stepS: number): ChartData {
  const timesS = Array.from({ length: count }, (_, index) => START_S + index * stepS)
  const curves = NAMES.map((name, curve): Curve => {
    const random = noise(curve + 1)
    const values = timesS.map((timeS) => {
      const day = Math.sin((timeS / 86_400 - 0.3) * 2 * Math.PI)
      const year = Math.cos((timeS / 86_400 / 365) * 2 * Math.PI)
      return 50_000 + 9000 * day + 8000 * year + 4000 * (random() - 0.5) + 700 * curve
    })
    const gapFrom = Math.floor(count * 0.4)
    const gapTo = gapFrom + Math.ceil(count / 200)
    return {
      name,
      style: STYLES[curve] ?? 'solid',
      colourIndex: curve % 3,
      values: values.map((value, index) => (curve === 0 && index >= gapFrom && index < gapTo ? null : value)),
    }
  })
  return { timesS, curves }
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
