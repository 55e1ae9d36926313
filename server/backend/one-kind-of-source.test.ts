import { expect, test } from 'vitest'

import type { SeriesKey } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { block, LOAD, START, WIND } from '#server/testing/blocks.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { clearDemo, requireOneKindOfSource, ROWS_OF_SOURCE } from './one-kind-of-source.ts'

const store = (source: string) => ({ source, fetchedAtUtc: START })
const embedded = { DATABASE_URL: undefined }

describeOnBothEngines('values of several sources', (open) => {
  test.each([
    ['demo', 'entsoe', /^The database holds values of SOURCE=demo, .*npm run clear-demo, .* DATA_DIR\.$/],
    ['demo', 'none', /npm run clear-demo/],
    ['entsoe', 'demo', /^The database holds values of SOURCE=entsoe, .*Set SOURCE=entsoe, .* DATA_DIR\.$/],
    ['energy-charts', 'demo', /Set SOURCE=energy-charts/],
  ] as const)('of %s refuse a start with SOURCE=%s in one line', async (stored, SOURCE, sentence) => {
    const database = await open()
    await requireOneKindOfSource(database, { SOURCE, ...embedded })
    await createSeriesStore(database).mirror([block(LOAD, START, 60, [1])], [], store(stored))
    await expect(requireOneKindOfSource(database, { SOURCE, ...embedded })).rejects.toThrow(sentence)
  })

  test.each([
    ['entsoe', 'energy-charts'],
    ['energy-charts', 'entsoe'],
    ['entsoe', 'none'],
    ['csv', 'demo'],
    ['csv', 'entsoe'],
    ['demo', 'demo'],
  ] as const)('of %s let a server start with SOURCE=%s', async (stored, SOURCE) => {
    const database = await open()
    await createSeriesStore(database).mirror([block(LOAD, START, 60, [1])], [], store(stored))
    await expect(requireOneKindOfSource(database, { SOURCE, ...embedded })).resolves.toBeUndefined()
  })

  test('demo values go, with their runs, versions and weather; those of CSV files and accounts stay', async () => {
    const database = await open()
    const series = createSeriesStore(database)
    const other: SeriesKey = { ...LOAD, quantity: 'solar' }
    await series.mirror([block(LOAD, START, 60, [1, 2]), block(other, START, 60, [1])], [], store('demo'))
    await series.mirror([block(LOAD, START, 60, [5])], [], store('csv'))
    await series.writeForecast([block(WIND, START, 60, [1])], [], store('demo'))
    await database.query(
      `INSERT INTO forecast_run (source, area, delivery_day, kind, issued_at, information_time, is_late, is_replayed, missing_inputs,
         note, defects, band_shift, hours)
       VALUES ('demo', 'DE', '2026-03-01', 'early', '2026-02-28', '2026-02-28', false, false, '[]', '', '[]', 0, '{}')`,
    )
    await database.query(
      `INSERT INTO weather_version VALUES
         ('DE', '2026-02-03', '2026-02-02T07:00Z', '2026-02-02T07:00:01Z', 'demo', NULL, '2026-02-02T20:00Z', '\\x00000000'),
         ('FR', '2026-02-03', '2026-02-02T07:00Z', '2026-02-02T07:00:01Z', 'csv x', NULL, '2026-02-02T20:00Z', '\\x00000000')`,
    )
    await database.query(
      "INSERT INTO ingestion_state (source, feed, read_spans) VALUES ('demo', 'DE', '{}'), ('weather demo demo', 'DE', '{}')",
    )
    await database.query("INSERT INTO app_user (name, name_key, password_hash) VALUES ('a', 'a', 'hash')")
    await expect(requireOneKindOfSource(database, { SOURCE: 'entsoe', ...embedded })).rejects.toThrow(
      'clear-demo',
    )

    expect(await clearDemo(database)).toMatchObject({ runs: 1 })

    await requireOneKindOfSource(database, { SOURCE: 'entsoe', ...embedded })
    const left = async (table: string) => (await database.query(`SELECT 1 FROM ${table}`)).length
    expect(
      await Promise.all(
        ['chunk', 'forecast_run', 'forecast_version', 'weather_version', 'ingestion_state', 'app_user'].map(
          left,
        ),
      ),
    ).toEqual([1, 0, 0, 1, 0, 1])
    expect(await database.query('SELECT value FROM observation')).toEqual([{ value: 5 }])
  })

  test('are removed from every table that names a source or a model of weather', async () => {
    const database = await open()
    const tables = await database.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND column_name IN ('source', 'model')`,
    )
    const cleared = ROWS_OF_SOURCE.map(({ table }) => table)
    expect(cleared.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })
})
