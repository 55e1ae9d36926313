/*
 * `npm run bench [NAME …]`: measures the goals, prints the figures and writes them to `bench/results.json`.
 * `npm run bench -- --compare`: measures those that take little time and prints what is worse than in that file. It never fails.
 * A benchmark is a function that returns figures. This is the list of them.
 */
import { measureChart, measureChartBriefly } from './chart.ts'
import { measureClickToCurves } from './click-to-curves.ts'
import { measureColdQuery } from './cold-query.ts'
import { measureDashboardHover } from './dashboard-hover.ts'
import type { Figure } from './figure.ts'
import { measureFirstPage } from './first-page.ts'
import { measureForecastRun } from './forecast-run.ts'
import { measureGlance } from './glance.ts'
import { measureGrowth } from './growth.ts'
import { measureHeatMap } from './heat-map.ts'
import { measureHourStep } from './hour-step.ts'
import { measureModelPage } from './model-page.ts'
import { measureOpenedLink } from './opened-link.ts'
import { measureOverload } from './overload.ts'
import { measurePageLoads } from './page-loads.ts'
import { keepResult, RESULTS_FILE } from './results.ts'
import { measureSeveralServers } from './several-servers.ts'
import { measureSoak } from './soak.ts'
import { measureStart } from './start.ts'
import { measureWarmQuery } from './warm-query.ts'
import { describeWorse } from './worse.ts'
import { measureWriting } from './writing.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'warm-query': measureWarmQuery,
  'cold-query': measureColdQuery,
  writing: measureWriting,
  chart: measureChart,
  'click-to-curves': measureClickToCurves,
  'opened-link': measureOpenedLink,
  'dashboard-hover': measureDashboardHover,
  'heat-map': measureHeatMap,
  'hour-step': measureHourStep,
  glance: measureGlance,
  'model-page': measureModelPage,
  'first-page': measureFirstPage,
  'page-loads': measurePageLoads,
  'forecast-run': measureForecastRun,
  start: measureStart,
  overload: measureOverload,
  'several-servers': measureSeveralServers,
  growth: measureGrowth,
  soak: measureSoak,
}
/** They take a quarter of an hour and half an hour, so they are measured only by their names. */
const ONLY_BY_NAME = new Set(['growth', 'soak'])
const ALL = Object.keys(BENCHMARKS)
/** They need nothing but a browser and the built product, and take a minute together. */
const BRIEF: Readonly<Record<string, () => Promise<Figure[]>>> = {
  chart: measureChartBriefly,
  'heat-map': measureHeatMap,
  'hour-step': measureHourStep,
  glance: measureGlance,
  'first-page': measureFirstPage,
}

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

/** Measures, prints and keeps the named goals, or all. Returns whether all are met. */
async function measureAndKeep(names: readonly string[]): Promise<boolean> {
  let areAllMet = true
  for (const [name, measure] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 ? !names.includes(name) : ONLY_BY_NAME.has(name)) continue
    const figures = await measure()
    for (const figure of figures) console.log(describe(figure))
    await keepResult(name, figures, ALL)
    areAllMet &&= figures.every(({ isMet }) => isMet)
  }
  console.log(`Kept in ${RESULTS_FILE}.`)
  return areAllMet
}

/** Another machine and other load change the figures, so a worse one is only a reason to look. */
async function compareWithKept(): Promise<void> {
  const worse: string[] = []
  for (const [name, measure] of Object.entries(BRIEF)) {
    try {
      const figures = await measure()
      for (const figure of figures) console.log(describe(figure))
      worse.push(...(await describeWorse(name, figures)))
    } catch (error) {
      console.log(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const line of worse) console.log(`Worse: ${line}`)
  if (worse.length === 0) console.log(`Nothing is worse than in ${RESULTS_FILE} by more than a quarter.`)
}

const words = process.argv.slice(2)
if (words.includes('--compare')) {
  await compareWithKept()
  process.exit(0)
}
const unknown = words.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Choose from ${ALL.join(', ')}.`)
  process.exit(1)
}
process.exit((await measureAndKeep(words)) ? 0 : 1)
