import { monthsOf } from '#server/series/calendar/month.ts'
/*
 * The simulated ENTSO-E as a program, for benchmarks and `npm run dev -- --entsoe`. Its first line of output is the settings with which
 * the product uses it, as JSON. With a number of days its files are as large as the real ones, and those of that many days are made first.
 */
import { DAY_MS } from '#server/series/series.ts'

import { startEntsoeService } from './entsoe-service.ts'

const fullDays = Number(process.argv[2] ?? 0)
const { url, library } = await startEntsoeService(Date.now)
if (fullDays > 0) {
  library.isFullSize = true
  await library.prepare(monthsOf({ fromUtc: Date.now() - fullDays * DAY_MS, toUtc: Date.now() }))
}
const settings = {
  SOURCE: 'entsoe',
  ENTSOE_URL: url,
  ENTSOE_TOKEN: 'token',
  ENTSOE_FILES_URL: library.url,
  ENTSOE_SIGN_IN_URL: library.signInUrl,
  ENTSOE_USERNAME: library.username,
  ENTSOE_PASSWORD: library.password,
}
process.stdout.write(`${JSON.stringify(settings)}\n`)
