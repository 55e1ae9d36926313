import { describe, expect, test } from 'vitest'

import { scoreRows } from './score-panel.tsx'

describe('scoreRows', () => {
  const scores = {
    fromDay: '2026-10-24',
    toDay: '2026-11-20',
    days: 28,
    replayedDays: 0,
    suspiciousDays: 0,
    hours: 672,
    tsoForecast: 'published' as const,
    tsoMaeMw: 1000,
    modelMaeMw: 850,
    finalMaeMw: 800,
    naiveMaeMw: 4000,
    meanLoadMw: 20_000,
    bandCoverage: 0.8,
  }

  test('compares with the TSO and scales by the largest error but the naive one', () => {
    const rows = scoreRows(scores)
    expect(rows.map((row) => row.name)).toEqual([
      'Final forecast',
      'Model forecast',
      'TSO forecast',
      'Same hour last week',
    ])
    expect(rows[0]).toMatchObject({ share: 0.8, isCut: false })
    expect(rows[0]?.againstTso).toBeCloseTo(-0.2)
    expect(rows[1]?.againstTso).toBeCloseTo(-0.15)
    expect(rows[2]).toMatchObject({ againstTso: null, share: 1, isCut: false })
    expect(rows[3]).toMatchObject({ againstTso: 3, share: 1, isCut: true })
  })

  test('gives no percentage if there is nothing to compare', () => {
    const none = { ...scores, tsoMaeMw: null, modelMaeMw: null, finalMaeMw: 0, naiveMaeMw: null }
    expect(scoreRows(none).every((row) => row.againstTso === null && row.share === 0)).toBe(true)
    expect(scoreRows(none)[0]?.maeMw).toBe(0)
    const few = scoreRows(scores, false)
    expect(few.map(({ againstTso }) => againstTso)).toEqual([null, null, null, null])
    expect(few[0]?.maeMw, 'the error itself is known').toBe(800)
  })
})
