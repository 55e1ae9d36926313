/** One line of the results: the product's value, its reference, and whether the goal is met. */
export interface Figure {
  what: string
  against: string
  /** Medians over the rounds, in `unit`; null if there is no reference but the limit itself. */
  product: number
  reference: number | null
  unit: string
  /** Product divided by reference, or the product's own value. */
  ratio: number
  limit: number
  /** Whether more is better. */
  isAtLeast: boolean
  isMet: boolean
}

/** A figure against a reference that was measured in the same rounds. */
export function compare(
  figure: Pick<Figure, 'what' | 'against' | 'unit' | 'limit' | 'isAtLeast'>,
  rounds: { product: readonly number[]; reference: readonly number[] },
): Figure {
  const product = median(rounds.product)
  const reference = median(rounds.reference)
  const ratio = product / reference
  const isMet = figure.isAtLeast ? ratio >= figure.limit : ratio <= figure.limit
  return { ...figure, product, reference, ratio, isMet }
}

/**
 * A figure against a reference that took its turn in each round. The ratio is the median of each round's, so that both have seen the
 * same load.
 */
export function compareRounds(
  figure: Pick<Figure, 'what' | 'against' | 'unit'>,
  rounds: { product: readonly number[]; reference: readonly number[] },
  limit: number,
): Figure {
  const ratio = median(rounds.product.map((value, round) => value / (rounds.reference[round] ?? Number.NaN)))
  return {
    ...figure,
    product: median(rounds.product),
    reference: median(rounds.reference),
    ratio,
    limit,
    isAtLeast: false,
    isMet: ratio <= limit,
  }
}

/** A figure that is only compared with its limit. */
export function atMost(
  figure: Pick<Figure, 'what' | 'against' | 'unit'>,
  product: number,
  limit: number,
): Figure {
  return {
    ...figure,
    product,
    reference: null,
    ratio: product,
    limit,
    isAtLeast: false,
    isMet: product <= limit,
  }
}

export function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  const middle = inOrder.length / 2
  return ((inOrder[Math.ceil(middle) - 1] ?? Number.NaN) + (inOrder[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** Measures two things in turn, so that other load on the machine affects both. The first rounds warm up and do not count. */
export async function inTurns(
  rounds: number,
  warmUps: number,
  measure: { product: () => Promise<number>; reference: () => Promise<number> },
): Promise<{ product: number[]; reference: number[] }> {
  const result = { product: [] as number[], reference: [] as number[] }
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const product = await measure.product()
    const reference = await measure.reference()
    if (round < warmUps) continue
    result.product.push(product)
    result.reference.push(reference)
  }
  return result
}

/** The duration of some work in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
