import { expect, test } from 'vitest'

import { hourlyMeans } from '#server/series/mean-power.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { filesOf, HOUR_MS, KINDS, type Span } from '#server/series/series.ts'
import { block, LOAD } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { readHourlyHistory } from './hourly-history.ts'

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
