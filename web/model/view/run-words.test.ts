import { describe, expect, test } from 'vitest'

import type { ForecastRun } from '#contract/accuracy.ts'
import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'
import { runOf, SCORES } from '#web/testing/runs.ts'

import {
  describeRun,
  leftOutWords,
  newestRunWords,
  runLines,
  scoreWords,
  tsoWords,
  warningWords,
  withSharedTimes,
} from './run-words.ts'

const DAY = '2026-11-22'
const run = (change: Partial<ForecastRun> = {}) =>
  runOf({ issuedAt: new Date(2026, 10, 21, 10, 4).toISOString(), ...change })

/** Yesterday's run, computed days later. */
const REPLAY = run({
  issuedAt: new Date(2026, 10, 23, 23, 57).toISOString(),
  as_of: new Date(2026, 10, 21, 18).toISOString(),
  isReplayed: true,
})

describe('describeRun', () => {
  test('says when the run was made and which inputs it lacked', () => {
    expect(describeRun(run(), DAY)).toBe('Run of 10:04')
    expect(describeRun(run({ missingInputs: ['solar forecast', 'wind forecast'] }), DAY)).toBe(
      'Run of 10:04; TSO wind and solar not published yet',
    )
    expect(describeRun(run({ missingInputs: ['recent actuals'], isLate: true }), DAY)).toBe(
      'Run of 10:04, without this morning’s actual values, issued late',
    )
  })

  test('names the TSO’s load, the weather and the uploaded forecasts that a run rests on', () => {
    const early = run({
      kind: 'early',
      missingInputs: ['solar forecast', 'wind forecast'],
      weather: { model: 'ecmwf_ifs', run: '2026-11-21T00:00:00Z', knownAt: '2026-11-21T07:41:00Z' },
    })
    expect(describeRun(early, DAY)).toBe(
      'Run of 10:04: TSO load, weather of ECMWF 00 UTC; TSO wind and solar not published yet',
    )
    expect(describeRun(run({ uploads: ['Vendor · ann'] }), DAY)).toBe('Run of 10:04: Vendor · ann')
    expect(describeRun({ ...early, usedInputs: ['recent actuals'] }, DAY)).toBe(
      'Run of 10:04: weather of ECMWF 00 UTC; TSO wind and solar not published yet',
    )
    const withoutLoad = { usedInputs: [], missingInputs: ['load forecast' as const, ...early.missingInputs] }
    expect(describeRun({ ...early, ...withoutLoad }, DAY)).toBe(
      'Run of 10:04: weather of ECMWF 00 UTC; TSO load, wind, and solar not published yet',
    )
    const fromFile = { model: 'csv FR.csv', run: null, knownAt: '2026-11-21T07:00:00Z' }
    expect(describeRun(run({ weather: fromFile }), DAY)).toBe('Run of 10:04: weather of an imported file')
  })

  test('adds the date to a run of another day', () => {
    const late = run({ issuedAt: new Date(2026, 10, 22, 9, 30).toISOString() })
    expect(describeRun(late, DAY)).toBe('Run of Nov 22, 09:30')
  })

  test('names of a replay the time that it stands for, not when it was computed', () => {
    expect(describeRun(REPLAY, DAY)).toBe('Run as of Nov 21, 18:00 (replayed)')
    expect(describeRun({ ...REPLAY, missingInputs: ['wind forecast'] }, DAY)).toBe(
      'Run as of Nov 21, 18:00 (replayed); TSO wind not published yet',
    )
  })
})

test('countries of one run are named together', () => {
  const early = run({ missingInputs: ['wind forecast'] })
  expect(runLines({ de: run(), at: early, nl: run() }, DAY)).toEqual([
    'Germany and Netherlands: Run of 10:04.',
    'Austria: Run of 10:04; TSO wind not published yet.',
  ])
  expect(runLines({ de: run(), nl: run() }, DAY)).toEqual(['All countries: Run of 10:04.'])
})

test('runs that were made together have the time of the last of them, earlier ones their own', () => {
  const at = (second: number) => run({ issuedAt: new Date(2026, 10, 21, 10, 4, second).toISOString() })
  const runs = withSharedTimes({ at: at(100), be: at(-300), de: at(10), pl: at(55) })
  expect(runLines(runs, DAY)).toEqual([
    'Austria, Germany, and Poland: Run of 10:05.',
    'Belgium: Run of 09:59.',
  ])
})

test('the newest run is the one that knew most', () => {
  const evening = run({ issuedAt: new Date(2026, 10, 21, 18, 2).toISOString() })
  expect(newestRunWords({ de: run(), at: evening, nl: run() }, DAY)).toBe('run of 18:02')
  expect(newestRunWords({ de: REPLAY, at: run() }, DAY)).toBe('run as of Nov 21, 18:00 (replayed)')
  expect(newestRunWords({ de: REPLAY, at: evening }, DAY)).toBe('run of 18:02')
  expect(newestRunWords({}, DAY)).toBeNull()
})

describe('warningWords', () => {
  const entry = (tso: number | null, final: number | null) => ({
    '00:00': { TSO: tso, Instance_Today: null, Instance_Tomorrow: null, Final_Value: final },
  })

  test('says nothing before the forecast has loaded, and of a whole one', () => {
    expect(warningWords(undefined, false, false)).toBeNull()
    expect(warningWords({ de: entry(null, 1), ro: entry(1, 0) }, false, false)).toBeNull()
  })

  test('says that there is no forecast', () => {
    expect(warningWords({}, false, false)).toMatch(/^No forecast/)
    expect(warningWords({ de: entry(1, null) }, false, true)).toMatch(/^No forecast has been published/)
    expect(warningWords({ de: entry(1, null) }, true, false)).toBe('No forecast run is stored for this day.')
  })

  test('says that there is no run before the auction, and that the latest is shown instead', () => {
    const whole = { de: entry(1, 1) }
    expect(warningWords(whole, false, true)).toBe('No run before the auction yet: the latest is shown.')
    expect(warningWords(whole, true, true)).toBe('No run before the auction: the latest is shown.')
  })

  test('says how many hours have a value where some have none', () => {
    const day = (known: number) => {
      const hours = Array.from({ length: 24 }, (_, hour): [string, ForecastEntry] => [
        `${String(hour).padStart(2, '0')}:00`,
        { TSO: 1, Instance_Today: 1, Instance_Tomorrow: 1, Final_Value: hour < known ? 0 : null },
      ])
      return Object.fromEntries(hours)
    }
    const warning = (answer: ForecastAnswer) => warningWords(answer, false, false)
    expect(warning({ de: day(2), at: day(2), hu: day(0) })).toBe('Only 2 of 24 hours have a value.')
    expect(warning({ de: day(2), at: day(24), ro: day(22), pl: day(22) })).toMatch(
      /^Only 2 of 24 hours have a value for Germany\. Only 22 of 24 hours have a value for Romania and Poland\./,
    )
    expect(warning({ de: day(24) })).toBeNull()
  })
})

test('a copied or missing TSO forecast is named, and a real one needs no words', () => {
  expect(tsoWords({ tsoForecast: 'copied' })).toMatch(/^The TSO publishes no real forecast/)
  expect(tsoWords({ tsoForecast: 'last-published' })).toMatch(/^TSO forecast as last published/)
  expect(tsoWords({ tsoForecast: 'missing' })).toMatch(/published no forecast/)
  expect(tsoWords({ tsoForecast: 'published' })).toBeNull()
})

test('days that are left out are counted, and none need no words', () => {
  expect([0, 1, 2].map(leftOutWords)).toEqual([
    '',
    ', 1 suspicious day left out',
    ', 2 suspicious days left out',
  ])
})

test.each([
  [{}, true, 'Mean error of the last 28 days: 800 MW (early runs), −20.0% vs TSO.'],
  [{ tsoMaeMw: null }, true, 'Mean error of the last 28 days: 800 MW (early runs).'],
  [{ days: 1 }, true, 'Mean error of the last day: 800 MW (early runs).'],
  [{}, false, 'Mean error of the last 28 days: 800 MW (early runs).'],
  [{ finalMaeMw: null }, true, 'No day of early runs has been scored yet.'],
] as const)('a line of accuracy compares only for a verdict: %o, all made: %o', (change, areMade, words) => {
  const scores = { ...SCORES, ...change }
  expect(scoreWords({ run: runOf({ kind: 'early', issuedAt: '' }), scores }, areMade)).toBe(words)
})
