import { describe, expect, test } from 'vitest'

import type { ForecastRun } from '#contract/accuracy.ts'
import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'

import { basisWords, countriesBeforeTso, describeRun, newestRunWords, runLines } from './run-words.ts'

const DAY = '2026-11-22'
const TODAY = { isPast: false, auctionRun: null } as const
function run(change: Partial<ForecastRun> = {}): ForecastRun {
  const { issuedAt = new Date(2026, 10, 21, 10, 4).toISOString() } = change
  return {
    issuedAt,
    asOf: issuedAt,
    informationTime: new Date(2026, 10, 21, 8).toISOString(),
    kind: 'complete',
    isLate: false,
    isReplayed: false,
    missingInputs: [],
    weather: null,
    note: 'corrected TSO load; solar and wind from history',
    ...change,
  }
}

/** Of yesterday's run, computed days later. */
const REPLAY = run({
  issuedAt: new Date(2026, 10, 23, 23, 57).toISOString(),
  asOf: new Date(2026, 10, 21, 18).toISOString(),
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

  test('names the TSO’s load and the weather that an early run rests on', () => {
    const early = run({
      kind: 'early',
      missingInputs: ['solar forecast', 'wind forecast'],
      weather: { model: 'ecmwf_ifs', run: '2026-11-21T00:00:00Z', knownAt: '2026-11-21T07:41:00Z' },
    })
    expect(describeRun(early, DAY)).toBe(
      'Run of 10:04: TSO load, weather of ECMWF 00 UTC; TSO wind and solar not published yet',
    )
    expect(describeRun({ ...early, missingInputs: ['load forecast', ...early.missingInputs] }, DAY)).toBe(
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
    expect(describeRun(REPLAY, DAY)).toBe('As of Nov 21, 18:00 (replayed)')
    expect(describeRun({ ...REPLAY, missingInputs: ['wind forecast'] }, DAY)).toBe(
      'As of Nov 21, 18:00 (replayed); TSO wind not published yet',
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

test('the newest run is the one that knew most', () => {
  const evening = run({ issuedAt: new Date(2026, 10, 21, 18, 2).toISOString() })
  expect(newestRunWords({ de: run(), at: evening, nl: run() }, DAY)).toBe('run of 18:02')
  expect(newestRunWords({ de: REPLAY, at: run() }, DAY)).toBe('As of Nov 21, 18:00 (replayed)')
  expect(newestRunWords({ de: REPLAY, at: evening }, DAY)).toBe('run of 18:02')
  expect(newestRunWords({}, DAY)).toBeNull()
})

describe('countriesBeforeTso', () => {
  const whole = { TSO: 1, Instance_Today: 1, Instance_Tomorrow: 1, Final_Value: 1 }
  const answer = {
    de: { '00:00': { ...whole, TSO: null }, '01:00': { ...whole, TSO: null } },
    at: { '00:00': { ...whole, TSO: null }, '01:00': whole },
    si: { '00:00': { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null } },
  }

  test('are those with a forecast but no TSO value if no runs are known', () => {
    expect(countriesBeforeTso(answer, null)).toEqual(['de'])
    expect(countriesBeforeTso(undefined, null)).toEqual([])
  })

  test('are those whose run lacked an input if runs are known', () => {
    const runs = { at: run({ missingInputs: ['wind forecast'] }), de: run() }
    expect(countriesBeforeTso(answer, runs)).toEqual(['at'])
  })
})

describe('basisWords', () => {
  const entry = (tso: number | null, final: number | null) => ({
    '00:00': { TSO: tso, Instance_Today: null, Instance_Tomorrow: null, Final_Value: final },
  })

  test('says nothing before the forecast has loaded', () => {
    expect(basisWords(undefined, null, TODAY)).toBeNull()
  })

  test('says that there is no forecast', () => {
    expect(basisWords({}, null, TODAY)).toMatchObject({
      warning: expect.stringMatching(/^No forecast/),
      text: null,
    })
    expect(basisWords({ de: entry(1, null) }, null, TODAY)?.warning).toMatch(/^No forecast/)
  })

  test('says that no run was kept for a past day without a forecast', () => {
    expect(basisWords({ de: entry(1, null) }, null, { ...TODAY, isPast: true })?.warning).toBe(
      'No forecast run is stored for this day.',
    )
  })

  test('names the countries whose TSO has not published, unless all are missing', () => {
    expect(basisWords({ de: entry(null, 1), ro: entry(null, 0), at: entry(1, 1) }, null, TODAY)).toEqual({
      warning: null,
      text: 'TSO wind and solar not yet published for Germany and Romania: the model estimates both from history.',
    })
    expect(basisWords({ de: entry(null, 1) }, null, TODAY)?.text).toMatch(
      /^TSO wind and solar not yet published:/,
    )
  })

  test('says what wind and solar are estimated from', () => {
    const weather = { model: 'ecmwf_ifs', run: null, knownAt: '2026-11-21T07:41:00Z' }
    const early = run({ kind: 'early', missingInputs: ['wind forecast'], weather })
    const words = (runs: Record<string, ForecastRun>, auctionRun: 'shown' | null = null) =>
      basisWords({ de: entry(null, 1), at: entry(null, 1) }, runs, { isPast: false, auctionRun })?.text
    expect(words({ de: early, at: early })).toBe(
      'TSO wind and solar not yet published: the model estimates both from the weather forecast.',
    )
    expect(words({ de: early, at: { ...early, weather: null } })).toMatch(
      /from the weather forecast or history\.$/,
    )
    expect(words({ de: early, at: early }, 'shown')).toBe(
      'As forecast before the auction, without the TSOs’ wind and solar: the model estimated both from the weather forecast.',
    )
  })

  test('says that there is no run before the auction, and that the latest is shown instead', () => {
    const missing = { isPast: false, auctionRun: 'missing' } as const
    expect(basisWords({ de: entry(1, 1) }, null, missing)).toEqual({
      warning: 'No run before the auction yet: the latest is shown.',
      text: 'Based on the TSOs’ day-ahead forecasts, corrected for their recent errors.',
    })
    expect(basisWords({ de: entry(1, 1) }, null, { ...missing, isPast: true })?.warning).toMatch(
      /^No run before the auction: the latest is shown\./,
    )
    expect(basisWords({ de: entry(1, null) }, null, missing)?.warning).toMatch(
      /^No forecast has been published/,
    )
  })

  test('says how many hours have a value where some have none', () => {
    const day = (known: number) => {
      const hours = Array.from({ length: 24 }, (_, hour): [string, ForecastEntry] => [
        `${String(hour).padStart(2, '0')}:00`,
        { TSO: 1, Instance_Today: 1, Instance_Tomorrow: 1, Final_Value: hour < known ? 0 : null },
      ])
      return Object.fromEntries(hours)
    }
    const warning = (answer: ForecastAnswer) => basisWords(answer, null, TODAY)?.warning
    expect(warning({ de: day(2), at: day(2), hu: day(0) })).toBe('Only 2 of 24 hours have a value.')
    expect(warning({ de: day(2), at: day(24), ro: day(22), pl: day(22) })).toMatch(
      /^Only 2 of 24 hours have a value for Germany\. Only 22 of 24 hours have a value for Romania and Poland\./,
    )
    expect(warning({ de: day(24) })).toBeNull()
  })
})
