import { expect, test } from 'vitest'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { timeOfDay } from '#contract/zone-time.ts'
import { DatabaseError } from '#server/errors.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import { runOf } from '#server/testing/run-of.ts'

import { createRunsReadiness } from './runs-readiness.ts'

const NOW = Date.parse('2026-11-20T12:00Z')
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21']

const head = (area: MemberCode, day = '2026-11-21'): RunHead =>
  runOf(area, day, { isReplayed: day !== '2026-11-21' })

const ALL = DAYS.flatMap((day) => MEMBER_CODES.map((area) => head(area, day)))

/** Readiness with some runs, of a history that begins some days before. */
function readinessOf(heads: () => readonly RunHead[], historyDays = 60) {
  let nowUtc = NOW
  const span = { fromUtc: timeOfDay('2026-11-20') - historyDays * DAY_MS, toUtc: NOW }
  const readiness = createRunsReadiness({
    store: { heads: async ({ from, to }) => heads().filter(({ day }) => day >= from && day <= to) },
    series: { coverage: async () => span },
    clock: () => nowUtc,
  })
  return {
    check: () => readiness.check(),
    setNow: (utc: number) => {
      nowUtc = utc
    },
  }
}

test.each([
  ['yesterday', '2026-11-19'],
  ['today', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
])('waits for every country of the map to have a run of %s, and stays ready', async (_name, day) => {
  let heads = ALL.filter((run) => run.area !== 'PL' || run.day !== day)
  const readiness = readinessOf(() => heads)
  expect(await readiness.check()).toMatchObject({ isReady: false })
  heads = ALL
  expect(await readiness.check()).toEqual({ isReady: true, message: 'made' })
  heads = []
  expect(await readiness.check()).toMatchObject({ isReady: true })
})

test('does not wait for days before which there is no history', async () => {
  const heads = ALL.filter(({ day }) => day === '2026-11-21')
  expect(await readinessOf(() => heads, 2).check()).toMatchObject({ isReady: true })
  expect(await readinessOf(() => heads, 3).check()).toMatchObject({ isReady: false })
})

test('says after midnight in Brussels that the new tomorrow has no run, and stays ready', async () => {
  const readiness = readinessOf(() => ALL)
  expect(await readiness.check()).toMatchObject({ isReady: true })
  readiness.setNow(timeOfDay('2026-11-21') + HOUR_MS)
  expect(await readiness.check()).toEqual({ isReady: true, message: 'made, but not for Nov 22' })
})

test('is not ready while the database does not answer', async () => {
  const store = { heads: () => Promise.reject(new DatabaseError('down')) }
  const series = { coverage: async () => null }
  expect(await createRunsReadiness({ store, series, clock: () => NOW }).check()).toEqual({
    isReady: false,
    message: 'the database does not answer',
  })
})
