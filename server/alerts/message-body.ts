import type { NewAlert } from '#contract/alerts.ts'

import type { Crossing } from './crossing.ts'

function instant(utc: number): string {
  return new Date(utc).toISOString().replace('.000Z', 'Z')
}

function describeRule({ name, area, measure, side, thresholdMw, hours }: NewAlert) {
  return { name, area, measure, side, thresholdMw, hours }
}

/** The JSON of a message about a rule that has been crossed. */
export function writeCrossing(rule: NewAlert, crossing: Crossing, nowUtc: number): string {
  const { firstUtc, firstMw, furthestUtc, furthestMw, hours } = crossing
  return JSON.stringify({
    type: 'alert.crossed',
    timestamp: instant(nowUtc),
    data: {
      rule: describeRule(rule),
      first: { startsAt: instant(firstUtc), powerMw: firstMw },
      furthest: { startsAt: instant(furthestUtc), powerMw: furthestMw },
      hours,
    },
  })
}

/** The JSON of a message for testing the way to a receiver. */
export function writeTest(rule: NewAlert, nowUtc: number): string {
  return JSON.stringify({
    type: 'alert.test',
    timestamp: instant(nowUtc),
    data: { rule: describeRule(rule) },
  })
}
