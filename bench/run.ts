/*
 * `npm run bench [NAME …]`: measures the goals, each against its limit in the same run, prints them and writes
 * `bench/results.json`. A benchmark is a function that gives figures; here is the list of them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'

import { z } from 'zod'

import { measureChart } from './chart-figures.ts'
import { measureColdQuery } from './cold-query.ts'
import type { Figure } from './figure.ts'
import { measureWarmQuery } from './warm-query.ts'
import { measureWriting } from './writing.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'warm-query': measureWarmQuery,
  'cold-query': measureColdQuery,
  writing: measureWriting,
  chart: measureChart,
}

const RESULTS_FILE = 'bench/results.json'
/** What the figures depend on most. */
const PACKAGES = ['@electric-sql/pglite', 'pg', 'fastify', 'uplot'] as const

function describe({
  what,
  against,
  product,
  reference,
  unit,
  ratio,
  limit,
  isAtLeast,
  isMet,
}: Figure): string {
  const figure = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })
  const goal = `goal ${isAtLeast ? '≥' : '≤'} ${limit}`
  const comparison =
    reference === null
      ? `${figure(product)} ${unit} (${goal} ${unit})`
      : `${figure(product)} against ${figure(reference)} ${unit}, ${ratio.toFixed(2)} × ${against} (${goal})`
  return `${isMet ? '✓' : '✗'} ${what}: ${comparison}`
}

async function versionOf(name: string): Promise<string> {
  const text = await readFile(`node_modules/${name}/package.json`, 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

async function readVersions(): Promise<Record<string, string>> {
  const packages = await Promise.all(PACKAGES.map(async (name) => [name, await versionOf(name)] as const))
  return { node: process.versions.node, ...Object.fromEntries(packages) }
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": ${Object.keys(BENCHMARKS).join(', ')} are.`)
  process.exit(1)
}

const figures: Figure[] = []
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const found = await measure()
  for (const figure of found) console.log(describe(figure))
  figures.push(...found)
}
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  processors: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  loadAtEnd: loadavg()[0] ?? 0,
}
const results = { date: new Date().toISOString(), machine, versions: await readVersions(), figures }
await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
console.log(`Written to ${RESULTS_FILE}.`)
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1)
