import { describe, expect, test } from 'vitest'

import type { ForecastRun } from '#contract/accuracy.ts'

import { basisWords, countriesBeforeTso, describeRun, newestRunWords } from './run-words.ts'

const DAY = '2026-11-22'
const TODAY = { isPast: false, isBeforeAuction: false }
function run(change: Partial<ForecastRun> = {}): ForecastRun {
  return {
    issuedAt: new Date(2026, 10, 21, 10, 4).toISOString(),
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
    const replayed = run({ issuedAt: new Date(2026, 10, 24, 9, 30).toISOString(), isReplayed: true })
    expect(describeRun(replayed, DAY)).toBe('Run of Nov 24, 09:30, replayed with the data known then')
  })
})

test('the newest run is the one issued last', () => {
  const evening = run({ issuedAt: new Date(2026, 10, 21, 18, 2).toISOString() })
  expect(newestRunWords({ de: run(), at: evening, nl: run() }, DAY)).toBe('newest run of 18:02')
  expect(newestRunWords({ de: run({ isReplayed: true }) }, DAY)).toBe(
    'newest run of 10:04, replayed with the data known then',
  )
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
    expect(basisWords({}, null, TODAY)?.text).toMatch(/^No forecast/)
    expect(basisWords({ de: entry(1, null) }, null, TODAY)?.text).toMatch(/^No forecast/)
  })

  test('says that no run was kept for a past day without a forecast', () => {
    expect(basisWords({ de: entry(1, null) }, null, { ...TODAY, isPast: true })?.text).toBe(
      'No run kept for this day.',
    )
  })

  test('names the countries whose TSO has not published, unless all are missing', () => {
    expect(basisWords({ de: entry(null, 1), ro: entry(null, 0), at: entry(1, 1) }, null, TODAY)).toEqual({
      isComplete: false,
      text: 'TSO wind and solar not yet published for Germany and Romania: the model estimates both from history.',
    })
    expect(basisWords({ de: entry(null, 1) }, null, TODAY)?.text).toMatch(
      /^TSO wind and solar not yet published:/,
    )
  })

  test('says what wind and solar are estimated from', () => {
    const weather = { model: 'ecmwf_ifs', run: null, knownAt: '2026-11-21T07:41:00Z' }
    const early = run({ kind: 'early', missingInputs: ['wind forecast'], weather })
    const words = (runs: Record<string, ForecastRun>, isBeforeAuction = false) =>
      basisWords({ de: entry(null, 1), at: entry(null, 1) }, runs, { isPast: false, isBeforeAuction })?.text
    expect(words({ de: early, at: early })).toBe(
      'TSO wind and solar not yet published: the model estimates both from the weather forecast.',
    )
    expect(words({ de: early, at: { ...early, weather: null } })).toMatch(
      /from the weather forecast or history\.$/,
    )
    expect(words({ de: early, at: early }, true)).toBe(
      'As forecast before the auction, without the TSOs’ wind and solar: the model estimated both from the weather forecast.',
    )
    expect(basisWords({}, {}, { isPast: true, isBeforeAuction: true })?.text).toBe(
      'No run from before the auction is kept for this day.',
    )
  })

  test('says that all inputs are in', () => {
    expect(basisWords({ de: entry(1, 1) }, null, TODAY)?.isComplete).toBe(true)
  })
})
