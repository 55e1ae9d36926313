import { areaLabel } from '#contract/areas.ts'
import type { GraphForm } from '#contract/dashboard-address.ts'
import { CURVE_NAMES, ENERGY_TYPE_LABELS, type Frequency, FREQUENCY_LABELS } from '#contract/query.ts'
import { LOOK_BEFORE } from '#contract/wall-time.ts'
import { auctionRunUtc } from '#contract/zone-time.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { areQuarters } from '#web/chart/data/hours-and-weekdays.ts'
import { describeZone, formatInstant, zoneOption } from '#web/zone/display-zone.ts'
import { dayOf, timeOf } from '#web/zone/wall-clock.ts'

import { periodName } from './compare.ts'
import { drawnCurves } from './curves.ts'
import {
  areasOf,
  type DateRange,
  type GraphCard,
  type GraphCurve,
  type GraphData,
  type GraphFilters,
  type GraphView,
  startOfDay,
} from './graph-card.ts'
import { describeRelative, upToDate } from './relative-range.ts'

export const FORM_LABELS: Readonly<Record<GraphForm, string>> = {
  curves: 'Curves',
  errors: 'Forecast errors',
  heat: 'Heat map',
  duration: 'Duration curves',
  parts: 'Parts',
}

type Stamps = Pick<ChartData, 'timesS' | 'curves'>

export function stampWord(timerange: Frequency, { timesS, curves }: Stamps): string {
  if (areQuarters(timesS, curves)) return 'quarter hours'
  return timerange === 'H' ? 'hours' : 'days'
}

/** A line cannot start with the dot. */
const SEPARATOR = '\u00a0· '
const days = new Intl.DateTimeFormat('en-US', {
  ...zoneOption,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

type Form = Pick<GraphView, 'form' | 'isWorkdaysOnly'>

/** `Residual Load, Germany, France`, `Residual Load, Germany: forecast errors`. */
export function describeSubject(filters: GraphFilters, view: Form): string {
  const subject = [ENERGY_TYPE_LABELS[filters.energyType], ...areasOf(filters).map(areaLabel)].join(', ')
  if (view.form === 'curves') return subject
  return `${subject}: ${FORM_LABELS[view.form].toLowerCase()}${view.isWorkdaysOnly ? ', working days only' : ''}`
}

/** `08:00 the day before`, `08:50 the day before, with replays` */
export function describeLook(lookedAt: string): string {
  const [, days, time, replayed] = LOOK_BEFORE.exec(lookedAt) ?? []
  return `${time} ${days === '1' ? 'the day' : `${days} days`} before${replayed === undefined ? '' : ', with replays'}`
}

/** The look with replays, at the earliest at the hour that the first replay simulates, in winter as in summer; `null` if no replay simulates that day. */
export function withReplays(lookedAt: string | null): string | null {
  const [, days, time = '', replayed] = LOOK_BEFORE.exec(lookedAt ?? '') ?? []
  const first = timeOf(auctionRunUtc('2026-01-15'))
  return days === '1' && replayed === undefined ? `D-1T${time < first ? first : time}-replayed` : null
}

/** `Daily · Nov 13 – 20, 2026 · Europe/Berlin, CET · compared with previous week` */
export function describeRange(filters: GraphFilters, { timesS, curves }: Stamps, today: string): string {
  const { timerange, compareWith, lookedAt, dateFrom, dateTo } = filters
  return [
    areQuarters(timesS, curves) ? 'Quarter-hourly' : FREQUENCY_LABELS[timerange],
    movingWords(filters, today),
    days.formatRange(new Date(dateFrom), new Date(dateTo)),
    describeZone(new Date(dateFrom).getTime() / 1000, new Date(dateTo).getTime() / 1000),
    lookedAt === null ? null : `forecasts as known at ${describeLook(lookedAt)}`,
    compareWith === 'none' ? null : `compared with ${periodName(compareWith)}`,
  ]
    .filter((part) => part !== null)
    .join(SEPARATOR)
}

/** `Last 7 days`; `null` for fixed days, and for days that were so named before midnight. */
function movingWords(range: DateRange, today: string): string | null {
  const nowMs = Date.parse(startOfDay(today))
  return range.relative !== null && upToDate(range, nowMs) === range
    ? describeRelative(range.relative, range.dateFrom)
    : null
}

/** Our forecasts that an answer as known before each day lacks, and why. */
export function describeUnknown(
  { lookedAt }: Pick<GraphFilters, 'lookedAt'>,
  { timesS, curves }: GraphData,
  { hasFinal }: Pick<GraphView, 'hasFinal'>,
  firstRunUtc: string | null,
): string | null {
  if (lookedAt === null) return null
  const beginOf = (kind: GraphCurve['kind']) =>
    curves.find((curve) => curve.kind === kind)?.values.findIndex((value) => value !== null) ?? -1
  const first = beginOf('actual')
  const lacking = (['model', ...(hasFinal ? (['final'] as const) : [])] as const)
    .map((kind) => ({ name: CURVE_NAMES[kind].toLowerCase(), begin: beginOf(kind) }))
    .filter(({ begin }) => begin === -1 || begin > first)
  if (lacking.length === 0) return null
  const words = lacking.map(({ name, begin }) =>
    begin === -1 ? `no ${name}` : `${name} from ${days.format((timesS[begin] ?? 0) * 1000)} on`,
  )
  const run = firstRunUtc === null ? 'no run is stored' : `first run stored ${formatInstant(firstRunUtc)}`
  const replays = withReplays(lookedAt) && ' Replays are runs made later, from only what was known then.'
  return `As known at ${describeLook(lookedAt)}: ${words.join(', ')} (${run}).${replays ?? ''}`
}

/** `range` is short, `rest` complete. Each starts with a dot. */
export function describeFilters(filters: GraphFilters, view: Form, stamps: Stamps, today: string) {
  const { dateFrom, dateTo, lookedAt, compareWith } = filters
  const range = [
    '',
    movingWords(filters, today) ?? days.formatRange(new Date(dateFrom), new Date(dateTo)),
    ...(lookedAt === null ? [] : [`forecasts as known at ${describeLook(lookedAt)}`]),
    ...(compareWith === 'none' ? [] : [`compared with ${periodName(compareWith)}`]),
  ].join(SEPARATOR)
  return {
    subject: describeSubject(filters, view),
    range,
    rest: SEPARATOR + describeRange(filters, stamps, today),
  }
}

/** `residual-load_CWE_2026-11-13_2026-11-20.csv`, `…_2026-11-20_errors.csv` */
export function createFileName(filters: GraphFilters, { form, isWorkdaysOnly }: Form, extension: string) {
  const { energyType, dateFrom, dateTo } = filters
  const parts = [
    energyType.toLowerCase().replaceAll(' ', '-'),
    areasOf(filters).join('-'),
    dayOf(dateFrom),
    dayOf(dateTo),
    ...(form === 'curves' ? [] : [form, ...(isWorkdaysOnly ? ['working-days'] : [])]),
  ]
  return `${parts.join('_')}.${extension}`
}

/** Text for screen readers. Failures are omitted because their notices announce themselves. */
export function describeOutcomes(before: readonly GraphCard[], after: readonly GraphCard[]): string | null {
  const running = new Set(before.filter(({ loading }) => loading).map(({ id }) => id))
  const ended = after.flatMap((card, index) =>
    running.has(card.id) && !card.loading && card.error === null ? [describeOutcome(card, index + 1)] : [],
  )
  return ended.length === 0 ? null : ended.join(' ')
}

function describeOutcome({ data, shownFilters, view }: GraphCard, position: number): string {
  if (shownFilters === null) return `Graph ${position}: query cancelled.`
  if (data.length === 0) return `Graph ${position}: no values in this range.`
  const { length } = drawnCurves(data, view)
  return `Graph ${position} shows ${length === 1 ? '1 curve' : `${length} curves`}.`
}
