import { describe, expect, test } from 'vitest'

import type { ForecastRun } from '#contract/accuracy.ts'

import { basisWords, countriesBeforeTso, describeRun, newestRunWords } from './run-words.ts'

const DAY = '2026-11-22'
function run(change: Partial<ForecastRun> = {}): ForecastRun {
  return {
    issuedAt: new Date(2026, 10, 21, 10, 4).toISOString(),
    informationTime: new Date(2026, 10, 21, 8).toISOString(),
    kind: 'complete',
    isLate: false,
    isReplayed: false,
    missingInputs: [],
    note: '',
    ...change,
  }
}

describe('describeRun', () => {
  test('says when the run was made and which inputs it lacked', () => {
    expect(describeRun(run(), DAY)).toBe('Run of 10:04')
    expect(describeRun(run({ missingInputs: ['solar forecast', 'wind forecast'] }), DAY)).toBe(
      'Run of 10:04, before TSO wind and solar',
    )
    expect(describeRun(run({ missingInputs: ['recent actuals'], isLate: true }), DAY)).toBe(
      'Run of 10:04, without this morning’s actual values, issued late',
    )
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
    expect(basisWords(undefined, null, false)).toBeNull()
  })

  test('says that there is no forecast', () => {
    expect(basisWords({}, null, false)?.text).toMatch(/^No forecast/)
    expect(basisWords({ de: entry(1, null) }, null, false)?.text).toMatch(/^No forecast/)
  })

  test('says that no run was kept for a past day without a forecast', () => {
    expect(basisWords({ de: entry(1, null) }, null, true)?.text).toBe('No run kept for this day.')
  })

  test('names the countries whose TSO has not published, unless all are missing', () => {
    expect(basisWords({ de: entry(null, 1), ro: entry(null, 0), at: entry(1, 1) }, null, false)).toEqual({
      isComplete: false,
      text: 'TSO wind and solar not yet published for Germany and Romania: the model estimates both from history.',
    })
    expect(basisWords({ de: entry(null, 1) }, null, false)?.text).toMatch(
      /^TSO wind and solar not yet published:/,
    )
  })

  test('says that all inputs are in', () => {
    expect(basisWords({ de: entry(1, 1) }, null, false)?.isComplete).toBe(true)
  })
})
