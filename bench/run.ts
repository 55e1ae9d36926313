/*
 * `npm run bench [NAME …]`: measures the speed goals, prints them as a table and writes them to `bench/results.json`.
 * `npm run bench -- --table`: writes the table of what is in that file into `docs/performance.md`.
 * `npm run bench -- --compare`: measures what takes little time and prints what is worse than in that file. It never fails.
 */
import { readFile, writeFile } from 'node:fs/promises'

import { measureChart, measureChartBriefly } from './chart.ts'
import { measureClicks } from './clicks.ts'
import { measureEntsoe } from './entsoe.ts'
import {
  describeWorse,
  type Figure,
  keepResult,
  readResults,
  RESULTS_FILE,
  TABLE_HEAD,
  tableRows,
} from './figures.ts'
import { measureForecastRun } from './forecast-run.ts'
import { measureFirstScript, measureModelPage, measureOpenedLink, measurePageLoads } from './pages.ts'
import { measureColdQuery, measureWarmQuery } from './queries.ts'
import { measureStart } from './start.ts'
import { measureWriting } from './writing.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  clicks: measureClicks,
  chart: measureChart,
  'opened-link': measureOpenedLink,
  'model-page': measureModelPage,
  'page-loads': measurePageLoads,
  'first-script': measureFirstScript,
  'cold-query': measureColdQuery,
  'warm-query': measureWarmQuery,
  writing: measureWriting,
  'forecast-run': measureForecastRun,
  start: measureStart,
  entsoe: measureEntsoe,
}
/** They need nothing but a browser and the built product, and take a minute together. */
const BRIEF: Readonly<Record<string, () => Promise<Figure[]>>> = {
  chart: measureChartBriefly,
  'first-script': measureFirstScript,
}
const ALL = Object.keys(BENCHMARKS)

/** Measures, prints and keeps the named goals, or all. Returns whether all are met. */
async function measureAndKeep(names: readonly string[]): Promise<boolean> {
  let areAllMet = true
  console.log(TABLE_HEAD)
  for (const [name, measure] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue
    try {
      const figures = await measure()
      console.log(tableRows(figures).join('\n'))
      await keepResult(name, figures, ALL)
      areAllMet &&= figures.every(({ isMet }) => isMet)
    } catch (error) {
      // The others are measured all the same.
      console.error(`${name} could not be measured:`, error)
      areAllMet = false
    }
  }
  return areAllMet
}

/** Another machine and other load change the figures, so a worse one is only a reason to look. */
async function compareWithKept(): Promise<void> {
  const worse: string[] = []
  console.log(TABLE_HEAD)
  for (const [name, measure] of Object.entries(BRIEF)) {
    try {
      const figures = await measure()
      console.log(tableRows(figures).join('\n'))
      worse.push(...(await describeWorse(name, figures)))
    } catch (error) {
      console.log(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const line of worse) console.log(`Worse: ${line}`)
  if (worse.length === 0) console.log(`Nothing is worse than in ${RESULTS_FILE} by more than a quarter.`)
}

const PAGE = 'docs/performance.md'
/** Between these comments of the page. */
const [BEGIN, END] = ['<!-- Written by `npm run bench -- --table`. -->', '<!-- End -->']

async function writeTable(): Promise<void> {
  const results = await readResults()
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
if (words.includes('--compare')) {
  await compareWithKept()
  process.exit(0)
}
if (words.includes('--table')) {
  await writeTable()
  process.exit(0)
}
const unknown = words.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Choose from ${ALL.join(', ')}.`)
  process.exit(1)
}
process.exit((await measureAndKeep(words)) ? 0 : 1)
