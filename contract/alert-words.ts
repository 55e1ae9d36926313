import { type AlertMeasure, hasThreshold, type NewAlert } from './alerts.ts'
import { areaLabel } from './areas.ts'
import { RAMP_HOURS } from './forecast.ts'

export const MEASURE_LABELS: Readonly<Record<AlertMeasure, string>> = {
  residual: 'Residual load, forecast',
  load: 'Load, forecast',
  solar: 'Solar, forecast',
  wind: 'Wind, forecast',
  change: 'Residual load, change from the previous run',
  ramp: `Residual load, change over ${RAMP_HOURS} hours`,
  error: 'Error of the forecast of residual load',
  run: 'New forecast run, with the morning sheet',
}

const mw = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** `Residual load, forecast, in Germany above 60,000 MW in the next 24 hours` */
export function describeAlert(rule: NewAlert): string {
  if (!hasThreshold(rule)) return MEASURE_LABELS[rule.measure]
  const { area, measure, side, thresholdMw, hours } = rule
  const count = hours === 1 ? 'hour' : `${hours} hours`
  const span = hours === 'tomorrow' ? 'tomorrow' : `in the ${measure === 'error' ? 'last' : 'next'} ${count}`
  return `${MEASURE_LABELS[measure]}, in ${areaLabel(area)} ${side} ${mw.format(thresholdMw)} MW ${span}`
}
