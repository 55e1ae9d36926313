import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import type { Figure } from './figure.ts'
import { RESULTS_FILE } from './results.ts'

/** What is reported as worse. Less than that is noise, even on a quiet machine. */
const TOLERATED = 1.25

const KeptSchema = z.record(
  z.string(),
  z.object({ figures: z.array(z.object({ what: z.string(), ratio: z.number() })) }),
)

/** By what a figure is worse than the kept one: 2 is twice as slow, or half as fast. */
function worseBy({ ratio, isAtLeast }: Pick<Figure, 'ratio' | 'isAtLeast'>, keptRatio: number): number {
  return isAtLeast ? keptRatio / ratio : ratio / keptRatio
}

/** A line for each figure that is worse than in `bench/results.json` by more than a quarter. */
export async function describeWorse(name: string, figures: readonly Figure[]): Promise<string[]> {
  const kept = KeptSchema.parse(JSON.parse(await readFile(RESULTS_FILE, 'utf8')))[name]?.figures ?? []
  return figures.flatMap((figure) => {
    const before = kept.find(({ what }) => what === figure.what)
    // Nothing is a multiple of zero, but zero is met exactly or not at all.
    if (before === undefined || before.ratio <= 0) return []
    const factor = worseBy(figure, before.ratio)
    return factor > TOLERATED
      ? [
          `${figure.what}: ${figure.ratio.toPrecision(3)}, ${factor.toFixed(2)} × worse than ${before.ratio.toPrecision(3)}`,
        ]
      : []
  })
}
