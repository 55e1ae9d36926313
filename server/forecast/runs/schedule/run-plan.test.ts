import { describe, expect, test } from 'vitest'

import type { RunInput } from '#contract/accuracy.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import type { Inputs } from '#server/forecast/runs/job/run-inputs.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import { runOf } from '#server/testing/run-of.ts'

import { planRun } from './run-plan.ts'

const DAY = '2025-06-11'
const DUE = deadlinesOf(DAY)
const at = (time: string) => Date.parse(`2025-06-10T${time}:00+02:00`)

const ALL = { load: true, solar: true, wind: true }
const whole: Inputs = { isAwaited: ALL, isPublished: ALL, knownHours: 8, isHalfMissing: false, weather: null }
const loadOnly: Inputs = { ...whole, isPublished: { load: true, solar: false, wind: false } }
const nothing: Inputs = { ...whole, isPublished: { load: false, solar: false, wind: false } }

const plan = (inputs: Inputs, last: RunHead | undefined, time: string, isFirst?: boolean) =>
  planRun(inputs, DUE, last, at(time), isFirst)
const WHOLE_RUN = { unpublished: [], knownHours: 8, isLate: false }
const EARLY = { unpublished: ['solar', 'wind'] }

function made(missingInputs: RunInput[]): RunHead {
  const isComplete = missingInputs.every((input) => input === 'recent actuals')
  return runOf('DE', DAY, {
    kind: isComplete ? 'complete' : 'early',
    issuedAtUtc: at('09:30'),
    missingInputs,
  })
}

test('deadlines are those of the day before, by the market’s clocks', () => {
  expect(DUE).toEqual({
    informationUtc: at('08:00'),
    completeInformationUtc: at('16:00'),
    auctionRunUtc: at('08:50'),
    auctionUtc: at('12:00'),
    earlyUtc: at('10:00'),
    completeUtc: at('18:00'),
  })
  const winter = deadlinesOf('2025-12-02')
  expect(new Date(winter.earlyUtc).toISOString()).toBe('2025-12-01T09:00:00.000Z')
  // Eight o'clock is eight o'clock, whatever the clocks did at night.
  expect(deadlinesOf('2025-03-31').informationUtc).toBe(Date.parse('2025-03-30T08:00+02:00'))
  expect(deadlinesOf('2025-10-27').informationUtc).toBe(Date.parse('2025-10-26T08:00+01:00'))
})

describe('the plan', () => {
  test('never waits at a first start, at any hour and with any input', () => {
    for (let minute = 0; minute < 24 * 60; minute += 5)
      for (const inputs of [whole, loadOnly, nothing])
        for (const knownHours of [0, 1, 7, 8, 16]) {
          const nowUtc = at('00:00') + minute * MINUTE_MS
          const planned = planRun({ ...inputs, knownHours }, DUE, undefined, nowUtc, true)
          expect(planned, `minute ${minute}, ${knownHours} known hours`).not.toBeNull()
        }
  })

  test('waits for the load forecast until ten to nine, then goes without, and again with it', () => {
    expect(plan(nothing, undefined, '08:49')).toBeNull()
    expect(plan(nothing, undefined, '08:50')).toEqual({ ...WHOLE_RUN, ...EARLY })
    const last = made(['load forecast', 'solar forecast', 'wind forecast'])
    expect(plan(nothing, last, '09:30')).toBeNull()
    // At a first start nobody waits before an empty map.
    expect(plan(nothing, undefined, '06:00', true)).toMatchObject(EARLY)
    expect(plan(loadOnly, last, '09:40')).toMatchObject({ ...EARLY, isLate: false })
  })

  test('is made again with the weather of a newer run or of another model, but not for the same once more', () => {
    const weather = { model: 'ecmwf_ifs', runUtc: at('02:00'), knownAtUtc: at('09:10') }
    const withWeather = { ...loadOnly, weather }
    const missing: RunInput[] = ['solar forecast', 'wind forecast']
    expect(plan(withWeather, made(missing), '09:12')).toMatchObject(EARLY)
    const last = { ...made(missing), weather: { ...weather, isUsed: true } }
    const after = (change: Partial<typeof weather>) =>
      planRun({ ...loadOnly, weather: { ...weather, ...change } }, DUE, last, at('14:00'))
    expect(after({})).toBeNull()
    expect(after({ knownAtUtc: at('10:10') })).toBeNull()
    expect(after({ knownAtUtc: at('13:10'), runUtc: at('08:00') })).toMatchObject(EARLY)
    expect(after({ knownAtUtc: at('13:10'), model: 'icon_eu' })).toMatchObject(EARLY)
    // A source that falls back to an earlier run of its model brings nothing new.
    expect(after({ knownAtUtc: at('13:10'), runUtc: at('00:00') })).toBeNull()
    // Weather that is gone again is not a reason to forecast without it.
    expect(plan(loadOnly, last, '14:00')).toBeNull()
    // Beside the TSO's wind and solar it is worth next to nothing.
    expect(plan({ ...whole, weather }, made([]), '14:00')).toBeNull()
  })

  test('is an early run with the load, and a whole one with sun and wind', () => {
    expect(plan(loadOnly, undefined, '09:30')).toMatchObject(EARLY)
    const early = made(['solar forecast', 'wind forecast'])
    expect(plan(loadOnly, early, '12:00')).toBeNull()
    expect(plan(whole, early, '17:40')).toEqual(WHOLE_RUN)
  })

  test('is late after it was due', () => {
    expect(plan(loadOnly, undefined, '10:01')?.isLate).toBe(true)
    expect(plan(whole, undefined, '17:59')?.isLate).toBe(false)
    expect(plan(whole, undefined, '18:01')?.isLate).toBe(true)
  })

  test('uses solar or wind as soon as one of them is published', () => {
    const withSun: Inputs = { ...whole, isPublished: { load: true, solar: true, wind: false } }
    const early = made(['solar forecast', 'wind forecast'])
    expect(plan(withSun, early, '16:00')).toMatchObject({ unpublished: ['wind'] })
    expect(plan(withSun, made(['wind forecast']), '16:30')).toBeNull()
  })

  test('uses what is known at night, and the whole morning in another run', () => {
    const night: Inputs = { ...whole, knownHours: 1 }
    expect(plan(night, undefined, '02:00')).toEqual({ ...WHOLE_RUN, knownHours: 1 })
    const last = made(['recent actuals'])
    expect(plan({ ...whole, knownHours: 5 }, last, '06:00')).toBeNull()
    expect(plan(whole, last, '09:05')).toEqual(WHOLE_RUN)
    // Shortly after eight the last hours are only minutes away. A day that has a run waits for them, until ten to nine.
    const early = made(['solar forecast', 'wind forecast'])
    expect(plan({ ...whole, knownHours: 7 }, early, '08:30')).toBeNull()
    expect(plan({ ...whole, knownHours: 7 }, early, '08:50')).not.toBeNull()
    expect(plan({ ...whole, knownHours: 7 }, undefined, '08:30')).not.toBeNull()
  })

  test('is not made again while most of the day so far is missing', () => {
    const last = made(['recent actuals'])
    expect(plan({ ...whole, isHalfMissing: true }, last, '09:05')).toBeNull()
    expect(plan(whole, last, '09:05')).not.toBeNull()
  })

  test('uses the day so far for a whole run, the morning for an early one', () => {
    const afternoon = { ...whole, knownHours: 16 }
    expect(plan(afternoon, undefined, '17:40')?.knownHours).toBe(16)
    expect(plan({ ...whole, knownHours: 14 }, undefined, '17:40')?.knownHours).toBe(14)
    expect(plan({ ...loadOnly, knownHours: 16 }, undefined, '17:40')?.knownHours).toBe(8)
  })

  test('makes a whole run of the morning again when the day so far is known, until it is due', () => {
    const afternoon = { ...whole, knownHours: 16 }
    const morning = made([])
    expect(plan({ ...whole, knownHours: 15 }, morning, '15:30')).toBeNull()
    expect(plan(afternoon, morning, '16:10')).toEqual({ ...WHOLE_RUN, knownHours: 16 })
    expect(plan(afternoon, morning, '18:10')).toBeNull()
    const last = { ...morning, informationUtc: DUE.completeInformationUtc }
    expect(plan(afternoon, last, '17:00')).toBeNull()
  })

  test('of an area whose TSO forecasts nothing is whole with the known hours', () => {
    const none = { load: false, solar: false, wind: false }
    expect(plan({ ...whole, isAwaited: none, isPublished: none }, undefined, '09:10')).toEqual(WHOLE_RUN)
  })
})
