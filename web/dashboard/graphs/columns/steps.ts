import type { Curve } from '#web/chart/data/chart-data.ts'
import { indexFrom } from '#web/chart/data/moment-index.ts'

const HOUR_S = 3600

/** A curve among quarter hours, stepped where it has only one value an hour. */
export function withSteps<Of extends Curve>(timesS: readonly number[], curve: Of): Of {
  const { values, forecast } = curve
  const end = forecast === undefined ? values.length : indexFrom(timesS, forecast.fromS)
  return {
    ...curve,
    isStepped: areHourly(timesS, values, 0, end),
    ...(forecast !== undefined && {
      forecast: { ...forecast, isStepped: areHourly(timesS, values, end, values.length) },
    }),
  }
}

/** Whether values change, and only from one hour to the next. */
export function areHourly(
  timesS: readonly number[],
  values: Curve['values'],
  from = 0,
  end = values.length,
): boolean {
  const hourAt = (index: number) => Math.floor((timesS[index] ?? 0) / HOUR_S)
  let hasChanged = false
  for (let index = from + 1; index < end; index += 1) {
    if (values[index] === values[index - 1]) continue
    if (hourAt(index) === hourAt(index - 1)) return false
    hasChanged = true
  }
  return hasChanged
}
