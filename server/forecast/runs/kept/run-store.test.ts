import { expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'

import { createRunStore, type StoredRun } from './run-store.ts'

/** A run of one hour whose parts all differ from what is usual. */
const run = (change: Partial<StoredRun> = {}): StoredRun =>
  runOf('DE', '2025-06-11', {
    issuedAtUtc: Date.parse('2025-06-10T15:40:00.123Z'),
    uploads: ['Vendor · ann'],
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
  })

const createStore = (database: Database) => createRunStore(database, createSeriesStore(database))

describeOnBothEngines('run store', (open) => {
  test('returns what was stored', async () => {
    const store = createStore(await open())
    await store.add([run(), run({ area: 'BE', day: '2025-06-12', missingInputs: ['wind forecast'] })])
    const span = { from: '2025-06-11', to: '2025-06-12' }
    expect(await store.runs(['DE'], span)).toEqual([run()])
    expect(await store.runs(['DE', 'BE'], { from: '2025-06-12', to: '2025-06-13' })).toEqual([
      run({ area: 'BE', day: '2025-06-12', missingInputs: ['wind forecast'] }),
    ])
    const {
      uploads: _uploads,
      note: _note,
      defects: _defects,
      bandShift: _bandShift,
      hours: _hours,
      ...head
    } = run()
    expect((await store.heads(span))[0]).toEqual(head)
    expect(await store.days()).toEqual(span)
  })

  test('of runs from before it was kept, says which inputs they had by their notes', async () => {
    const database = await open()
    const store = createStore(database)
    const all = ['load forecast', 'solar forecast', 'wind forecast', 'recent actuals'] as const
    const cases: [note: string, missing: StoredRun['missingInputs'], used: StoredRun['usedInputs']][] = [
      ['corrected TSO forecast', [], all],
      ['TSO forecast as published', ['recent actuals'], all.slice(0, 3)],
      ['corrected TSO forecast, its wind as published', [], all],
      [
        'corrected TSO load; solar and wind from history',
        all.slice(1, 3),
        ['load forecast', 'recent actuals'],
      ],
      ['corrected TSO solar and wind; load from weather and history', [], all.slice(1)],
      ['from history alone', all, []],
    ]
    const days = cases.map((_, index) => `2025-06-${11 + index}`)
    await store.add(
      cases.map(([note, missingInputs], index) => {
        return run({ day: days[index] ?? '', note: `${note}, 28-day error 12 MW; TSO 9 MW`, missingInputs })
      }),
    )
    await database.query('ALTER TABLE forecast_run DROP COLUMN used_inputs')
    const statements = MIGRATIONS[21]?.sql.split(';\n') ?? []
    for (const statement of statements) if (statement !== '') await database.query(statement)
    const runs = await store.runs(['DE'], { from: '2025-06-11', to: '2025-06-30' })
    expect(runs.map(({ note, missingInputs, usedInputs }) => [note, missingInputs, usedInputs])).toEqual(
      cases,
    )
  })

  test('marks runs and their series with the source of the values from which they were made', async () => {
    const database = await open()
    await createRunStore(database, createSeriesStore(database), 'demo').add([run()])
    for (const table of ['forecast_run', 'chunk'])
      expect(await database.query(`SELECT DISTINCT source FROM ${table}`)).toEqual([{ source: 'demo' }])
  })

  test('keeps every run made, and a replay once', async () => {
    const store = createStore(await open())
    const span = { from: '2025-06-11', to: '2025-06-11' }
    await store.add([run({ note: 'first' }), run({ note: 'second' })])
    expect((await store.runs(['DE'], span)).map(({ note }) => note)).toEqual(['first', 'second'])
    const replay = run({ isReplayed: true, note: 'replay' })
    await store.add([replay])
    await store.add([{ ...replay, note: 'replay again' }])
    expect((await store.runs(['DE'], span)).map(({ note }) => note)).toEqual(['first', 'second', 'replay'])
  })

  test('gives the runs that another server added, and none that was removed, after it has read them', async () => {
    const database = await open()
    const [store, other] = [createStore(database), createStore(database)]
    const notes = async () =>
      (await store.runs(['DE'], { from: '2025-06-11', to: '2025-06-12' })).map(({ note }) => note)
    await store.add([run({ note: 'first' }), run({ note: 'second', day: '2025-06-12' })])
    expect(await notes()).toEqual(['first', 'second'])
    await other.add([run({ note: 'third' })])
    await database.query("DELETE FROM forecast_run WHERE note = 'first'")
    expect(await notes()).toEqual(['second', 'third'])
  })

  test('writes runs and their series together, with one new revision', async () => {
    const database = await open()
    const [store, series, revision] = [
      createStore(database),
      createSeriesStore(database),
      createRevision(database),
    ]
    const key = { area: 'DE', quantity: 'load', kind: 'model' } as const
    const span = { fromUtc: Date.parse('2025-06-10T22:00Z'), toUtc: Date.parse('2025-06-10T23:00Z') }
    const loadMw = async () => (await series.read([key], span))(key).powerMw[0]
    const before = await revision.current()
    const broken = run({ day: 'no day' })
    await expect(store.add([run(), broken])).rejects.toThrow('date')
    expect([await loadMw(), await store.days(), await revision.current()]).toEqual([NaN, null, before])
    await store.add([run()])
    expect([await loadMw(), await revision.current()]).toEqual([100.5, before + 1])
  })

  test('raises the revision for a run that changes no series, and not for a replay that is there', async () => {
    const database = await open()
    const [store, revision] = [createStore(database), createRevision(database)]
    const replay = run({ kind: 'early', isReplayed: true })
    const before = await revision.current()
    await store.add([replay])
    expect(await revision.current()).toBe(before + 1)
    await store.add([replay])
    expect(await revision.current()).toBe(before + 1)
  })
})
