import { expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { emptyWeather, type AreaWeather, type WeatherVersion } from './area-weather.ts'
import { createWeatherStore } from './weather-store.ts'

const at = (text: string) => parseInstant(text) ?? NaN

function steady(startsAtUtc: number, hours: number, value: number): AreaWeather {
  const weather = emptyWeather(startsAtUtc, hours)
  weather.temperatureC.fill(value)
  weather.windSpeedMs.fill(value + 0.25)
  weather.windPower.fill(0.5)
  weather.radiationWm2.fill(value * 10)
  return weather
}

function version(knownAt: string, value: number) {
  const knownAtUtc = at(knownAt)
  return {
    area: 'DE' as const,
    model: 'ecmwf_ifs',
    runUtc: Math.floor(knownAtUtc / DAY_MS) * DAY_MS,
    knownAtUtc,
    fetchedAtUtc: knownAtUtc,
    weather: steady(at('2026-11-18T23:00Z'), 72, value),
  } satisfies WeatherVersion
}

/** 08:50 in Brussels on the day before. */
const informationTimeOf = (day: string) => Date.parse(day) - DAY_MS + 7 * HOUR_MS + 50 * 60_000

const DAYS = { fromDay: '2026-11-20', toDay: '2026-11-21' }

describeOnBothEngines('the store of forecast weather', (open) => {
  test('gives for each delivery day the newest version known at its information time', async () => {
    const store = createWeatherStore(await open())
    await store.append([version('2026-11-18T07:00Z', 1), version('2026-11-19T07:50Z', 2)])
    await store.append([version('2026-11-19T12:00Z', 3), version('2026-11-20T07:49Z', 4)])
    const { weather, days } = await store.readDayAhead('DE', DAYS, informationTimeOf)
    expect(days.map(({ day, knownAtUtc }) => [day, new Date(knownAtUtc).toISOString()])).toEqual([
      ['2026-11-20', '2026-11-19T07:50:00.000Z'],
      ['2026-11-21', '2026-11-20T07:49:00.000Z'],
    ])
    expect(days[0]).toMatchObject({ model: 'ecmwf_ifs', runUtc: at('2026-11-19T00:00Z') })
    expect(weather.startsAtUtc).toBe(at('2026-11-19T23:00Z'))
    expect([...weather.temperatureC]).toEqual([...Array<number>(24).fill(2), ...Array<number>(24).fill(4)])
    expect(weather.windSpeedMs[24]).toBe(4.25)
    expect(weather.radiationWm2).toHaveLength(48)
    expect(await store.firstDay('DE')).toBe('2026-11-19')
  })

  test('gives by area the newest version of a day that was known at a moment', async () => {
    const store = createWeatherStore(await open())
    const french = { ...version('2026-11-19T06:00Z', 3), area: 'FR' as const, runUtc: null }
    await store.append([version('2026-11-18T07:00Z', 1), version('2026-11-19T07:50Z', 2), french])
    const newest = await store.newestOf('2026-11-20', at('2026-11-19T07:49Z'))
    expect([...newest.keys()].toSorted()).toEqual(['DE', 'FR'])
    expect(newest.get('DE')).toMatchObject({ knownAtUtc: at('2026-11-18T07:00Z'), model: 'ecmwf_ifs' })
    expect(newest.get('FR')).toMatchObject({ knownAtUtc: at('2026-11-19T06:00Z'), runUtc: null })
    expect((await store.newestOf('2026-11-20', at('2026-11-19T07:50Z'))).get('DE')?.knownAtUtc).toBe(
      at('2026-11-19T07:50Z'),
    )
    expect(await store.newestOf('2026-11-25', at('2026-11-25T00:00Z'))).toEqual(new Map())
  })

  test('keeps three hours beside the day from the same version', async () => {
    const store = createWeatherStore(await open())
    await store.append([version('2026-11-19T07:00Z', 2)])
    const { weather, days } = await store.readDayAhead('DE', DAYS, informationTimeOf)
    expect(days[0]?.weather.startsAtUtc).toBe(at('2026-11-19T20:00Z'))
    expect(days[0]?.weather.temperatureC).toHaveLength(30)
    // The version ends with the second day.
    expect(days[1]?.weather.temperatureC).toHaveLength(27)
    expect(weather.temperatureC).toHaveLength(48)
  })

  test('has NaN where no version was known, and keeps what a version lacks as NaN', async () => {
    const store = createWeatherStore(await open())
    const given = version('2026-11-19T07:00Z', 2)
    given.weather.windSpeedMs.fill(NaN)
    await store.append([given])
    const unknown = await store.readDayAhead('FR', DAYS, informationTimeOf)
    expect(await store.firstDay('FR')).toBeNull()
    expect(unknown.days).toEqual([])
    expect(unknown.weather.temperatureC.every(Number.isNaN)).toBe(true)
    const { weather } = await store.readDayAhead('DE', DAYS, informationTimeOf)
    expect([weather.temperatureC[0], weather.windSpeedMs[0]]).toEqual([2, NaN])
  })

  test('does not keep days of which a version says nothing', async () => {
    const store = createWeatherStore(await open())
    const silent = { ...version('2026-11-19T07:00Z', 2), weather: emptyWeather(at('2026-11-18T23:00Z'), 72) }
    expect(await store.append([silent])).toBe(0)
  })

  test('keeps the first versions of a day and stays of bounded size', async () => {
    const store = createWeatherStore(await open())
    const first = version('2026-11-18T07:00Z', 1)
    expect(await store.append([first])).toBe(3)
    // The last of versions with one known time stays.
    expect(await store.append([first])).toBe(3)
    const later = Array.from({ length: 40 }, (_, hour) => ({
      ...version('2026-11-18T07:00Z', 10 + hour),
      knownAtUtc: first.knownAtUtc + (hour + 1) * 60_000,
    }))
    for (const one of later) await store.append([one])
    const { days } = await store.readDayAhead('DE', DAYS, informationTimeOf)
    expect(days[0]?.weather.temperatureC[0]).toBe(10 + 10)
    const early = await store.readDayAhead('DE', DAYS, () => first.knownAtUtc)
    expect(early.days[0]).toMatchObject({ model: 'ecmwf_ifs' })
  })
  test('fills only the gaps when asked to', async () => {
    const store = createWeatherStore(await open())
    await store.append([version('2026-11-19T07:00Z', 2)])
    const past = { ...version('2026-11-19T06:00Z', 9), weather: steady(at('2026-11-18T23:00Z'), 120, 9) }
    // 19 November had begun when its version came; 20 and 21 November have one from before they began.
    expect(await store.append([{ ...past, knownAtUtc: at('2026-11-18T06:00Z') }], 'gaps')).toBe(3)
    const { weather } = await store.readDayAhead('DE', DAYS, informationTimeOf)
    expect(weather.temperatureC[0]).toBe(2)
  })

  test('knows the last answer of each area that was fetched at its own time', async () => {
    const store = createWeatherStore(await open())
    expect(await store.lastFetches()).toEqual(new Map())
    await store.append([version('2026-11-19T07:00Z', 2), version('2026-11-18T07:00Z', 1)])
    await store.append([{ ...version('2026-11-20T06:00Z', 3), fetchedAtUtc: at('2026-11-22T12:00Z') }])
    const last = await store.lastFetches()
    expect([...last.keys()]).toEqual(['DE'])
    expect(last.get('DE')).toMatchObject({ knownAtUtc: at('2026-11-19T07:00Z'), model: 'ecmwf_ifs' })
  })
})
