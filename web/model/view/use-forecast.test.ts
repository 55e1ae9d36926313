import { expect, test } from 'vitest'

import type { ForecastAnswer } from '#contract/forecast.ts'

import { chooseForecast } from './use-forecast.ts'

const answer = (final: number | null): ForecastAnswer => ({
  de: { '00:00': { TSO: 1, Instance_Today: 1, Instance_Tomorrow: 1, Final_Value: final } },
})
const [SPECIFIED, OWN, EMPTY] = [answer(1), answer(2), answer(null)]
const AWAY = new Error('away')
const NOTHING = {
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  errorUpdatedAt: 0,
  isFetching: false,
  isLoading: false,
}
const loaded = <Answer>(data: Answer, dataUpdatedAt: number) => ({ ...NOTHING, data, dataUpdatedAt })
const failed = { ...NOTHING, error: AWAY, errorUpdatedAt: 5 }
const loading = { ...NOTHING, isFetching: true, isLoading: true }

test.each([
  ['the specified answer alone', loaded(SPECIFIED, 1), NOTHING, false, SPECIFIED, 'loaded'],
  ['our own, when it is newer', loaded(SPECIFIED, 1), loaded(OWN, 2), false, OWN, 'loaded'],
  ['the specified one, when it is newer', loaded(SPECIFIED, 2), loaded(OWN, 1), false, SPECIFIED, 'loaded'],
  ['no newer one without a forecast', loaded(SPECIFIED, 1), loaded(EMPTY, 2), false, SPECIFIED, 'loaded'],
  ['an earlier forecast, though it is older', loaded(SPECIFIED, 2), loaded(OWN, 1), true, OWN, 'loaded'],
  ['nothing while an earlier forecast loads', loaded(SPECIFIED, 1), loading, true, undefined, 'loading'],
  ['the newest from a foreign backend', loaded(SPECIFIED, 1), loaded(null, 2), true, SPECIFIED, 'loaded'],
  ['a failure of the specified call', failed, NOTHING, false, undefined, 'failed'],
  ['our own after that failure', failed, loaded(OWN, 6), false, OWN, 'loaded'],
  ['that failure after our own', failed, loaded(OWN, 4), false, OWN, 'failed'],
  ['that failure beside an earlier forecast', failed, loaded(OWN, 6), true, OWN, 'failed'],
  ['loading after a failure', { ...failed, isFetching: true }, NOTHING, false, undefined, 'loading'],
] as const)('shows %s', (_, specified, own, isEarlier, data, state) => {
  expect(chooseForecast(specified, own, isEarlier)).toMatchObject({ data, state })
})
