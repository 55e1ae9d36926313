import { expect, test } from 'vitest'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DatabaseError } from '#server/errors.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'

import { createRunsReadiness } from './runs-readiness.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

function head(area: MemberCode, isReplayed: boolean): RunHead {
  return {
    area,
    day: '2026-11-21',
    kind: 'complete',
    issuedAtUtc: NOW,
    informationUtc: NOW,
    isLate: false,
    isReplayed,
    missingInputs: [],
    weather: null,
  }
}

test('is ready when every country of the map has a run that is not a replay, and stays so', async () => {
  let heads = MEMBER_CODES.map((area) => head(area, area === 'PL'))
  const readiness = createRunsReadiness({ heads: async () => heads }, () => NOW)
  expect(await readiness.check()).toMatchObject({ isReady: false })
  heads = [...heads, head('PL', false)]
  expect(await readiness.check()).toMatchObject({ isReady: true })
  heads = []
  expect(await readiness.check()).toMatchObject({ isReady: true })
})

test('is not ready while the database does not answer', async () => {
  const heads = () => Promise.reject(new DatabaseError('down'))
  expect(await createRunsReadiness({ heads }, () => NOW).check()).toEqual({
    isReady: false,
    message: 'the database does not answer',
  })
})
