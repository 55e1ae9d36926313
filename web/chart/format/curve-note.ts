import type { Curve } from '#web/chart/data/chart-data.ts'

import { formatDayTime } from './time-format.ts'

/** What is to be known of a curve's values: `by the hour, Final forecast from Nov 14, 06:00`; empty for nothing. */
export function curveNote({ forecast, isStepped }: Curve, moment: (timeS: number) => string): string {
  return [
    ...(isStepped ? ['by the hour'] : []),
    ...(forecast === undefined ? [] : [`${forecast.name} from ${moment(forecast.fromS)}`]),
    ...(forecast?.isStepped && !isStepped ? ['by the hour'] : []),
  ].join(', ')
}

/** The same behind its name: `Germany (Final forecast from Nov 14, 2026, 06:00)`. */
export function curveTitle(curve: Curve): string {
  const note = curveNote(curve, formatDayTime)
  return note === '' ? curve.name : `${curve.name} (${note})`
}
