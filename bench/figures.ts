import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'

import { z } from 'zod'

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
  /** Whether more is better. */
  isAtLeast: boolean
  isMet: boolean
  /** The goal holds on a quiet machine only. */
  isForQuietMachine: boolean
}

export interface Rounds {
  product: number[]
  reference: number[]
}

/** A figure against a reference that took its turn in each round. */
export function compare(
  {
    what,
    against,
    unit,
    isAtLeast = false,
  }: { what: string; against: string; unit: string; isAtLeast?: boolean },
  rounds: Rounds,
  goal: number,
): Figure {
  const ratio = median(rounds.product.map((value, round) => value / (rounds.reference[round] ?? Number.NaN)))
  const isMet = isAtLeast ? ratio >= goal : ratio <= goal
  const [product, reference] = [median(rounds.product), median(rounds.reference)]
  return { what, against, product, reference, unit, ratio, goal, isAtLeast, isMet, isForQuietMachine: false }
}

/** A figure that is compared with its goal alone. */
export function atMost(
  what: string,
  product: number,
  unit: string,
  goal: number,
  isForQuietMachine = false,
): Figure {
  const isMet = product <= goal
  return {
    what,
    against: null,
    product,
    reference: null,
    unit,
    ratio: product,
    goal,
    isAtLeast: false,
    isMet,
    isForQuietMachine,
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
): Promise<Rounds> {
  const result: Rounds = { product: [], reference: [] }
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

const inWords = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

/** A goal in words: a limit, and what was measured against it. A goal that is not met is bold. */
function goalInWords({
  against,
  reference,
  unit,
  ratio,
  goal,
  isAtLeast,
  isMet,
  isForQuietMachine,
}: Figure): string {
  const limit = `${isAtLeast ? '≥' : '≤'} ${goal.toLocaleString('en')}`
  const words =
    reference === null
      ? `${limit} ${unit}${isForQuietMachine ? ' (quiet)' : ''}`
      : `${limit}× ${against} (${inWords(reference)}): ${ratio.toFixed(2)}`
  return isMet ? words : `**${words}**`
}

/** Rows of a Markdown table, one for all goals of the same thing. What a row begins with like the one above it, up to a comma, is left out. */
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
export const RESULTS_FILE = 'bench/results.json'

const ResultsSchema = z.record(
  z.string(),
  z.looseObject({
    date: z.string(),
    node: z.string(),
    figures: z.array(z.custom<Figure>()),
  }),
)

export async function readResults(): Promise<z.infer<typeof ResultsSchema>> {
  return ResultsSchema.parse(JSON.parse(await readFile(RESULTS_FILE, 'utf8').catch(() => '{}')))
}

/** Replaces the results of one benchmark. Keeps those of others only if they are in `names`, in that order. */
export async function keepResult(name: string, figures: Figure[], names: readonly string[]): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    loadAtEnd: loadavg()[0] ?? 0,
  }
  const result = { date: new Date().toISOString(), machine, node: process.versions.node, figures }
  const results = { ...(await readResults()), [name]: result }
  const inOrder = names.filter((each) => each in results).map((each) => [each, results[each]])
  await writeFile(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
}

/** What is reported as worse. Less than that is noise, even on a quiet machine. */
const TOLERATED = 1.25

/** A line for each figure that is worse than the kept one by more than a quarter. */
export async function describeWorse(name: string, figures: readonly Figure[]): Promise<string[]> {
  const kept = (await readResults())[name]?.figures ?? []
  return figures.flatMap(({ what, against, ratio, isAtLeast }) => {
    const before = kept.find((each) => each.what === what && each.against === against)
    if (before === undefined) return []
    const factor = isAtLeast ? before.ratio / ratio : ratio / before.ratio
    if (factor <= TOLERATED) return []
    return [`${what}: ${inWords(ratio)}, ${factor.toFixed(2)} × worse than ${inWords(before.ratio)}`]
  })
}
