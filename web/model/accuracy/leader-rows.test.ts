import { expect, test } from 'vitest'

import type { CountryScores, LeadersAnswer, Scores } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { formatShareChange } from '#contract/words/power.ts'
import type { AccuracyOrder } from '#web/model/view/view.ts'
import { SCORES } from '#web/testing/runs.ts'

import {
  accuracyLines,
  chooseScores,
  commonRuns,
  hourRows,
  leaderAnswer,
  leaderRows,
  leaderSpan,
  scoredWords,
  sortLeaders,
} from './leader-rows.ts'

function scores(finalMaeMw: number | null, tsoMaeMw: number | null, change: Partial<Scores> = {}): Scores {
  return { ...SCORES, tsoMaeMw, modelMaeMw: finalMaeMw, finalMaeMw, meanLoadMw: 10_000, ...change }
}
const NONE = scores(null, null, { days: 0, hours: 0, fromDay: null, toDay: null, tsoForecast: 'missing' })

function leaders(complete: Readonly<Record<string, Scores>>, early = NONE): LeadersAnswer {
  return {
    day: '2026-11-23',
    countries: FORECAST_COUNTRIES.filter((country) => country in complete).map((country) => ({
      country,
      shownKind: country === 'hu' ? 'early' : 'complete',
      periods: [{ days: 28, early, complete: complete[country] ?? NONE }],
    })),
  }
}

const ANSWER = leaders(
  {
    de: scores(800, 1000),
    at: scores(110, 100),
    be: scores(100.2, 100),
    nl: scores(50, null, { tsoForecast: 'copied' }),
    pl: scores(50, null, { tsoForecast: 'missing', meanLoadMw: null }),
    hu: scores(1, 2),
  },
  scores(90, 100, { days: 7 }),
)
const CHOICE = { days: 28, runs: 'complete', areMade: true } as const

test('each country has its error against the TSO’s, or says why nothing can be compared', () => {
  const shown = leaderRows(ANSWER, CHOICE).map(
    ({ code, againstTso, whyNot }) => [code, whyNot ?? formatShareChange(againstTso)] as const,
  )
  expect(Object.fromEntries(shown)).toEqual({
    de: '−20.0%',
    at: '+10.0%',
    be: '+0.2%',
    nl: 'TSO publishes a copy',
    pl: 'no TSO forecast',
    hu: '−50.0%',
  })
  expect(leaderRows(leaders({ de: NONE }), CHOICE)[0]?.whyNot).toBe('no complete run scored yet')
})

test('less than a week of days, or days that are still being made, give no verdict but their number', () => {
  const of = (days: number, areMade = true) =>
    leaderRows(leaders({ de: scores(800, 1000, { days }), at: scores(90, 100) }), { ...CHOICE, areMade })
  expect(of(6)[0]).toMatchObject({ whyNot: 'only 6 days scored', againstTso: null })
  expect(of(7)[0]).toMatchObject({ whyNot: null, againstTso: expect.closeTo(-0.2) })
  expect(of(1)[0]?.whyNot).toBe('only 1 day scored')
  expect(leaderAnswer(of(6))).toEqual({
    won: '1 of 1',
    words: 'Largest error relative to load: Austria, 0.9%.',
  })
  expect(of(12, false).map(({ whyNot }) => whyNot)).toEqual([
    '12 days scored so far',
    '28 days scored so far',
  ])
  expect(leaderAnswer(of(12, false)).won).toBeNull()
})

test('a TSO forecast that is known only as it was last published is not compared', () => {
  const rows = leaderRows(leaders({ cz: scores(50, null, { tsoForecast: 'last-published' }) }), CHOICE)
  expect(rows.map(({ whyNot }) => whyNot)).toEqual(['TSO as last published'])
})

test('the kind of run is the one that the country shows, unless another is chosen', () => {
  const kinds = (runs: 'early' | null) => leaderRows(ANSWER, { ...CHOICE, runs }).map(({ kind }) => kind)
  expect(kinds(null)).toEqual(['complete', 'early', 'complete', 'complete', 'complete', 'complete'])
  expect(new Set(kinds('early'))).toEqual(new Set(['early']))
  expect(leaderRows(ANSWER, { ...CHOICE, days: 90 })).toEqual([])
})

test('countries are sorted by lead, name or error, those without a figure last', () => {
  const rows = leaderRows(ANSWER, CHOICE)
  const codes = (order: AccuracyOrder) => sortLeaders(rows, order).map(({ code }) => code)
  expect(codes('lead')).toEqual(['hu', 'de', 'be', 'at', 'nl', 'pl'])
  expect(codes('name')).toEqual(['at', 'be', 'de', 'hu', 'nl', 'pl'])
  expect(codes('error')).toEqual(['hu', 'nl', 'pl', 'be', 'at', 'de'])
  expect(codes('share')).toEqual(['hu', 'nl', 'be', 'at', 'de', 'pl'])
})

test('the answer counts the countries where we are ahead, and names where we are behind and the largest error', () => {
  expect(leaderAnswer(leaderRows(ANSWER, CHOICE))).toEqual({
    won: '2 of 4',
    words: 'Larger in Austria. Largest error relative to load: Germany, 8.0%.',
  })
  expect(leaderAnswer([])).toEqual({ won: null, words: 'No forecast can be compared with a TSO yet.' })
})

const BY_HOUR: CountryScores = {
  ...scores(800, 1000, { replayedDays: 20 }),
  byHour: [
    { hour: 0, hours: 28, tsoMaeMw: 200, modelMaeMw: 60, finalMaeMw: 50, bandCoverage: 0.8 },
    { hour: 1, hours: 0, tsoMaeMw: null, modelMaeMw: null, finalMaeMw: null, bandCoverage: null },
  ],
}

test('the hours are scaled to the largest error, and a missing hour has no bar', () => {
  const rows = hourRows(BY_HOUR)
  expect(rows[0]).toMatchObject({ hour: 0, finalShare: 0.25, tsoShare: 1 })
  expect(rows[1]).toMatchObject({ hour: 1, finalShare: null, tsoShare: null, bandCoverage: null })
})

test('the words say of which runs and days the scores are', () => {
  const answer = {
    country: 'de' as const,
    day: '2026-11-23',
    shownKind: 'early' as const,
    periods: [{ days: 28 as const, early: BY_HOUR, complete: { ...NONE, byHour: [] } }],
  }
  const chosen = chooseScores(answer, { days: 28, runs: null })
  expect(chosen && scoredWords(chosen)).toBe('early runs, Sun, Oct 25 to Sat, Nov 21, 28 days (20 replayed)')
  expect(chooseScores(answer, { days: 28, runs: 'complete' })).toMatchObject({ kind: 'complete' })
  expect(chooseScores(answer, { days: 7, runs: null })).toBeNull()
})

test('the file has the countries, then the chosen country by hour, and empty cells for what is missing', () => {
  const upload = {
    label: 'Vendor · ann',
    hours: 24,
    days: 1,
    receivedDays: 1,
    maeMw: 700,
    finalMaeMw: 750,
    tsoMaeMw: null,
  }
  const rows = leaderRows(leaders({ de: { ...scores(800, null), uploaded: [upload] } }), CHOICE)
  const chosen = { name: 'Germany', kind: 'complete' as const, scores: BY_HOUR }
  const lines = accuracyLines(rows, chosen, 'MW, Demo data')
  expect(lines[0]).toEqual([
    'country',
    'hour',
    'runs',
    'days',
    'mean absolute error of final forecast (MW, Demo data)',
    'mean absolute error of model forecast (MW, Demo data)',
    'mean absolute error of TSO forecast (MW, Demo data)',
    'share of actual values between P10 and P90',
    'error of final forecast as a share of mean load',
    'mean absolute error of Vendor · ann (MW, Demo data)',
    'mean absolute error of final forecast in the hours of Vendor · ann (MW, Demo data)',
  ])
  expect(lines[1]).toEqual(['Germany', 'all', 'complete', 28, 800, 800, null, 0.8, 0.08, 700, 750])
  expect(lines[3]).toEqual(['Germany', '01:00', 'complete', 28, ...Array(7).fill(null)])
  expect(accuracyLines(rows, null, 'MW')).toHaveLength(2)
})

test('runs and days that all countries share are said once', () => {
  const rows = leaderRows(leaders({ de: scores(800, 1000), pl: scores(500, 400) }), CHOICE)
  expect(commonRuns(rows)).toBe('complete runs, 28 days')
  expect(commonRuns(rows.map((row, index) => ({ ...row, days: 28 - index })))).toBeNull()
  expect(commonRuns([])).toBeNull()
})

test('the head names the days of all countries together', () => {
  const later = scores(500, 400, { fromDay: '2026-10-27', toDay: '2026-11-22' })
  expect(leaderSpan(leaderRows(leaders({ de: scores(800, 1000), pl: later, nl: NONE }), CHOICE))).toBe(
    'Sun, Oct 25 to Sun, Nov 22',
  )
  expect(leaderSpan(leaderRows(leaders({ nl: NONE }), CHOICE))).toBeNull()
})
