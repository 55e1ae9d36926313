import type { AlertEntry, AlertMeasure, AlertSide } from '#contract/alerts.ts'
import { areaLabel } from '#contract/areas.ts'

import { formatMoment } from './format-moment.ts'

export const MEASURE_LABELS: Readonly<Record<AlertMeasure, string>> = {
  residual: 'Residual load, forecast',
  load: 'Load, forecast',
  solar: 'Solar, forecast',
  wind: 'Wind, forecast',
  error: 'Error of the forecast of residual load',
}

export const SIDE_LABELS: Readonly<Record<AlertSide, string>> = { above: 'Above', below: 'Below' }

const mw = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** `Residual load, forecast, in Germany above 60,000 MW in the next 24 hours` */
export function describeAlert({ area, measure, side, thresholdMw, hours }: AlertEntry): string {
  const span = `${measure === 'error' ? 'last' : 'next'} ${hours === 1 ? 'hour' : `${hours} hours`}`
  return `${MEASURE_LABELS[measure]}, in ${areaLabel(area)} ${side} ${mw.format(thresholdMw)} MW in the ${span}`
}

/** How the last message went, and whether the alert is crossed now. */
export function describeState({ isCrossed, lastMessage }: AlertEntry): string {
  const now = isCrossed === null ? 'Checking …' : isCrossed ? 'Crossed now' : 'Not crossed now'
  if (lastMessage === null) return `${now} · no message yet`
  const { createdAt, endedAt, failure } = lastMessage
  const moment = formatMoment(createdAt)
  if (endedAt === null)
    return `${now} · message of ${moment} ${failure === null ? 'is being sent' : `waits: ${failure}`}`
  return failure === null
    ? `${now} · last message ${moment}`
    : `${now} · message of ${moment} failed: ${failure}`
}
