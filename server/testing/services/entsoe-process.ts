/*
 * The simulated ENTSO-E as a program, for benchmarks and `npm run dev -- --entsoe`. Its first line of output is the settings with which
 * the product uses it, as JSON. With a number of days its files are as large as the real ones, and the files of so many days are made first.
 */

import { DAY_MS } from '#contract/time.ts'
import { monthsOf } from '#server/calendar/month.ts'

import { settingsOf, startEntsoeService } from './entsoe.ts'

const fullDays = Number(process.argv[2] ?? 0)
const service = await startEntsoeService(Date.now)
if (fullDays > 0) {
  service.library.isFullSize = true
  await service.library.prepare(monthsOf({ fromUtc: Date.now() - fullDays * DAY_MS, toUtc: Date.now() }))
}
process.stdout.write(`${JSON.stringify(settingsOf(service))}\n`)
