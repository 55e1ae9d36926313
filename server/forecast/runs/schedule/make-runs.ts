import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import type { Clock } from '#server/clock.ts'
import { AREA_PLACES } from '#server/forecast/model/history/area-places.ts'
import {
  learnableHours,
  readHourlyHistory,
  withoutEmptyStart,
} from '#server/forecast/runs/inputs/hourly-history.ts'
import { readInputs } from '#server/forecast/runs/inputs/run-inputs.ts'
import {
  describeWeatherFaults,
  weatherOfRun,
  type RunWeather,
  type WeatherOfRun,
} from '#server/forecast/runs/inputs/run-weather.ts'
import { daysByWeather, readWeatherPast } from '#server/forecast/runs/inputs/weather-history.ts'
import {
  LEDGER_DAYS,
  WARM_UP_DAYS,
  type ForecastJob,
  type ForecastResult,
} from '#server/forecast/runs/job/forecast-job.ts'
import type { ForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import type { StoredRun, RunHead, RunStore } from '#server/forecast/runs/kept/run-store.ts'
import {
  addDays,
  deadlinesOf,
  sameTimeOfDayBefore,
  timeOfDay,
  timeOfReplay,
} from '#server/forecast/runs/market-day.ts'
import { TAIL_HOURS } from '#server/forecast/runs/run-hours.ts'
import { KNOWN_HOURS, type RunKind } from '#server/forecast/runs/run-kind.ts'
import { HOUR_MS, type SeriesStore } from '#server/series/series.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'

import { isLastOfDay, kindOf, planRun } from './run-plan.ts'

/** Days that the regressions learn from, with the lags of their first. */
const HISTORY_DAYS = 730 + 40

export interface RunMakerParts {
  series: SeriesStore
  weather: Pick<WeatherStore, 'readDayAhead'>
  store: RunStore
  thread: ForecastThread
  clock: Clock
}

/** A forecast, and the weather that it rests on. */
interface ForecastWithWeather extends ForecastResult {
  weather: WeatherOfRun | null
}

interface ComputeOptions extends Pick<
  ForecastJob,
  'knownHours' | 'hasTsoWindAndSolar' | 'lateTso' | 'warmUpDays'
> {
  /** When the weather of a delivery day was read. That of the past is taken as old as that of today. */
  weatherTimeOf: (day: string) => number
}

/** What there is of a delivery day in an area. */
interface KnownOfDay {
  heads: readonly RunHead[]
  /** Whether no run of the area was ever made in time, for any day. */
  isFirst: boolean
  /** The newest forecast weather; null for none. */
  weather: RunWeather | null
}

/** Makes forecasts from the stored series and keeps them, as runs and as the series of kind `model`. */
export function createRunMaker({ series, weather, store, thread, clock }: RunMakerParts) {
  async function compute(
    area: MemberCode,
    days: readonly string[],
    options: ComputeOptions,
  ): Promise<ForecastWithWeather[]> {
    const results: ForecastWithWeather[] = []
    for (const [since, ofPeriod] of daysByWeather(days))
      results.push(...(await computePeriod(area, ofPeriod, since, options, results)))
    return results
  }

  async function computePeriod(
    area: MemberCode,
    days: readonly string[],
    weatherSinceDay: string,
    { weatherTimeOf, ...options }: ComputeOptions,
    made: readonly ForecastWithWeather[],
  ): Promise<ForecastWithWeather[]> {
    const [first = '', last = first] = [days[0], days.at(-1)]
    const span = {
      fromUtc: timeOfDay(addDays(first, -options.warmUpDays - HISTORY_DAYS)),
      toUtc: timeOfDay(addDays(last, 1)) + TAIL_HOURS * HOUR_MS,
    }
    const past = await readWeatherPast(weather, area, span, weatherTimeOf, timeOfDay(weatherSinceDay))
    // Without the day's weather, weights and band are those of forecasts without any: errors with weather are half as large.
    const isWithWeather = days.some((day) => weatherOfRun(past.days, day) !== null)
    const kept = await store.runs([area], {
      from: addDays(first, -options.warmUpDays),
      to: addDays(last, -1),
    })
    const isAlike = hasSameInputs(options)
    const { latitude, longitude } = AREA_PLACES[area]
    const history = await readHourlyHistory(series, area, span, learnableHours)
    const results = await thread.run({
      history: withoutEmptyStart({ ...history, weather: isWithWeather ? past.weather : null }),
      zone: MARKET_ZONE,
      latitude,
      longitude,
      ...options,
      kept: [...kept.filter(isAlike), ...made]
        .filter((run) => isWithWeather || run.weather?.isUsed !== true)
        .map(({ day, hours, missingInputs }) => ({ day, hours, missingInputs })),
      days,
    })
    const weatherOf = ({ day, usesWeather }: ForecastResult) => {
      const known = weatherOfRun(past.days, day)
      return known && { ...known, isUsed: usesWeather }
    }
    return results.map((result) => ({
      ...result,
      weather: weatherOf(result),
      defects: [...result.defects, ...describeWeatherFaults(past.days, result.day)],
    }))
  }

  async function keep(runs: readonly StoredRun[]): Promise<number> {
    const whole = runs.filter((run) => run.hours.final.load.some((value) => value !== null))
    await store.add(whole)
    return whole.length
  }

  return {
    /** Makes the run that a delivery day lacks now and returns how many it made. */
    async makeRun(
      area: MemberCode,
      day: string,
      { heads, isFirst, weather: newestWeather }: KnownOfDay,
    ): Promise<number> {
      const last = heads.findLast((head) => !head.isReplayed)
      const deadlines = deadlinesOf(day)
      if (last !== undefined && isLastOfDay(last, deadlines, clock())) return 0
      const inputs = await readInputs(series, area, day)
      if (inputs === null) return 0
      const now = clock()
      const plan = planRun({ ...inputs, weather: newestWeather }, deadlines, last, now, isFirst)
      if (plan === null) return 0
      const { knownHours } = plan
      const informationUtc = timeOfDay(addDays(day, -1), knownHours)
      const results = await compute(area, [day], {
        knownHours,
        hasTsoWindAndSolar: plan.hasTsoWindAndSolar,
        lateTso: plan.lateTso,
        warmUpDays: LEDGER_DAYS,
        weatherTimeOf: sameTimeOfDayBefore(day, now),
      })
      return keep(
        results.map((result) => ({
          ...result,
          area,
          kind: kindOf(result.missingInputs),
          issuedAtUtc: clock(),
          informationUtc,
          isLate: plan.isLate,
          isReplayed: false,
        })),
      )
    },
    /** Makes the forecasts of past days afterwards, as runs of this kind would have been made back then. */
    async replay(area: MemberCode, days: readonly string[], kind: RunKind): Promise<number> {
      const results = await compute(area, days, {
        knownHours: KNOWN_HOURS[kind],
        hasTsoWindAndSolar: kind === 'complete',
        lateTso: null,
        // The bands of the oldest weeks have fewer errors to go by. No other forecast depends on them.
        warmUpDays: Math.max(WARM_UP_DAYS.weights, LEDGER_DAYS - days.length),
        weatherTimeOf: (other) => timeOfReplay(other, kind),
      })
      const runs = results.map((result) => ({
        ...result,
        area,
        kind,
        issuedAtUtc: clock(),
        informationUtc: timeOfDay(addDays(result.day, -1), KNOWN_HOURS[kind]),
        isLate: false,
        isReplayed: true,
      }))
      // Where a TSO never publishes wind and solar, what is known early is all that is ever known.
      return keep(
        kind === 'early' ? runs.filter(({ missingInputs }) => kindOf(missingInputs) === 'early') : runs,
      )
    },
  }
}

/** Whether a run knew as much of the TSO's wind and solar: weights and band are those of runs alike. */
function hasSameInputs({
  hasTsoWindAndSolar,
  lateTso,
}: Pick<ForecastJob, 'hasTsoWindAndSolar' | 'lateTso'>): (run: StoredRun) => boolean {
  if (lateTso === null) {
    const alike = hasTsoWindAndSolar ? 'complete' : 'early'
    return (run) => run.kind === alike && kindOf(run.missingInputs) === alike
  }
  const published = lateTso === 'solar' ? 'wind' : 'solar'
  return ({ missingInputs }) =>
    missingInputs.includes(`${lateTso} forecast`) && !missingInputs.includes(`${published} forecast`)
}
