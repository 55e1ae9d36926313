import type { RunInput } from '#contract/accuracy.ts'
import type { Span } from '#contract/time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { FIRST_FORECAST_DAY } from '#server/forecast/model/forecaster.ts'
import type { InformationTime } from '#server/forecast/model/history/known-history.ts'
import type { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import type { Inputs } from '#server/forecast/runs/job/run-inputs.ts'
import type { RunWeather } from '#server/forecast/runs/job/run-weather.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

/**
 * A run is due as soon as the TSO's load forecast has arrived, or without it when due; again when more inputs have
 * arrived. Null if no run is to be made. Only a day with a run waits for more inputs; without one, the map
 * would be empty.
 * @param last the last run of the day
 * @param isFirst no run of any day was ever made in time, as at a first start
 */
export function planRun(
  inputs: Inputs,
  deadlines: ReturnType<typeof deadlinesOf>,
  last: RunHead | undefined,
  nowUtc: number,
  isFirst = false,
): (InformationTime & { isLate: boolean }) | null {
  const { isAwaited, isPublished, knownHours } = inputs
  const isDaySoFarKnown = knownHours >= KNOWN_HOURS.early && !inputs.isHalfMissing
  const missing = QUANTITIES.filter((quantity) => isAwaited[quantity] && !isPublished[quantity])
  const isDue = nowUtc >= deadlines.auctionRunUtc
  if (missing.includes('load') && !isDue && !isFirst) return null
  // The last hours are only minutes away.
  const isMorning = nowUtc >= deadlines.informationUtc && !isDue
  if (knownHours < KNOWN_HOURS.early && isMorning && last !== undefined) return null
  const kind = missing.length === 0 ? 'complete' : 'early'
  if (last !== undefined) {
    const isWeatherNewer = kind === 'early' && isNewerWeather(inputs.weather, last.weather)
    // A run made early in the day lacked hours that are known when it is due.
    const isOutdated =
      kind === 'complete' &&
      last.informationUtc < deadlines.completeInformationUtc &&
      knownHours >= KNOWN_HOURS.complete &&
      nowUtc <= deadlines.completeUtc
    if (!bringsMore(missing, isDaySoFarKnown, last) && !isWeatherNewer && !isOutdated) return null
  }
  const isAnyPublished = UNPUBLISHED.early.some(
    (quantity) => isAwaited[quantity] && !missing.includes(quantity),
  )
  return {
    unpublished: UNPUBLISHED[kind].filter((quantity) => !isAnyPublished || missing.includes(quantity)),
    knownHours: Math.min(knownHours, KNOWN_HOURS[kind]),
    isLate: nowUtc > (kind === 'complete' ? deadlines.completeUtc : deadlines.earlyUtc),
  }
}

function bringsMore(
  missing: readonly Quantity[],
  isDaySoFarKnown: boolean,
  { missingInputs }: RunHead,
): boolean {
  const stillMissing = new Set(missing.map((quantity): RunInput => `${quantity} forecast`))
  const hasComeIn = missingInputs.some((input) => input !== 'recent actuals' && !stillMissing.has(input))
  return hasComeIn || (missingInputs.includes('recent actuals') && isDaySoFarKnown)
}

/** Later inputs would not improve the run. */
export function isLastOfDay(
  last: RunHead,
  deadlines: ReturnType<typeof deadlinesOf>,
  nowUtc: number,
): boolean {
  const knowsDaySoFar = last.informationUtc >= deadlines.completeInformationUtc
  const isBetweenDeadlines = nowUtc >= deadlines.completeInformationUtc && nowUtc <= deadlines.completeUtc
  return last.missingInputs.length === 0 && (knowsDaySoFar || !isBetweenDeadlines)
}

/** Early if a TSO forecast was missing. */
export function kindOf(missingInputs: readonly RunInput[]): RunKind {
  return missingInputs.some((input) => input !== 'recent actuals') ? 'early' : 'complete'
}

/** The weather is from a later run of its model, or from another model. */
function isNewerWeather(weather: RunWeather | null, last: RunWeather | null): boolean {
  if (weather === null || last === null) return weather !== null
  const isOfLaterRun = weather.runUtc === null || last.runUtc === null || weather.runUtc > last.runUtc
  return weather.knownAtUtc > last.knownAtUtc && (weather.model !== last.model || isOfLaterRun)
}

export function firstForecastDay(actual: Span): string {
  return marketDay(actual.fromUtc, FIRST_FORECAST_DAY)
}
