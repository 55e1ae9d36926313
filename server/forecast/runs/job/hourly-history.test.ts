import { expect, test, vi } from 'vitest'

import { HOUR_MS, type Span } from '#contract/time.ts'
import { createUsers } from '#server/auth/users.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { filesOf, KINDS } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { block, LOAD } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { uploadOf } from '#server/testing/upload-of.ts'

import { readHourlyHistory, readUploads } from './hourly-history.ts'

const SPAN: Span = { fromUtc: Date.UTC(2026, 5, 1), toUtc: Date.UTC(2026, 5, 1, 2) }

test('a forecast that is known only as it was last published can be left out, what is measured never is', async () => {
  const series = createSeriesStore(await openTestDatabase())
  const write = (source: string, startsAtUtc: number) =>
    series.mirror(
      KINDS.map((kind) => block({ ...LOAD, kind }, startsAtUtc, 60, [kind === 'actual' ? 500 : 510])),
      [],
      { source, fetchedAtUtc: SPAN.toUtc },
    )
  await write('test', SPAN.fromUtc)
  await write(filesOf('test'), SPAN.fromUtc + HOUR_MS)
  const loadOf = async (isTsoInTime: boolean) =>
    (await readHourlyHistory(series, 'DE', SPAN, hourlyMeans, isTsoInTime)).quantities.load
  expect(await loadOf(false)).toEqual({ actual: Float64Array.of(500, 500), tso: Float64Array.of(510, 510) })
  expect(await loadOf(true)).toEqual({ actual: Float64Array.of(500, 500), tso: Float64Array.of(510, NaN) })
})

test('uploaded forecasts of an area are read together, each with what was issued in time', async () => {
  const database = await openTestDatabase()
  await createUsers(database).add('ann', 'hash', 'analyst')
  const uploads = createUploadStore(database)
  const write = async (name: string, mw: number, issuedUtc: number) => {
    const quarters = new Float32Array(96).fill(mw)
    const version = { area: 'DE' as const, quantity: 'load' as const, day: '2026-06-01', issuedUtc, quarters }
    const { id } = await database.transaction((connection) =>
      uploads.write(connection, 1, uploadOf(name, [version])),
    )
    await uploads.setInput(id, true)
  }
  for (const [index, name] of ['A', 'B', 'C'].entries()) {
    await write(name, 100 + index, SPAN.fromUtc - 2 * HOUR_MS)
    await write(name, 200, SPAN.fromUtc)
  }
  const query = vi.spyOn(database, 'query')
  const read = await readUploads(uploads, 'DE', SPAN, () => SPAN.fromUtc - HOUR_MS)
  // That of the list, and that of the values.
  expect(query).toHaveBeenCalledTimes(2)
  const nothing = Float64Array.of(NaN, NaN)
  expect(read).toEqual(
    ['A', 'B', 'C'].map((name, index) => ({
      label: `${name} · ann`,
      startsAtUtc: SPAN.fromUtc,
      powerMw: { load: Float64Array.of(100 + index, 100 + index), solar: nothing, wind: nothing },
    })),
  )
})
