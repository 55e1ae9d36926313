import { expect, test } from 'vitest'

import { curveStatistics } from '#web/chart/data/time-window.ts'
import { bandOf, comparisonOf, curveOf } from '#web/testing/curves.ts'

import { curveSentence, momentSentence, summarySentence, windowSentence } from './chart-summary.ts'

const START_S = Date.parse('2026-11-14T00:00+01:00') / 1000
const TIMES = [0, 1, 2].map((hour) => START_S + hour * 3600)
const DATA = {
  timesS: TIMES,
  curves: [
    { name: 'One', style: 'solid', colourIndex: 0, values: [3, -1, 2] },
    { name: 'Two', style: 'dashed', colourIndex: 1, values: [null, 0, null] },
  ],
} as const

const COMPARISON = {
  period: 'previous day',
  pairs: [{ names: ['One'], measuredName: 'One', earlierName: 'Two' }],
  earlierTimeS: (timeS: number) => timeS - 86_400,
}

test('the summary names the number of curves and the span', () => {
  const window = { fromS: START_S, toS: START_S + 7200 }
  expect(summarySentence(DATA, window)).toBe(
    'Line chart of 2 curves from Nov 14, 2026, 00:00 to Nov 14, 2026, 02:00.',
  )
  expect(summarySentence({ ...DATA, curves: [DATA.curves[0]] }, window)).toContain('of 1 curve from')
  expect(summarySentence({ timesS: [], curves: [] }, null)).toBe('Line chart without data.')
  expect(windowSentence(DATA, window)).toBe('Showing Nov 14, 2026, 00:00 to Nov 14, 2026, 02:00')
})

test('sorted values are told by their ranks', () => {
  const sorted = { ...DATA, timesS: [1, 2, 3], ranks: 'hours' }
  expect(summarySentence(sorted, { fromS: 1, toS: 3 })).toBe(
    'Line chart of 2 curves from 1 of 3 hours, 33.3% to 3 of 3 hours, 100.0%.',
  )
  expect(momentSentence(sorted, ['Two'], 1, 'MW')).toBe('2 of 3 hours, 66.7%, One −1.00 MW')
})

test('each curve says its lowest, highest and last value with their moments', () => {
  const [one, two] = DATA.curves
  expect(curveSentence(one, curveStatistics(TIMES, one.values, null), 'MW')).toBe(
    'One: lowest −1.00 MW on Nov 14, 2026, 01:00, highest 3.00 MW on Nov 14, 2026, 00:00, last 2.00 MW on Nov 14, 2026, 02:00.',
  )
  expect(curveSentence(two, null, 'MW')).toBe('Two: no values.')
  const earlier = { name: 'One · previous day', style: 'dimmed' } as const
  const sentence = curveSentence(earlier, curveStatistics(TIMES, one.values, null), 'MW', COMPARISON)
  expect(sentence).toContain('lowest −1.00 MW on Nov 13, 2026, 01:00')
})

test('a spoken moment has the value of every shown curve, and says which are missing', () => {
  expect(momentSentence(DATA, [], 0, 'MW')).toBe('Nov 14, 2026, 00:00, One 3.00 MW, Two no value')
  expect(momentSentence(DATA, ['One'], 1, 'MW')).toBe('Nov 14, 2026, 01:00, Two 0.00 MW')
  expect(momentSentence(DATA, [], 9, 'MW')).toBe('')
})

test('a spoken moment of a comparison has the difference and the earlier date', () => {
  const [one, two] = DATA.curves
  const data = { ...DATA, curves: [one, { ...two, style: 'dimmed' }], comparison: COMPARISON } as const
  expect(momentSentence(data, [], 1, 'MW')).toContain('difference to Nov 13, 2026, 01:00 −1.00 MW')
  expect(momentSentence(data, [], 0, 'MW')).toContain('compared with Nov 13, 2026, 00:00')
  expect(momentSentence(data, [], 0, 'MW')).not.toContain('difference')
  // An earlier value always has its date.
  const onlyEarlier = 'Nov 14, 2026, 01:00, Two 0.00 MW, earlier values of Nov 13, 2026, 01:00'
  expect(momentSentence(data, ['One'], 1, 'MW')).toBe(onlyEarlier)
  const foreign = { ...data, comparison: { ...COMPARISON, pairs: [] } }
  expect(momentSentence(foreign, ['One'], 1, 'MW')).toBe(onlyEarlier)
  expect(momentSentence(data, ['Two'], 1, 'MW')).toBe('Nov 14, 2026, 01:00, One −1.00 MW')
})

test('where nothing is measured yet, the difference is that of a forecast and is named so', () => {
  const data = {
    timesS: TIMES,
    curves: [
      curveOf('Actual', [1, null, null]),
      curveOf('Model forecast', [5, 6, 7], { style: 'dashed' }),
      curveOf('Actual · previous week', [2, 2, 2], { style: 'dimmed' }),
    ],
    comparison: comparisonOf('Actual', 'Model forecast'),
  }
  expect(momentSentence(data, [], 0, 'MW')).toContain('difference to Nov 7, 2026, 00:00 −1.00 MW')
  const ofForecast = 'difference of Model forecast to Nov 7, 2026, 01:00 +4.00 MW'
  expect(momentSentence(data, [], 1, 'MW')).toContain(ofForecast)
})

test('a spoken moment has the limits of the band if there are any', () => {
  const data = { timesS: TIMES, curves: [DATA.curves[0]], bands: [bandOf([1, null, 0], [5, 2, 4])] }
  expect(momentSentence(data, [], 0, 'MW')).toBe('Nov 14, 2026, 00:00, One 3.00 MW, P10–P90 1.00 to 5.00 MW')
  expect(momentSentence(data, [], 1, 'MW')).toBe('Nov 14, 2026, 01:00, One −1.00 MW')
  expect(momentSentence(data, ['One'], 2, 'MW')).toBe('Nov 14, 2026, 02:00')
})
