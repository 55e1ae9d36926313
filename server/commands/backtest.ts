import { MEMBER_CODES } from '#contract/areas.ts'
import { addDays, hourOf } from '#contract/zone-time.ts'
import { backtestTable } from '#server/forecast/backtest/backtest-table.ts'
import { runBacktest, type BacktestReport, type Replay } from '#server/forecast/backtest/backtest.ts'
import { placeOf } from '#server/forecast/model/history/area-places.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { timeOfReplay } from '#server/forecast/runs/deadlines.ts'
import {
  historySince,
  learnableHours,
  readHourlyHistory,
  readUploads,
  withoutEmptyStart,
} from '#server/forecast/runs/job/hourly-history.ts'
import { readWeatherPast } from '#server/forecast/runs/job/run-weather.ts'
import { KNOWN_HOURS, RUN_KINDS } from '#server/forecast/runs/run-kind.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, countValues } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { CommandError, onDatabase, readChoice, readDays, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run backtest -- --area DE --from 2025-06-01 --to 2026-05-31 [--run early|complete] [--known-until 16] [--bands] [--json]
Replays these days (both whole, in the area's zone) from what the database holds and prints how good the forecasts were. Each is
forecast from the actual values until 16:00 of the day before, those of an early run until 08:00, or until the hour of --known-until.
An early run does not know the TSO's wind and solar of the day. Both use forecast weather where the database holds it, and uploaded forecasts that the final may use.
--bands also prints where the bands held; --json always does.`

/** Days of the regressions, of the forecasts for the weights, the lags of both, and a reserve. */
const HISTORY_DAYS = 1600

/** A forecast is made before its day begins. */
const LAST_KNOWN_HOUR = 24

type Words = Partial<Record<'area' | 'from' | 'to' | 'run' | 'known-until', string>>

function readReplay({ area, ...words }: Words): Replay {
  const days = readDays(USAGE, words)
  if (area === undefined) throw new CommandError(USAGE)
  const code = readChoice('area', MEMBER_CODES, area)
  const run = readChoice('run', RUN_KINDS, words.run ?? 'complete')
  const knownUntil = words['known-until'] ?? String(KNOWN_HOURS[run])
  if (!/^\d{1,2}$/.test(knownUntil) || Number(knownUntil) > LAST_KNOWN_HOUR)
    throw new CommandError(`--known-until must be an hour from 0 to ${LAST_KNOWN_HOUR}.`)
  return { area: code, ...days, run, knownUntil: Number(knownUntil) }
}

/** `lastPublishedHours`: hours whose TSO forecast is known only as last published; they are not compared. */
type Backtest = BacktestReport & { lastPublishedHours: number }

function backtest(replay: Replay): Promise<Backtest> {
  const { area, from, to, run } = replay
  const { zone } = placeOf(area)
  return onDatabase({}, async (database) => {
    const span = {
      fromUtc: hourOf(addDays(from, -HISTORY_DAYS), 0, zone),
      toUtc: hourOf(addDays(to, 1), 0, zone),
    }
    const series = createSeriesStore(database)
    const readTimeOf = (day: string) => timeOfReplay(day, run)
    const { weather } = await readWeatherPast(createWeatherStore(database), area, span, readTimeOf)
    const uploads = await readUploads(createUploadStore(database), area, span, readTimeOf)
    const values = await readHourlyHistory(series, area, span, learnableHours)
    const history = withoutEmptyStart({ ...values, weather, uploads })
    const measured = await readHourlyHistory(series, area, span, hourlyMeans, true)
    const report = runBacktest(history, historySince(measured, history.startsAtUtc), replay)
    const days = { fromUtc: hourOf(from, 0, zone), toUtc: span.toUtc }
    const published = await readHourlyHistory(series, area, days, hourlyMeans)
    const inTime = historySince(measured, days.fromUtc)
    return { ...report, lastPublishedHours: countTso(published) - countTso(inTime) }
  })
}

/** Hours with a TSO forecast of residual load. */
function countTso({ quantities }: HourlyHistory): number {
  return countValues(residualLoad(byQuantity((quantity) => quantities[quantity].tso)))
}

const text = { type: 'string' } as const
const options = {
  area: text,
  from: text,
  to: text,
  run: text,
  'known-until': text,
  bands: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

await runCommand({ usage: USAGE, options }, async ({ values: { bands = false, json, ...words } }) => {
  const replay = readReplay(words)
  const report = await backtest(replay)
  if (Object.keys(report.quantities).length === 0)
    throw new CommandError(
      `The database has no values of ${replay.area} to compare from ${replay.from} to ${replay.to}.`,
    )
  const hours = report.lastPublishedHours
  const leftOut =
    hours === 0 ? '' : `TSO forecast as last published on ${hours} hours, which are not compared.\n`
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${backtestTable(report, bands)}\n${leftOut}`)
})
