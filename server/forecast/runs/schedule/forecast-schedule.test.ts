import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { serialize } from 'node:v8'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createUsers } from '#server/auth/users.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import type { ForecastResult } from '#server/forecast/runs/job/forecast-job.ts'
import { createForecastThread, type RunJob } from '#server/forecast/runs/job/forecast-thread.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createRevision } from '#server/series/revision.ts'
import { QUANTITIES, type Kind, type Quantity } from '#server/series/series.ts'
import { cutWeather, emptyWeather } from '#server/series/store/area-weather.ts'
import { createSeriesStore, type SeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore, type WeatherStore } from '#server/series/store/weather-store.ts'
import { block, LOAD, readBlock, storeValues } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { inventHistory } from '#server/testing/market-history.ts'
import { uploadOf } from '#server/testing/upload-of.ts'

import { createForecastSchedule } from './forecast-schedule.ts'

const HISTORY = inventHistory({ from: '2025-05-20', to: '2025-06-13' })
/** Weather has a say once six weeks of it are known. */
const WEATHER_HISTORY = inventHistory({ from: '2025-04-20', to: '2025-06-13', hasWeather: true })
const ENDS_TOMORROW = timeOfDay('2025-06-12') + 2 * HOUR_MS
const at = (time: string) => Date.parse(`${time}:00+02:00`)

/** Stores what of an area was published between two moments: actual values an hour late, forecasts as far as requested. */
async function publish(
  series: SeriesStore,
  area: MemberCode,
  kind: Exclude<Kind, 'model'>,
  quantities: readonly Quantity[],
  toUtc: number,
  history: HourlyHistory = HISTORY,
): Promise<void> {
  const { startsAtUtc } = history
  const blocks = quantities.map((quantity) => {
    const powerMw = history.quantities[quantity][kind].slice(0, (toUtc - startsAtUtc) / HOUR_MS)
    return block({ area, quantity, kind }, startsAtUtc, 60, powerMw)
  })
  await storeValues(series, toUtc, blocks)
}

/** Stores the weather of a delivery day, as read at ten to eight of the day before or at another time. */
async function forecastWeather(
  store: WeatherStore,
  day: string,
  knownAtUtc = timeOfDay(addDays(day, -1), 7) + 50 * MINUTE_MS,
): Promise<void> {
  const span = { fromUtc: timeOfDay(day), toUtc: timeOfDay(addDays(day, 1)) }
  const weather = cutWeather(WEATHER_HISTORY.weather ?? emptyWeather(span.fromUtc, 24), span)
  await store.append([
    { area: 'BE', model: 'test', runUtc: null, knownAtUtc, fetchedAtUtc: knownAtUtc, weather },
  ])
}

/** Publishes all quantities of Belgium: actual values up to a moment, forecasts up to another or for tomorrow. */
async function publishAll(
  series: SeriesStore,
  actualTo: string,
  tsoToUtc = ENDS_TOMORROW,
  history: HourlyHistory = HISTORY,
): Promise<void> {
  await publish(series, 'BE', 'actual', QUANTITIES, at(actualTo), history)
  await publish(series, 'BE', 'tso', QUANTITIES, tsoToUtc, history)
}

const compute = createForecastThread()
/** By job: what was computed for it. Most jobs come again in other tests. */
const computed = new Map<string, Promise<ForecastResult>>()

const computeOnce: RunJob = async (job) => {
  const key = createHash('sha256').update(serialize(job)).digest('base64')
  const results = computed.get(key) ?? compute(job)
  computed.set(key, results)
  return structuredClone(await results)
}

interface StartOptions {
  areas?: readonly MemberCode[]
  onJob?: () => void
}

async function start(time: string, { areas = ['BE'], onJob = () => {} }: StartOptions = {}) {
  const database = await openTestDatabase()
  let now = at(time)
  let isFilling = false
  const series = createSeriesStore(database)
  const weather = createWeatherStore(database)
  const store = createRunStore(database, series)
  const failures: unknown[] = []
  const logger = { info: () => {}, warn: () => {}, error: (fault: unknown) => failures.push(fault) }
  const schedule = createForecastSchedule({
    series,
    weather,
    uploads: createUploadStore(database),
    store,
    revision: createRevision(database),
    runJob(job) {
      onJob()
      return computeOnce(job)
    },
    clock: () => now,
    logger,
    leadership: { isLeader: () => true },
    isFilling: async () => isFilling,
    areas,
  })
  onTestFinished(() => expect(failures).toEqual([]))
  return {
    database,
    series,
    weather,
    store,
    schedule,
    setNow: (later: string) => {
      now = at(later)
    },
    setFilling: (value: boolean) => {
      isFilling = value
    },
    /** At a first start, after the past. */
    makeFirstRun: async () => {
      await schedule.makeDueRuns()
      return schedule.makeDueRuns()
    },
    makeAll: async () => {
      let made = 0
      for (;;) {
        const more = await schedule.makeDueRuns()
        if (more === 0) return made
        made += more
      }
    },
    runsOf: (day: string) => store.runs(['BE'], { from: day, to: day }),
    /** Those made in time, without what was said before the auction if that is made afterwards. */
    ownRunsOf: async (day: string) =>
      (await store.runs(['BE'], { from: day, to: day })).filter(({ isReplayed }) => !isReplayed),
  }
}

describe('forecast schedule', () => {
  test('runs by itself, once the past is filled', async () => {
    const { series, schedule, runsOf, setFilling } = await start('2025-06-10T09:20')
    await publishAll(series, '2025-06-10T08:00')
    const stop = new AbortController()
    setFilling(true)
    const running = schedule.run(stop.signal)
    await sleep(500)
    expect(await runsOf('2025-06-11')).toEqual([])
    setFilling(false)
    await expect.poll(() => runsOf('2025-06-11')).toHaveLength(1)
    stop.abort()
    await running
  })

  test('makes an early run with the load forecast and a complete one with sun and wind', async () => {
    const { series, setNow, makeAll, runsOf, schedule } = await start('2025-06-09T18:30')
    await publishAll(series, '2025-06-09T16:00', timeOfDay('2025-06-11'))
    await makeAll()
    setNow('2025-06-10T08:40')
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-10T08:00'))
    await makeAll()
    expect(await runsOf('2025-06-11')).toEqual([])

    await publish(series, 'BE', 'tso', ['load'], ENDS_TOMORROW)
    setNow('2025-06-10T08:45')
    expect(await makeAll()).toBe(1)
    const [early] = await runsOf('2025-06-11')
    expect(early).toMatchObject({
      kind: 'early',
      isLate: false,
      isReplayed: false,
      issuedAtUtc: at('2025-06-10T08:45'),
      informationUtc: at('2025-06-10T08:00'),
      usedInputs: ['load forecast', 'recent actuals'],
      missingInputs: ['solar forecast', 'wind forecast'],
    })
    expect(early?.note).toMatch(/^corrected TSO load; solar and wind from history/)
    expect(early?.hours.tso.solar.every((value) => value === null)).toBe(true)
    expect(early?.hours.final.wind.every((value) => value !== null)).toBe(true)
    expect(early?.hours.startsAtUtc.length).toBe(24)

    setNow('2025-06-10T18:30')
    await publish(series, 'BE', 'tso', QUANTITIES, ENDS_TOMORROW)
    expect(await makeAll()).toBe(1)
    const runs = await runsOf('2025-06-11')
    expect(runs[0]).toEqual(early)
    expect(runs[1]).toMatchObject({ kind: 'complete', isLate: true, missingInputs: [] })
    expect(runs[1]?.note).toBe('corrected TSO forecast')
    expect(await schedule.makeDueRuns()).toBe(0)
  })

  test('uses uploaded forecasts that were issued before a run, while an admin lets it', async () => {
    const { database, series, setNow, makeAll, runsOf } = await start('2025-06-10T08:49')
    await createUsers(database).add('ann', 'hash', 'analyst')
    const uploads = createUploadStore(database)
    const { startsAtUtc, quantities } = HISTORY
    /** Exactly the actual values, of load issued before the run of 08:50 of each day, of wind after it. */
    const versions = (['load', 'wind'] as const).flatMap((quantity) =>
      Array.from({ length: 21 }, (_, index) => {
        const day = addDays('2025-05-23', index)
        const first = (timeOfDay(day) - startsAtUtc) / HOUR_MS
        const quarters = Float32Array.from(
          { length: 96 },
          (__, quarter) => quantities[quantity].actual[first + Math.floor(quarter / 4)] ?? NaN,
        )
        const issuedUtc = timeOfDay(addDays(day, -1), quantity === 'load' ? 8 : 9)
        return { area: 'BE' as const, quantity, day, issuedUtc, quarters }
      }),
    )
    const { id } = await database.transaction((connection) =>
      uploads.write(connection, 1, uploadOf('Vendor', versions)),
    )
    await publishAll(series, '2025-06-10T08:00', timeOfDay('2025-06-11'))
    await publish(series, 'BE', 'tso', ['load'], ENDS_TOMORROW)
    await makeAll()
    expect((await runsOf('2025-06-11'))[0]).toMatchObject({ kind: 'early', isReplayed: false, uploads: [] })

    await uploads.setInput(id, true)
    setNow('2025-06-11T08:49')
    const nextDay = ENDS_TOMORROW + DAY_MS
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-11T08:00'))
    await publish(series, 'BE', 'tso', ['load'], nextDay)
    await makeAll()
    setNow('2025-06-11T18:30')
    await publish(series, 'BE', 'tso', QUANTITIES, nextDay)
    await makeAll()
    const [early, complete] = await runsOf('2025-06-12')
    expect(early?.note).toMatch(
      /^corrected TSO load; solar and wind from history, but 7\d% of load from Vendor · ann$/,
    )
    expect(complete?.note).toMatch(/, but 7\d% of load from Vendor · ann and 7\d% of wind from Vendor · ann$/)
    expect([early, complete].map((run) => run?.uploads)).toEqual([['Vendor · ann'], ['Vendor · ann']])
    const first = (timeOfDay('2025-06-12') - startsAtUtc) / HOUR_MS
    const errors = (['model', 'final'] as const).map((kind) =>
      (complete?.hours[kind].load ?? [])
        .slice(0, 24)
        .reduce<number>(
          (sum, mw, hour) => sum + Math.abs((mw ?? NaN) - (quantities.load.actual[first + hour] ?? NaN)),
          0,
        ),
    )
    expect((errors[1] ?? NaN) / (errors[0] ?? NaN)).toBeLessThan(0.5)
  })

  test('replays what the accuracy needs, once, with the cut of back then', async () => {
    const { series, store, setNow, makeAll, runsOf } = await start('2025-06-10T09:20')
    await publishAll(series, '2025-06-10T08:00')
    await makeAll()
    const heads = await store.heads({ from: '2025-01-01', to: '2025-06-10' })
    expect(heads.every(({ isReplayed }) => isReplayed)).toBe(true)
    const [complete, early] = (['complete', 'early'] as const).map((kind) =>
      heads.filter((head) => head.kind === kind),
    )
    // Every day of the history but its first three.
    expect([complete?.length, early?.length]).toEqual([19, 19])
    const ofToday = (kind: typeof complete) => kind?.find(({ day }) => day === '2025-06-10')
    expect(ofToday(complete)).toMatchObject({ day: '2025-06-10', informationUtc: at('2025-06-09T16:00') })
    expect(ofToday(early)).toMatchObject({ day: '2025-06-10', informationUtc: at('2025-06-09T08:00') })
    // Values that became known since do not change what was replayed.
    const before = await runsOf('2025-06-09')
    setNow('2025-06-11T09:20')
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-11T08:00'))
    await makeAll()
    expect(await runsOf('2025-06-09')).toEqual(before)
    // A complete run was there before any early one: what was said before the auction is made afterwards.
    expect((await runsOf('2025-06-11')).map(({ kind, isReplayed }) => [kind, isReplayed])).toEqual([
      ['complete', false],
      ['early', true],
    ])
  })

  test('replays the past before any run, and says how far it is', async () => {
    const progress: unknown[] = []
    const areas = ['BE', 'NL'] as const
    const onJob = () => progress.push(schedule.replays())
    const { series, store, schedule, setNow } = await start('2025-06-10T09:20', { areas, onJob })
    const publishUntil = async (actualTo: string, tsoToUtc: number) => {
      for (const area of areas) {
        await publish(series, area, 'actual', QUANTITIES, at(actualTo))
        await publish(series, area, 'tso', QUANTITIES, tsoToUtc)
      }
    }
    const daysOf = async (kind: 'complete' | 'early') =>
      (await store.heads({ from: '2025-05-01', to: '2025-06-15' }))
        .filter((head) => head.kind === kind)
        .map(({ area, day }) => `${area} ${day}`)
    await publishUntil('2025-06-10T08:00', timeOfDay('2025-06-11'))
    expect(await schedule.makeDueRuns()).toBe(2 * 19)
    expect(progress).toEqual([
      { done: 0, total: 19 },
      { done: 9, total: 19 },
    ])
    const first = await daysOf('complete')
    expect(first).toHaveLength(38)

    // Two days later, as after a start that was killed, yesterday and today still come before tomorrow's run.
    setNow('2025-06-12T09:20')
    await publishUntil('2025-06-12T08:00', ENDS_TOMORROW + 2 * DAY_MS)
    expect(await schedule.makeDueRuns()).toBe(4)
    expect((await daysOf('complete')).filter((day) => !first.includes(day)).toSorted()).toEqual([
      'BE 2025-06-11',
      'BE 2025-06-12',
      'NL 2025-06-11',
      'NL 2025-06-12',
    ])
    expect(await schedule.makeDueRuns()).toBe(2)
    expect(await daysOf('early')).toEqual([])
    // The early runs include the one of tomorrow.
    expect(await schedule.makeDueRuns()).toBe(2 * 22)
    expect(await schedule.makeDueRuns()).toBe(0)
    expect(schedule.replays()).toBeNull()

    // Two days after a run tomorrow's run is the first, then come yesterday's and today's.
    const before = await daysOf('complete')
    setNow('2025-06-15T09:20')
    await publishUntil('2025-06-15T08:00', ENDS_TOMORROW + 5 * DAY_MS)
    expect(await schedule.makeDueRuns()).toBe(2)
    expect(await daysOf('complete')).toEqual(before)
    expect(await schedule.makeDueRuns()).toBe(4)
    expect((await daysOf('complete')).filter((day) => !before.includes(day)).toSorted()).toEqual([
      'BE 2025-06-14',
      'BE 2025-06-15',
      'NL 2025-06-14',
      'NL 2025-06-15',
    ])
  })

  test('replays a past day without the TSO’s wind and solar once, as what is known in the afternoon', async () => {
    const { series, store, setNow, makeAll, runsOf } = await start('2025-06-10T09:20')
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-10T08:00'))
    const history = structuredClone(HISTORY)
    const gap = (timeOfDay('2025-06-05') - HISTORY.startsAtUtc) / HOUR_MS
    for (const quantity of ['solar', 'wind'] as const)
      history.quantities[quantity].tso.fill(NaN, gap, gap + 24)
    await publish(series, 'BE', 'tso', QUANTITIES, ENDS_TOMORROW, history)
    await makeAll()
    const runs = await runsOf('2025-06-05')
    expect(runs.map(({ kind, informationUtc }) => [kind, informationUtc])).toEqual([
      ['complete', at('2025-06-04T16:00')],
      ['early', at('2025-06-04T08:00')],
    ])
    expect(runs[0]?.missingInputs).toEqual(['solar forecast', 'wind forecast'])
    const heads = await store.heads({ from: '2025-01-01', to: '2025-06-10' })
    setNow('2025-06-10T10:20')
    expect(await makeAll()).toBe(0)
    expect(await store.heads({ from: '2025-01-01', to: '2025-06-10' })).toEqual(heads)
  })

  test('makes the run before the auction without weather where it is late, and again when it comes', async () => {
    const { series, weather, setNow, schedule, makeFirstRun, runsOf } = await start('2025-06-10T08:49')
    await publishAll(series, '2025-06-10T08:00', timeOfDay('2025-06-11'), WEATHER_HISTORY)
    for (let day = '2025-04-21'; day <= '2025-06-10'; day = addDays(day, 1))
      await forecastWeather(weather, day)
    setNow('2025-06-10T08:50')
    expect(await makeFirstRun()).toBe(1)
    const [first] = await runsOf('2025-06-11')
    expect(first).toMatchObject({ kind: 'early', isLate: false, weather: null })
    expect(first?.defects.map(({ text }) => text)).toContain(
      'No weather forecast is there for this day; the last was for Jun 10. Wind and solar follow from history.',
    )
    // Read from the source at 08:52 and known from then on.
    setNow('2025-06-10T08:53')
    await forecastWeather(weather, '2025-06-11', at('2025-06-10T08:52'))
    expect(await schedule.makeDueRuns()).toBe(1)
    const second = (await runsOf('2025-06-11'))[1]
    expect(second).toMatchObject({
      kind: 'early',
      weather: { model: 'test', knownAtUtc: at('2025-06-10T08:52'), isUsed: true },
    })
    expect(second?.hours.final.wind).not.toEqual(first?.hours.final.wind)
  })

  test('makes a missed run late, and one without the load forecast when it is due', async () => {
    const { series, makeFirstRun, runsOf } = await start('2025-06-10T10:05')
    await publishAll(series, '2025-06-10T07:00', timeOfDay('2025-06-11'))
    expect(await makeFirstRun()).toBe(1)
    const [run] = await runsOf('2025-06-11')
    expect(run).toMatchObject({
      kind: 'early',
      isLate: true,
      informationUtc: at('2025-06-10T07:00'),
      usedInputs: [],
      missingInputs: ['load forecast', 'solar forecast', 'wind forecast', 'recent actuals'],
    })
    expect(run?.note).toMatch(/^from history alone/)
    expect(run?.hours.final.load.every((value) => value !== null)).toBe(true)
  })

  test('knows an hour only once the whole of it is there', async () => {
    const { series, makeFirstRun, runsOf } = await start('2025-06-10T05:34')
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-10T05:00'))
    const halfAnHour = block({ ...LOAD, area: 'BE' }, at('2025-06-10T05:00'), 15, [9000, 9000])
    await storeValues(series, at('2025-06-10T05:34'), [halfAnHour])
    await publish(series, 'BE', 'tso', QUANTITIES, ENDS_TOMORROW)
    expect(await makeFirstRun()).toBe(1)
    const [run] = await runsOf('2025-06-11')
    expect(run).toMatchObject({ informationUtc: at('2025-06-10T05:00'), missingInputs: ['recent actuals'] })
  })

  test('takes the hours of the day so far that are there around missing ones, and says when most are missing', async () => {
    const hourOf = (utc: number) => (utc - HISTORY.startsAtUtc) / HOUR_MS
    const runWithout = async (...missing: number[]) => {
      const { series, makeFirstRun, ownRunsOf } = await start('2025-06-10T16:40')
      const history = structuredClone(HISTORY)
      for (const hour of missing) history.quantities.load.actual[hourOf(timeOfDay('2025-06-10', hour))] = NaN
      // This morning the TSO forecast far too little.
      const from = hourOf(timeOfDay('2025-06-10'))
      for (let slot = from; slot < from + 16; slot++)
        history.quantities.load.actual[slot] = 1.2 * (history.quantities.load.actual[slot] ?? NaN)
      await publishAll(series, '2025-06-10T16:00', ENDS_TOMORROW, history)
      await makeFirstRun()
      const [run] = await ownRunsOf('2025-06-11')
      const load = run?.hours.final.load ?? []
      return { run, meanMw: load.reduce((sum: number, value) => sum + (value ?? NaN), 0) / load.length }
    }
    const whole = await runWithout()
    const holed = await runWithout(2)
    const few = await runWithout(0, 1, 2, 3, 4, 5, 6, 7, 8)
    expect(holed.run).toMatchObject({ informationUtc: at('2025-06-10T16:00'), missingInputs: [] })
    expect(Math.abs(holed.meanMw - whole.meanMw)).toBeLessThan(0.002 * whole.meanMw)
    expect(few.run).toMatchObject({
      informationUtc: at('2025-06-10T16:00'),
      missingInputs: ['recent actuals'],
    })
  })

  test('writes the model’s curves, of two days as one', async () => {
    const { series, setNow, makeAll, runsOf } = await start('2025-06-10T09:20')
    await publish(series, 'BE', 'tso', QUANTITIES, ENDS_TOMORROW)
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-10T08:00'))
    await makeAll()
    const key = { area: 'BE', quantity: 'load', kind: 'model' } as const
    const [first] = await runsOf('2025-06-11')
    const hour = { fromUtc: timeOfDay('2025-06-11'), toUtc: timeOfDay('2025-06-11', 1) }
    const ofFirst = await readBlock(series, key, hour)
    expect(ofFirst?.powerMw[0]).toBeCloseTo(first?.hours.model.load[0] ?? NaN, 2)

    setNow('2025-06-11T09:20')
    await publishAll(series, '2025-06-11T08:00', timeOfDay('2025-06-13') + 2 * HOUR_MS)
    await makeAll()
    const span = { fromUtc: timeOfDay('2025-06-09'), toUtc: timeOfDay('2025-06-13') + 2 * HOUR_MS }
    const block = await readBlock(series, key, span)
    expect(block?.powerMw.every((value) => !Number.isNaN(value))).toBe(true)
    const [run] = await runsOf('2025-06-12')
    expect(block?.powerMw[3 * 24]).toBeCloseTo(run?.hours.model.load[0] ?? NaN, 2)
  })

  test('makes no run without values, or from values that ended long ago', async () => {
    const { series, store, makeAll } = await start('2025-07-10T09:20')
    expect(await makeAll()).toBe(0)
    await publish(series, 'BE', 'actual', QUANTITIES, at('2025-06-10T08:00'))
    expect(await makeAll()).toBe(0)
    expect(await store.days()).toBeNull()
  })
})
