/** One line of the results. */
export interface Figure {
  what: string
  /** Reference measured in the same rounds; `null`: only the goal. */
  against: string | null
  /** Medians over the rounds, in `unit`. */
  product: number
  reference: number | null
  unit: string
  /** Median of product ÷ reference by round, so that both had the same load; without a reference the product's own value. */
  ratio: number
  goal: number
  /** More is better. */
  isAtLeast: boolean
  isMet: boolean
  /** The goal applies only to a quiet machine. */
  isForQuietMachine: boolean
}

/** Product and reference, measured one after the other. */
interface Round {
  product: number
  reference: number
}

/** Compares with a reference that took turns in each round. A higher rate is better. */
export function compare(
  { what, against, unit }: { what: string; against: string; unit: 'ms' | 'points/s' | 'requests/s' },
  rounds: readonly Round[],
  goal: number,
): Figure {
  const ratio = median(rounds.map((round) => round.product / round.reference))
  const product = median(rounds.map((round) => round.product))
  const reference = median(rounds.map((round) => round.reference))
  const isAtLeast = unit !== 'ms'
  const isMet = isAtLeast ? ratio >= goal : ratio <= goal
  return { what, against, product, reference, unit, ratio, goal, isAtLeast, isMet, isForQuietMachine: false }
}

/** Compares the median with a goal. */
export function atMost(
  what: string,
  values: readonly number[],
  unit: string,
  goal: number,
  isForQuietMachine = false,
): Figure {
  const ratio = median(values)
  const alone = { against: null, product: ratio, reference: null, isAtLeast: false }
  return { what, ...alone, unit, ratio, goal, isMet: ratio <= goal, isForQuietMachine }
}

/** Quantile of `values`. */
export function shareOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  const middle = inOrder.length / 2
  return ((inOrder[Math.ceil(middle) - 1] ?? Number.NaN) + (inOrder[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The first rounds warm up and do not count. A round measures everything in turn, so that other load affects all. */
export async function inRounds<Round>(
  rounds: number,
  warmUps: number,
  measure: (round: number) => Promise<Round>,
): Promise<Round[]> {
  const results: Round[] = []
  for (let round = 0; round < warmUps + rounds; round += 1) results.push(await measure(round))
  return results.slice(warmUps)
}

/** Milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const inWords = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

/** A missed goal is bold. */
function goalInWords(figure: Figure): string {
  const { against, reference, unit, ratio, goal, isAtLeast, isMet, isForQuietMachine } = figure
  const limit = `${isAtLeast ? '≥' : '≤'} ${goal.toLocaleString('en')}`
  const words =
    reference === null
      ? `${limit} ${unit}${isForQuietMachine ? ' (quiet)' : ''}`
      : `${limit}× ${against} (${inWords(reference)}): ${ratio.toFixed(2)}`
  return isMet ? words : `**${words}**`
}

/** Markdown rows, one for all goals of the same subject. Omits the words up to a comma that repeat the row above. */
export function tableRows(figures: readonly Figure[]): string[] {
  const rows = [...new Map(figures.map((figure) => [figure.what, figure])).values()]
  return rows.map(({ what, product, unit }, index) => {
    const [above = [], parts] = [rows[index - 1]?.what.split(', '), what.split(', ')]
    const begin = parts.findIndex((part, place) => part !== above[place])
    const words = begin === 0 ? what : `… ${parts.slice(begin).join(', ')}`
    const goals = figures.filter((each) => each.what === what).map(goalInWords)
    return `| ${words} | ${inWords(product)} ${unit} | ${goals.join('<br>')} |`
  })
}

export const TABLE_HEAD = '| what | measured | goal |\n|---|---|---|'
