import { areaLabel } from '#contract/areas.ts'
import { ENERGY_TYPE_LABELS, FREQUENCY_LABELS } from '#contract/query.ts'

import { COMPARE_LABELS } from './compare.ts'
import type { GraphFilters } from './graph-card.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** What a graph shows, in one line. */
export function describeFilters(filters: GraphFilters): string {
  const { area, energyType, timerange, compareWith, dateFrom, dateTo } = filters
  return [
    `${ENERGY_TYPE_LABELS[energyType]}, ${areaLabel(area)}`,
    FREQUENCY_LABELS[timerange],
    dayFormat.formatRange(new Date(dateFrom), new Date(dateTo)),
    ...(compareWith === 'none' ? [] : [`with ${COMPARE_LABELS[compareWith].toLowerCase()}`]),
  ].join(' · ')
}
