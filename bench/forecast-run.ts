import { monitorEventLoopDelay } from 'node:perf_hooks'

import { MEMBER_CODES } from '#contract/areas.ts'

import { makeEmbedded } from './bench-database.ts'
import { atMost, compare, type Figure, median } from './figure.ts'
import { createMarket } from './forecast-market.ts'
import { cpuTimeMs, threadIds } from './thread-time.ts'

const HISTORY_DAYS = 730
const ROUNDS = 7
const LIMIT_S = 1.5
const LIMIT_WITH_WEATHER_S = 2
const LIMIT_OF_WEATHER = 1.3
const LIMIT_OF_REPLAY_S = 40
/** Delays below this go unnoticed. */
const LONGEST_DELAY_MS = 50
const DELAY_RESOLUTION_MS = 1

interface Round {
  /** Processor time of the forecast thread. */
  busyS: number
  /** The same of the whole process: it also reads the values and keeps the forecasts. */
  wholeS: number
  longestDelayMs: number
}

/** How long some work keeps the forecast thread busy. A thread that begins with the work is counted from its beginning. */
async function measureThread(work: () => Promise<unknown>, others: ReadonlySet<string>): Promise<Round> {
  const threadOf = async () => (await threadIds()).filter((id) => !others.has(id))
  const before = await threadOf()
  const startMs = before.length === 0 ? 0 : await cpuTimeMs(before)
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  const usedBefore = process.cpuUsage()
  await work()
  const used = process.cpuUsage(usedBefore)
  delay.disable()
  return {
    busyS: ((await cpuTimeMs(await threadOf())) - startMs) / 1000,
    wholeS: (used.user + used.system) / 1e6,
    longestDelayMs: delay.max / 1e6 - DELAY_RESOLUTION_MS,
  }
}

/** Tomorrow's forecasts of all areas on two years of demo data, day after day, with weather and without in turn. */
export async function measureForecastRun(): Promise<Figure[]> {
  const made = await makeEmbedded()
  const market = createMarket(made.database)
  try {
    await market.read(HISTORY_DAYS)
    const others = new Set(await threadIds())
    // Tomorrow's first: they forecast the past days on the way, because none are kept yet.
    const first = await measureThread(() => market.makeDueRuns(), others)
    const replay = await measureThread(() => market.makeAllRuns(), others)
    const runDay = async (isWithWeather: boolean): Promise<Round> => {
      market.useWeather(isWithWeather)
      market.sleepUntilTomorrow()
      await market.read(1)
      return measureThread(async () => {
        const runs = await market.makeDueRuns()
        if (runs !== MEMBER_CODES.length) throw new Error(`${runs} of ${MEMBER_CODES.length} runs were made`)
      }, others)
    }
    const [plain, withWeather]: [Round[], Round[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(await runDay(false))
      withWeather.push(await runDay(true))
    }
    await market.startNewThread()
    const inNewThread = await runDay(true)
    const busy = (rounds: readonly Round[]) => rounds.map(({ busyS }) => busyS)
    const whole = (rounds: readonly Round[]) => rounds.map(({ wholeS }) => wholeS)
    const thread = { against: 'one core', unit: 's' }
    const ofWeather = { against: 'the run without', unit: 's', limit: LIMIT_OF_WEATHER, isAtLeast: false }
    return [
      atMost(
        { what: 'a forecast run of all areas without weather, time of its thread', ...thread },
        median(busy(plain)),
        LIMIT_S,
      ),
      atMost({ what: 'the same with weather', ...thread }, median(busy(withWeather)), LIMIT_WITH_WEATHER_S),
      compare(
        { what: 'a forecast run of all areas with weather, reading and keeping included', ...ofWeather },
        { product: whole(withWeather), reference: whole(plain) },
      ),
      compare(
        { what: 'the same, time of the forecast thread alone', ...ofWeather },
        { product: busy(withWeather), reference: busy(plain) },
      ),
      atMost(
        { what: 'the run with weather in a thread that has just started', ...thread },
        inNewThread.busyS,
        LIMIT_WITH_WEATHER_S,
      ),
      atMost(
        {
          what: 'longest delay of the event loop during a run',
          against: 'a delay nobody notices',
          unit: 'ms',
        },
        median([...plain, ...withWeather].map(({ longestDelayMs }) => longestDelayMs)),
        LONGEST_DELAY_MS,
      ),
      atMost(
        { what: 'the first run of all areas, with the 93 days before it', ...thread },
        first.busyS,
        LIMIT_OF_REPLAY_S,
      ),
      atMost(
        { what: 'the replay of 93 days of all areas, early and complete, with weather', ...thread },
        replay.busyS,
        LIMIT_OF_REPLAY_S,
      ),
      atMost(
        { what: 'longest delay of the event loop meanwhile', against: 'a delay nobody notices', unit: 'ms' },
        replay.longestDelayMs,
        LONGEST_DELAY_MS,
      ),
    ]
  } finally {
    await market.close()
    await made.remove()
  }
}
