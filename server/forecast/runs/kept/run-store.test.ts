import { expect, test } from 'vitest'

import { createRevision } from '#server/series/revision.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { bestRuns, createRunStore, type StoredRun } from './run-store.ts'

function run(change: Partial<StoredRun> = {}): StoredRun {
  return {
    area: 'DE',
    day: '2025-06-11',
    kind: 'complete',
    issuedAtUtc: Date.parse('2025-06-10T15:40:00.123Z'),
    informationUtc: Date.parse('2025-06-10T06:00Z'),
    isLate: false,
    isReplayed: false,
    missingInputs: [],
    weather: null,
    note: 'corrected TSO forecast',
    defects: [{ quantity: 'load', text: 'It’s broken.' }],
    bandShift: -0.0123,
    hours: {
      startsAtUtc: [Date.parse('2025-06-10T22:00Z')],
      tso: { load: [null], solar: [0], wind: [1.25] },
      model: { load: [100.5], solar: [0], wind: [1] },
      final: { load: [99], solar: [0], wind: [-0.5] },
      p10: [90],
      p90: [110],
    },
    ...change,
  }
}

describeOnBothEngines('run store', (open) => {
  test('returns what was stored, with the revision', async () => {
    const database = await open()
    const [store, revision] = [createRunStore(database), createRevision(database)]
    const before = await revision.current()
    await store.add([run(), run({ area: 'BE', day: '2025-06-12', missingInputs: ['wind forecast'] })])
    expect(await revision.current()).toBe(before + 1)
    const span = { from: '2025-06-11', to: '2025-06-12' }
    expect(await store.runs(['DE'], span)).toEqual([run()])
    expect(await store.runs(['DE', 'BE'], { from: '2025-06-12', to: '2025-06-13' })).toEqual([
      run({ area: 'BE', day: '2025-06-12', missingInputs: ['wind forecast'] }),
    ])
    const { note: _note, defects: _defects, bandShift: _bandShift, hours: _hours, ...head } = run()
    expect((await store.heads(span))[0]).toEqual(head)
    expect(await store.days()).toEqual(span)
  })

  test('is empty at first', async () => {
    const store = createRunStore(await open())
    expect(await store.days()).toBeNull()
    expect(await store.heads({ from: '2000-01-01', to: '2100-01-01' })).toEqual([])
    await store.add([])
  })

  test('keeps every run made, and a replay once', async () => {
    const store = createRunStore(await open())
    const span = { from: '2025-06-11', to: '2025-06-11' }
    await store.add([run({ note: 'first' }), run({ note: 'second' })])
    expect((await store.runs(['DE'], span)).map(({ note }) => note)).toEqual(['first', 'second'])
    const replay = run({ isReplayed: true, note: 'replay' })
    await store.add([replay])
    await store.add([{ ...replay, note: 'replay again' }])
    expect((await store.runs(['DE'], span)).map(({ note }) => note)).toEqual(['first', 'second', 'replay'])
  })
})

test('the run that counts is complete, made in time rather than afterwards, and the last', () => {
  const early = run({ kind: 'early', note: 'early' })
  const replay = run({ isReplayed: true, note: 'replay' })
  const first = run({ note: 'first' })
  const second = run({ note: 'second' })
  const other = run({ day: '2025-06-12', kind: 'early', note: 'other day' })
  const notes = (runs: StoredRun[]) => bestRuns(runs).map(({ note }) => note)
  expect(notes([early])).toEqual(['early'])
  expect(notes([replay, early])).toEqual(['replay'])
  expect(notes([first, second, replay, early, other])).toEqual(['second', 'other day'])
})
