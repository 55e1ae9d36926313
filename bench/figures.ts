/** One line of the results: what was measured, against what, and whether the goal is met. */
export interface Figure {
  what: string
  /** What was measured in the same rounds; null if there is no reference but the goal itself. */
  against: string | null
  /** Medians over the rounds, in `unit`. */
  product: number
  reference: number | null
  unit: string
  /** The median of each round's product divided by its reference, so that both have seen the same load; or the product's own value. */
  ratio: number
  goal: number
  /** True if more is better. */
  isAtLeast: boolean
  isMet: boolean
  /** The goal holds on a quiet machine only. */
  isForQuietMachine: boolean
}

/** Product and reference, measured one after the other. */
interface Round {
  product: number
  reference: number
}

/** A figure against a reference that took its turn in each round. A higher rate is better. */
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

/** A figure whose median is compared with its goal alone. */
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

/** The value that this share of some values is at most. */
export function shareOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  const middle = inOrder.length / 2
  return ((inOrder[Math.ceil(middle) - 1] ?? Number.NaN) + (inOrder[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The results of some rounds. The first warm up and do not count. A round measures all things in turn, so that other load affects all. */
export async function inRounds<Round>(
  rounds: number,
  warmUps: number,
  measure: (round: number) => Promise<Round>,
): Promise<Round[]> {
  const results: Round[] = []
  for (let round = 0; round < warmUps + rounds; round += 1) results.push(await measure(round))
  return results.slice(warmUps)
}

/** The duration of some work in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const inWords = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

/** A goal in words: a limit, and what was measured against it. A goal that is not met is bold. */
function goalInWords(figure: Figure): string {
  const { against, reference, unit, ratio, goal, isAtLeast, isMet, isForQuietMachine } = figure
  const limit = `${isAtLeast ? '≥' : '≤'} ${goal.toLocaleString('en')}`
  const words =
    reference === null
      ? `${limit} ${unit}${isForQuietMachine ? ' (quiet)' : ''}`
      : `${limit}× ${against} (${inWords(reference)}): ${ratio.toFixed(2)}`
  return isMet ? words : `**${words}**`
}

/** Rows of a Markdown table, one for all goals of the same thing. The words up to a comma are left out where the row above begins with them too. */
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
