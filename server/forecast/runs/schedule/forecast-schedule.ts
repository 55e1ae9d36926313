import type { FastifyBaseLogger } from 'fastify'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import type { Status } from '#contract/status.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import { repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import { LEDGER_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import type { Revision } from '#server/series/revision.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'

import { createRunMaker, type RunMakerParts } from './make-runs.ts'
import { firstForecastDay } from './run-plan.ts'

/** How often inputs are checked, and how soon again while they are being filled or more runs may be due. */
const CHECK_EVERY_MS = 30_000
const CHECK_SOON_MS = 2000
/** Older values are useless for tomorrow. */
const MIN_RECENT_MS = 14 * DAY_MS

export interface ForecastScheduleParts extends RunMakerParts {
  weather: Pick<WeatherStore, 'readDayAhead' | 'firstDay' | 'newestOf'>
  revision: Revision
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** One process makes the runs; it can change. */
  leadership: { isLeader(): boolean }
  /** Forecasts made meanwhile would learn from half of the past. */
  isFilling(): Promise<boolean>
  areas?: readonly MemberCode[]
}

interface Replay {
  name: string
  area: MemberCode
  days: readonly string[]
  kind: RunKind
}

/** Countries of the map first. */
const ALL_AREAS: readonly MemberCode[] = [true, false].flatMap((isOnMap) =>
  MEMBER_CODES.filter((area) => FORECAST_AREAS.includes(area) === isOnMap),
)

/** One area at a time; a failure does not stop the others. */
async function forEachArea<Work extends { area: MemberCode }>(
  { leadership, logger }: Pick<ForecastScheduleParts, 'leadership' | 'logger'>,
  works: readonly Work[],
  doWork: (work: Work) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let made = 0
  for (const work of works) {
    if (signal?.aborted || !leadership.isLeader()) return made
    try {
      made += await doWork(work)
    } catch (error) {
      if (error instanceof DatabaseError || signal?.aborted) throw error
      logger.error({ err: error, area: work.area }, 'forecast failed')
    }
  }
  return made
}

function createReplays(parts: ForecastScheduleParts, maker: ReturnType<typeof createRunMaker>) {
  const { clock, areas = ALL_AREAS } = parts
  /** Replays are not tried again until then. */
  const replayedUntil = new Map<string, number>()
  let progress: Status['replays'] = null

  async function replay({ name, area, days, kind }: Replay): Promise<number> {
    const hour = Math.floor(clock() / HOUR_MS) * HOUR_MS
    const made = await maker.replay(area, days, kind)
    // A replay without a possible run is not tried with every new value.
    replayedUntil.set(name, hour + (made === 0 && kind === 'early' ? DAY_MS : HOUR_MS))
    return made
  }

  async function replayPast(works: readonly Replay[], signal: AbortSignal | undefined): Promise<number> {
    const total = Math.max(0, ...works.map(({ days }) => days.length))
    const allDays = works.reduce((sum, { days }) => sum + days.length, 0)
    let doneDays = 0
    const replayOne = (work: Replay): Promise<number> => {
      progress = { done: Math.floor((total * doneDays) / allDays), total }
      doneDays += work.days.length
      return replay(work)
    }
    try {
      return await forEachArea(parts, works, replayOne, signal)
    } finally {
      progress = null
    }
  }

  return {
    progress: () => progress,
    /** Makes runs from the delivery day `first` on; returns their number. `isFirstStart`: complete runs only. */
    async make(
      headsOf: (area: MemberCode) => readonly RunHead[],
      { first, isFirstStart }: { first: string; isFirstStart: boolean },
      now: number,
      signal: AbortSignal | undefined,
    ): Promise<number> {
      const missing = (kind: RunKind, since = first): Replay[] =>
        areas.flatMap((area) => {
          const days = daysToReplay(headsOf(area), kind, now).filter((day) => day >= first && day >= since)
          const name = `${area} ${kind} ${since === first ? '' : 'recent'}`
          return days.length === 0 || now < (replayedUntil.get(name) ?? 0) ? [] : [{ name, area, days, kind }]
        })
      // Tomorrow's run would else forecast the same weeks for its weights, and not keep them.
      if (isFirstStart) return replayPast(missing('complete'), signal)
      // First the days of the map and Home, then the curves' past, then days that are only scored.
      const recent = missing('complete', addDays(marketDay(now), -1))
      return (
        (await forEachArea(parts, recent, replay, signal)) ||
        replayPast([...missing('complete'), ...missing('early')], signal)
      )
    },
  }
}

/** Tomorrow's forecasts as inputs arrive, then missing past ones. */
export function createForecastSchedule(parts: ForecastScheduleParts) {
  const { series, weather, store, revision, clock, logger, areas = ALL_AREAS } = parts
  const maker = createRunMaker(parts)
  const replays = createReplays(parts, maker)
  let checkedState = ''

  async function makeDueRuns(signal?: AbortSignal): Promise<number> {
    const now = clock()
    const today = marketDay(now)
    const tomorrow = addDays(today, 1)
    const isDue = now >= deadlinesOf(tomorrow).auctionRunUtc
    // Runs are made only after new values.
    const state = `${await revision.current()} ${tomorrow} ${isDue} ${Math.floor(now / HOUR_MS)}`
    if (state === checkedState) return 0
    const actual = await series.coverage('actual')
    if (actual === null || actual.toUtc < now - MIN_RECENT_MS) {
      checkedState = state
      return 0
    }
    const heads = await store.heads({ from: addDays(today, -LEDGER_DAYS), to: tomorrow })
    const headsOf = (area: MemberCode) => heads.filter((head) => head.area === area)
    const replay = async (isFirstStart: boolean) => {
      const made = await replays.make(headsOf, { first: firstForecastDay(actual), isFirstStart }, now, signal)
      if (made > 0) logger.info({ replays: made }, 'past forecasts made')
      return made
    }
    // Also after a first start that was killed on the way.
    const begun = heads.every(({ isReplayed }) => isReplayed) ? await replay(true) : 0
    if (begun > 0) return begun
    const newestWeather = await weather.newestOf(tomorrow, now)
    const makeRun = ({ area }: { area: MemberCode }) =>
      maker.makeRun(area, tomorrow, {
        heads: headsOf(area).filter(({ day }) => day === tomorrow),
        isFirst: headsOf(area).every(({ isReplayed }) => isReplayed),
        weather: newestWeather.get(area) ?? null,
      })
    const works = areas.map((area) => ({ area }))
    const runs = await forEachArea(parts, works, makeRun, signal)
    if (runs > 0) {
      logger.info({ runs }, 'forecasts made')
      // Runs raise the revision; past days wait for the next check.
      return runs
    }
    const made = await replay(false)
    if (made === 0) checkedState = state
    return made
  }

  return {
    makeDueRuns,
    replays: replays.progress,
    /** Runs until aborted. Never rejects. */
    run: (signal: AbortSignal): Promise<void> =>
      repeatAsLeader(
        { ...parts, name: 'forecasts' },
        async () =>
          (await parts.isFilling()) || (await makeDueRuns(signal)) > 0 ? CHECK_SOON_MS : CHECK_EVERY_MS,
        CHECK_EVERY_MS,
        signal,
      ),
  }
}

/**
 * Delivery days up to `nowUtc` without a run made in time or a replay of this kind, in order. Early runs are
 * also replayed, even for tomorrow, if a complete run came first: they show the forecast before the auction.
 */
function daysToReplay(heads: readonly RunHead[], kind: RunKind, nowUtc: number): string[] {
  const today = marketDay(nowUtc)
  const tomorrow = addDays(today, 1)
  const hasRun = (day: string) => heads.some((head) => head.day === day && !head.isReplayed)
  const isEarlyOfTomorrow =
    kind === 'early' && hasRun(tomorrow) && nowUtc >= deadlinesOf(tomorrow).auctionRunUtc
  const counts = (head: RunHead) => head.kind === kind || (kind === 'complete' && !head.isReplayed)
  const made = new Set(heads.filter(counts).map(({ day }) => day))
  const days = Array.from({ length: LEDGER_DAYS }, (_, back) => addDays(today, -back))
  return [...(isEarlyOfTomorrow ? [tomorrow] : []), ...days].filter((day) => !made.has(day)).toReversed()
}
