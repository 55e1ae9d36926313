/*
 * `npm run bench [NAME …]`: measures the goals, prints the figures and writes them to `bench/results.json`.
 * A benchmark is a function that returns figures. This is the list of them.
 */
import { measureChart } from './chart-figures.ts'
import { measureClickToCurves } from './click-to-curves.ts'
import { measureColdQuery } from './cold-query.ts'
import { measureDashboardHover } from './dashboard-hover.ts'
import type { Figure } from './figure.ts'
import { measureFirstPage } from './first-page.ts'
import { measureForecastRun } from './forecast-run.ts'
import { measureGlance } from './glance.ts'
import { measureHeatMap } from './heat-map.ts'
import { measureHourStep } from './hour-step.ts'
import { measureOverload } from './overload.ts'
import { keepResult, RESULTS_FILE } from './results.ts'
import { measureSeveralServers } from './several-servers.ts'
import { measureSoak } from './soak.ts'
import { measureWarmQuery } from './warm-query.ts'
import { measureWriting } from './writing.ts'

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'warm-query': measureWarmQuery,
  'cold-query': measureColdQuery,
  writing: measureWriting,
  chart: measureChart,
  'click-to-curves': measureClickToCurves,
  'dashboard-hover': measureDashboardHover,
  'heat-map': measureHeatMap,
  'hour-step': measureHourStep,
  glance: measureGlance,
  'first-page': measureFirstPage,
  'forecast-run': measureForecastRun,
  overload: measureOverload,
  soak: measureSoak,
  'several-servers': measureSeveralServers,
}
const ALL = Object.keys(BENCHMARKS)

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

const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Choose from ${ALL.join(', ')}.`)
  process.exit(1)
}

let areAllMet = true
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const figures = await measure()
  for (const figure of figures) console.log(describe(figure))
  await keepResult(name, figures, ALL)
  areAllMet &&= figures.every(({ isMet }) => isMet)
}
console.log(`Kept in ${RESULTS_FILE}.`)
process.exit(areAllMet ? 0 : 1)
