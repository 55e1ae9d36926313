import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Clock } from '#server/clock.ts'
import { placeOf } from '#server/forecast/model/history/area-places.ts'
import type { InformationTime } from '#server/forecast/model/history/known-history.ts'
import { OWN_ERROR_DAYS } from '#server/forecast/model/own-error.ts'
import { deadlinesOf, sameTimeOfDayBefore, timeOfReplay } from '#server/forecast/runs/deadlines.ts'
import { LEDGER_DAYS, WARM_UP_DAYS, type ForecastJob } from '#server/forecast/runs/job/forecast-job.ts'
import type { RunJob } from '#server/forecast/runs/job/forecast-thread.ts'
import {
  learnableHours,
  readHourlyHistory,
  readUploads,
  withoutEmptyStart,
} from '#server/forecast/runs/job/hourly-history.ts'
import { readInputs } from '#server/forecast/runs/job/run-inputs.ts'
import {
  daysByWeather,
  describeWeatherFaults,
  readWeatherPast,
  weatherOfRun,
  type RunWeather,
} from '#server/forecast/runs/job/run-weather.ts'
import type { RunHead, RunStore, StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { type MadeForecast, TAIL_HOURS } from '#server/forecast/runs/run-hours.ts'
import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import type { Quantity } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'

import { isLastOfDay, kindOf, planRun } from './run-plan.ts'

const HISTORY_DAYS = 730 + OWN_ERROR_DAYS + 40

export interface RunMakerParts {
  series: SeriesStore
  weather: Pick<WeatherStore, 'readDayAhead' | 'firstDay'>
  uploads: Pick<UploadStore, 'inputs' | 'read'>
  store: RunStore
  runJob: RunJob
  clock: Clock
}

type Made = MadeForecast & Pick<StoredRun, 'weather'>

interface MakeOptions extends Pick<ForecastJob, 'informationTime' | 'warmUpDays'> {
  /** When weather and uploads were read; past days at the same lead time as today's run. */
  readTimeOf: (day: string) => number
  headOf: (made: Made) => Pick<RunHead, 'kind' | 'isLate' | 'isReplayed'>
}

interface KnownOfDay {
  heads: readonly RunHead[]
  /** No run of any day was made in time yet. */
  isFirst: boolean
  weather: RunWeather | null
}

function createForecastComputer({ series, weather, uploads, store, runJob }: RunMakerParts) {
  /** All with the same first day of weather; `made` are earlier days. */
  return async (
    area: MemberCode,
    [weatherSinceDay, days]: [string, readonly string[]],
    { readTimeOf, informationTime, warmUpDays }: MakeOptions,
    made: readonly Made[],
  ): Promise<Made[]> => {
    const [first = '', last = first] = [days[0], days.at(-1)]
    const span = {
      fromUtc: timeOfDay(addDays(first, -warmUpDays - HISTORY_DAYS)),
      toUtc: timeOfDay(addDays(last, 1)) + TAIL_HOURS * HOUR_MS,
    }
    const uploadSpan = { ...span, fromUtc: timeOfDay(addDays(first, -warmUpDays - WARM_UP_DAYS.weights)) }
    const past = await readWeatherPast(weather, area, span, readTimeOf, timeOfDay(weatherSinceDay))
    // Errors without weather are twice as large, so weights and band are learned from forecasts without.
    const isWithWeather = days.some((day) => weatherOfRun(past.days, day) !== null)
    const kept = await store.runs([area], { from: addDays(first, -warmUpDays), to: addDays(last, -1) })
    const isAlike = hasSameInputs(informationTime)
    const history = await readHourlyHistory(series, area, span, learnableHours)
    const forecasts = await runJob({
      history: withoutEmptyStart({
        ...history,
        weather: isWithWeather ? past.weather : null,
        uploads: await readUploads(uploads, area, uploadSpan, readTimeOf),
      }),
      place: { ...placeOf(area), zone: MARKET_ZONE },
      informationTime,
      warmUpDays,
      kept: [...kept.filter(isAlike), ...made]
        .filter((run) => isWithWeather || run.weather?.isUsed !== true)
        .map(({ day, hours, missingInputs }) => ({ day, hours, missingInputs })),
      days,
    })
    return forecasts.map(({ usesWeather, ...forecast }) => {
      const known = weatherOfRun(past.days, forecast.day)
      return {
        ...forecast,
        weather: known && { ...known, isUsed: usesWeather },
        defects: [...forecast.defects, ...describeWeatherFaults(past.days, forecast.day)],
      }
    })
  }
}

export function createRunMaker(parts: RunMakerParts) {
  const { series, weather, store, clock } = parts
  const computePeriod = createForecastComputer(parts)

  async function makeRuns(area: MemberCode, days: readonly string[], options: MakeOptions): Promise<number> {
    const made: Made[] = []
    const firstKnown = (await weather.firstDay(area)) ?? days.at(-1) ?? ''
    for (const period of daysByWeather(days, firstKnown))
      made.push(...(await computePeriod(area, period, options, made)))
    const { knownHours } = options.informationTime
    const runs = made
      .map((forecast) => ({
        ...forecast,
        ...options.headOf(forecast),
        area,
        issuedAtUtc: clock(),
        informationUtc: timeOfDay(addDays(forecast.day, -1), knownHours),
      }))
      .filter(isRun)
    await store.add(runs)
    return runs.length
  }

  return {
    /** Makes the run that the day lacks now, if any; returns the number of runs. */
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
      const { knownHours, unpublished, isLate } = plan
      return makeRuns(area, [day], {
        informationTime: { knownHours, unpublished },
        warmUpDays: LEDGER_DAYS,
        readTimeOf: sameTimeOfDayBefore(day, now),
        headOf: ({ missingInputs }) => ({ kind: kindOf(missingInputs), isLate, isReplayed: false }),
      })
    },
    replay: (area: MemberCode, days: readonly string[], kind: RunKind): Promise<number> =>
      makeRuns(area, days, {
        informationTime: { knownHours: KNOWN_HOURS[kind], unpublished: UNPUBLISHED[kind] },
        // The oldest bands rest on fewer errors; no other forecast depends on them.
        warmUpDays: Math.max(WARM_UP_DAYS.weights, LEDGER_DAYS - days.length),
        readTimeOf: (other) => timeOfReplay(other, kind),
        headOf: () => ({ kind, isLate: false, isReplayed: true }),
      }),
  }
}

/** If a TSO never publishes wind and solar, the early inputs are all there is. */
function isRun({ hours, kind, missingInputs }: Pick<StoredRun, 'hours' | 'kind' | 'missingInputs'>): boolean {
  return (
    hours.final.load.some((value) => value !== null) &&
    (kind === 'complete' || kindOf(missingInputs) === 'early')
  )
}

/** Weights and bands are learned from runs with the same TSO inputs. */
function hasSameInputs({ unpublished }: InformationTime): (run: StoredRun) => boolean {
  const isMissing = ({ missingInputs }: StoredRun, quantity: Quantity) =>
    missingInputs.includes(`${quantity} forecast`)
  if (unpublished.length === 1)
    return (run) =>
      UNPUBLISHED.early.every((quantity) => isMissing(run, quantity) === unpublished.includes(quantity))
  const alike = unpublished.length === 0 ? 'complete' : 'early'
  return (run) => run.kind === alike && kindOf(run.missingInputs) === alike
}
