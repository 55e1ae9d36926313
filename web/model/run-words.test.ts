import { describe, expect, test } from 'vitest'

import type { ForecastRun } from '#contract/accuracy.ts'

import { countriesBeforeTso, describeRun } from './run-words.ts'

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
  test('says when the run was made and what it did without', () => {
    expect(describeRun(run(), DAY)).toBe('Run of 10:04')
    expect(describeRun(run({ missingInputs: ['solar forecast', 'wind forecast'] }), DAY)).toBe(
      'Run of 10:04, before TSO wind and solar',
    )
    expect(describeRun(run({ missingInputs: ['recent actuals'], isLate: true }), DAY)).toBe(
      'Run of 10:04, without this morning’s actual values, made late',
    )
  })

  test('dates a run of another day', () => {
    const replayed = run({ issuedAt: new Date(2026, 10, 24, 9, 30).toISOString(), isReplayed: true })
    expect(describeRun(replayed, DAY)).toBe('Run of Nov 24, 09:30, replayed from what was known then')
  })
})

describe('countriesBeforeTso', () => {
  const whole = { TSO: 1, Instance_Today: 1, Instance_Tomorrow: 1, Final_Value: 1 }
  const answer = {
    de: { '00:00': { ...whole, TSO: null }, '01:00': { ...whole, TSO: null } },
    at: { '00:00': { ...whole, TSO: null }, '01:00': whole },
    si: { '00:00': { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null } },
  }

  test('are those with a forecast and no TSO at all where no runs are told', () => {
    expect(countriesBeforeTso(answer, null)).toEqual(['de'])
    expect(countriesBeforeTso(undefined, null)).toEqual([])
  })

  test('are those whose run lacked an input where runs are told', () => {
    const runs = { at: run({ missingInputs: ['wind forecast'] }), de: run() }
    expect(countriesBeforeTso(answer, runs)).toEqual(['at'])
  })
})
