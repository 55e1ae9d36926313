import type { MemberCode } from '#contract/areas.ts'
import type { DataDaysAnswer } from '#contract/data-days.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Database } from '#server/database/database.ts'
import { layRuns, valuesOf } from '#server/forecast/runs/kept/lay-runs.ts'
import { beforeAuction, knownHoursOf, unknownHoursOf } from '#server/forecast/runs/kept/run-rules.ts'
import type { RunHead, RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { KNOWN_HOURS } from '#server/forecast/runs/run-kind.ts'
import { deliveryDays } from '#server/series/forecast-days.ts'
import { KNOWN_NOW } from '#server/series/known.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, QUANTITIES } from '#server/series/series.ts'
import { readDelays } from '#server/series/store/actual-delays.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { Source } from '#server/sources/source.ts'

/** To estimate the cost of missing hours, from at least `MIN_DAYS` late and `MIN_DAYS` on time. */
const HISTORY_DAYS = 180
const MIN_DAYS = 5

interface Parts {
  series: Pick<SeriesStore, 'read' | 'newest'>
  store: Pick<RunStore, 'days' | 'heads' | 'parts'>
  database: Database
  /** Without a source no value is late. */
  source: Pick<Source, 'name'> | null
}

/** Delays, and the hours that the last run before the auction of the newest delivery day lacked. */
export async function readLateness(
  parts: Parts,
  areas: readonly MemberCode[],
  nowUtc: number,
): Promise<Pick<DataDaysAnswer, 'delays' | 'unknownHours'>> {
  if (parts.source === null) return { delays: [], unknownHours: [] }
  const delays = await readDelays({ ...parts, source: parts.source.name }, areas, nowUtc)
  const unknownHours: DataDaysAnswer['unknownHours'] = []
  const day = (await parts.store.days())?.to
  if (day === undefined) return { delays, unknownHours }
  for (const run of beforeAuction(await parts.store.heads({ from: day, to: day }))) {
    const [knownHours, hours] = [knownHoursOf(run), unknownHoursOf(run)]
    if (hours === 0 || !areas.includes(run.area)) continue
    unknownHours.push({ area: run.area, day, knownHours, hours, ...(await readCost(parts, run, knownHours)) })
  }
  return { delays, unknownHours }
}

/** Excess error, in percent, of runs with as few known hours over runs with all. */
async function readCost({ series, store }: Parts, { area, day }: RunHead, knownHours: number) {
  const from = addDays(day, -HISTORY_DAYS)
  const span = { fromUtc: timeOfDay(from), toUtc: timeOfDay(day) }
  const laid = layRuns(
    await store.parts(area, ['final'], { from, to: addDays(day, -1) }),
    span,
    KNOWN_NOW,
    beforeAuction,
  )
  const keys = QUANTITIES.map((quantity) => ({ area, quantity, kind: 'actual' as const }))
  const read = await series.read(keys, span)
  const actual = residualLoad(byQuantity((quantity) => hourlyMeans(read({ area, quantity, kind: 'actual' }))))
  const final = laid.block(valuesOf('final', 'residual')).powerMw
  const groups = { late: { sum: 0, hours: 0, days: 0 }, onTime: { sum: 0, hours: 0, days: 0 } }
  for (const past of deliveryDays(from, addDays(day, -1))) {
    const run = laid.runOn(past)
    if (run === undefined) continue
    const known = knownHoursOf(run)
    if (known > knownHours && known < KNOWN_HOURS.early) continue
    const group = known <= knownHours ? groups.late : groups.onTime
    const hoursBefore = group.hours
    for (let utc = past.fromUtc; utc < past.toUtc; utc += HOUR_MS) {
      const hour = (utc - span.fromUtc) / HOUR_MS
      const error = Math.abs((final[hour] ?? NaN) - (actual[hour] ?? NaN))
      if (Number.isNaN(error)) continue
      group.sum += error
      group.hours++
    }
    if (group.hours > hoursBefore) group.days++
  }
  const mae = ({ sum, hours }: typeof groups.late) => sum / hours
  const isKnown = groups.late.days >= MIN_DAYS && groups.onTime.days >= MIN_DAYS
  const percent = isKnown ? Math.round(1000 * (mae(groups.late) / mae(groups.onTime) - 1)) / 10 : NaN
  return { lateDays: groups.late.days, moreErrorPercent: Number.isFinite(percent) ? percent : null }
}
