/*
 * `npm run bench [NAME …]`: measures the speed goals, prints them as a table and writes them to `bench/results.json`.
 * `npm run bench -- --table`: writes the table of what is in that file into `docs/performance.md`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'

import { z } from 'zod'

import { measureChart } from './chart.ts'
import { measureCachedCrowds, measureCrowds } from './crowd.ts'
import { measureClicks, measureOpenedLink } from './dashboard.ts'
import { measureEntsoe } from './entsoe.ts'
import { type Figure, TABLE_HEAD, tableRows } from './figures.ts'
import { measureForecastRun } from './forecast-run.ts'
import { measureFirstScript, measureModelPage } from './pages.ts'
import { thenEnd } from './programs.ts'
import { measureColdQuery, measureWarmQuery } from './queries.ts'
import { measureSession } from './session.ts'
import { measureStart } from './start.ts'
import { measureUploads } from './uploads.ts'
import { measureWaves } from './wave.ts'
import { measureWriting } from './writing.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  session: measureSession,
  clicks: measureClicks,
  chart: measureChart,
  'opened-link': measureOpenedLink,
  'model-page': measureModelPage,
  'first-script': measureFirstScript,
  'cold-query': measureColdQuery,
  'warm-query': measureWarmQuery,
  crowd: measureCrowds,
  'cached-crowd': measureCachedCrowds,
  wave: measureWaves,
  uploads: measureUploads,
  writing: measureWriting,
  'forecast-run': measureForecastRun,
  start: measureStart,
  entsoe: measureEntsoe,
}
const ALL = Object.keys(BENCHMARKS)

const RESULTS_FILE = 'bench/results.json'
const ResultsSchema = z.record(
  z.string(),
  z.looseObject({ date: z.string(), node: z.string(), figures: z.array(z.custom<Figure>()) }),
)

async function readResults(): Promise<z.infer<typeof ResultsSchema>> {
  return ResultsSchema.parse(JSON.parse(await readFile(RESULTS_FILE, 'utf8')))
}

/** Replaces the results of one benchmark and drops removed benchmarks. */
async function keepResult(name: string, figures: Figure[]): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    loadAtEnd: loadavg()[0] ?? 0,
  }
  // In the key order of kept results, so that only measured values change in the file.
  const result = { date: new Date().toISOString(), node: process.versions.node, figures, machine }
  const results = { ...(await readResults()), [name]: result }
  const inOrder = ALL.filter((each) => each in results).map((each) => [each, results[each]])
  await writeFile(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
}

/** Returns whether all goals are met. After a failed benchmark the others still run. */
async function measureAndKeep(names: readonly string[]): Promise<boolean> {
  let areAllMet = true
  console.log(TABLE_HEAD)
  for (const [name, measure] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      const figures = await thenEnd(measure)
      console.log(tableRows(figures).join('\n'))
      await keepResult(name, figures)
      areAllMet &&= figures.every(({ isMet }) => isMet)
    } catch (error) {
      console.error(`${name} could not be measured:`, error)
      areAllMet = false
    }
  }
  return areAllMet
}

const PAGE = 'docs/performance.md'
/** Comments on the page around the table. */
const [BEGIN, END] = ['<!-- Written by `npm run bench -- --table`. -->', '<!-- End -->']

async function writeTable(): Promise<void> {
  const { crowd: _shownInOperation, ...results } = await readResults()
  const rows = Object.entries(results).flatMap(([name, { date, node, figures }]) => [
    `| **\`${name}\`** | ${date.slice(0, 10)} | Node.js ${node} |`,
    ...tableRows(figures),
  ])
  const text = [TABLE_HEAD, ...rows].join('\n')
  const page = await readFile(PAGE, 'utf8')
  const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]]
  await writeFile(PAGE, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`)
}

const words = process.argv.slice(2)
const unknown = words.find((word) => !['--table', ...ALL].includes(word))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Choose from ${ALL.join(', ')}.`)
  process.exit(1)
}
if (words.includes('--table')) await writeTable()
process.exit(words.includes('--table') || (await measureAndKeep(words)) ? 0 : 1)
