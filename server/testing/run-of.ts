import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import type { StoredRun } from '#server/forecast/runs/kept/run-store.ts'

/** A run of a market day whose model is 1000 + the hour and whose final value is 500 more; sun and wind take 100 each. */
export function runOf(area: MemberCode, day: string, change: Partial<StoredRun> = {}): StoredRun {
  const startsAtUtc: number[] = []
  const end = timeOfDay(addDays(day, 1)) + 2 * HOUR_MS
  for (let utc = timeOfDay(day); utc < end; utc += HOUR_MS) startsAtUtc.push(utc)
  const of = (value: number) => startsAtUtc.map(() => value)
  return {
    area,
    day,
    kind: 'complete',
    issuedAtUtc: timeOfDay(addDays(day, -1), 17),
    informationUtc: deadlinesOf(day).informationUtc,
    isLate: false,
    isReplayed: false,
    usedInputs: ['load forecast', 'recent actuals'],
    missingInputs: [],
    uploads: [],
    weather: null,
    note: `note of ${day}`,
    defects: [],
    bandShift: 0,
    hours: {
      startsAtUtc,
      tso: { load: of(2000), solar: of(100), wind: of(100) },
      model: { load: startsAtUtc.map((_, index) => 1200 + index), solar: of(100), wind: of(100) },
      final: { load: startsAtUtc.map((_, index) => 1700 + index), solar: of(100), wind: of(100) },
      p10: of(1400),
      p90: of(1650),
    },
    ...change,
  }
}

/** A run with another final load, MW: one for all hours, or by hour. */
export function withFinalLoad(run: StoredRun, loadMw: number | ((hour: number) => number)): StoredRun {
  const load = run.hours.startsAtUtc.map((_, hour) => (typeof loadMw === 'number' ? loadMw : loadMw(hour)))
  return { ...run, hours: { ...run.hours, final: { ...run.hours.final, load } } }
}
