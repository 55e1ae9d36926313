import { addDays, marketDay, timeOfDay } from '#contract/zone-time.ts'
import {
  type ChartData,
  type Curve,
  isOwnStamp,
  ownTimes,
  rangeOf,
  type ValueRange,
} from '#web/chart/data/chart-data.ts'
import { areQuarters, cycleOf } from '#web/chart/data/hours-and-weekdays.ts'
import { indexFrom } from '#web/chart/data/time-window.ts'

import { comparisonOf } from './compare.ts'
import { bandOf, drawnCurves, isForecast } from './curves.ts'
import { remarksOf } from './day-marks.ts'
import { areHourly, findScored, type MarkedData, type ScoredFilters } from './error-columns.ts'
import type { DrawnChoices, GraphCard, GraphView } from './graph-card.ts'

export function createChartData(
  { timesS, curves, marks = [] }: MarkedData,
  filters: ScoredFilters,
  view: DrawnChoices,
): ChartData {
  const drawn = drawnCurves(curves, view)
  const measured = drawn.map((curve) =>
    isForecast(curve) && !curve.isEarlier
      ? (findScored({ timesS, curves, marks }, curve, filters)?.values ?? null)
      : null,
  )
  const comparison = comparisonOf(drawn, filters.compareWith)
  const band = view.hasFinal ? bandOf(curves) : null
  const hasQuarters = areQuarters(timesS, drawn)
  return {
    timesS,
    curves: hasQuarters ? drawn.map((curve) => withSteps(timesS, curve)) : drawn,
    ...(measured.some((values) => values !== null) && { measured }),
    ...(comparison !== null && { comparison }),
    ...(band !== null && { bands: [{ ...band, isStepped: hasQuarters && areHourly(timesS, band.low) }] }),
    ...(marks.length > 0 && { remarks: remarksOf(marks) }),
  }
}

/** The named curve or the first, at its own stamps. */
export function pickCurve({ timesS, curves, comparison }: ChartData, name: string | null): ChartData {
  const curve = curves.find((candidate) => candidate.name === name) ?? curves[0]
  return {
    ...(curve === undefined ? { timesS, curves: [] } : atOwnStamps(timesS, curve)),
    ...(comparison !== undefined && { comparison }),
  }
}

function atOwnStamps(timesS: readonly number[], curve: Curve): Pick<ChartData, 'timesS' | 'curves'> {
  const { ownStamps: _, ...own } = curve
  const values = curve.values.filter((_value, index) => isOwnStamp(curve, index))
  return { timesS: ownTimes(timesS, curve), curves: [{ ...own, values }] }
}

/** Stepped if it has only one value an hour. */
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

/** Kept because every card asks after every change: twelve cards of a year of hours would take 150 ms. Values are immutable. */
const ranges = new WeakMap<Curve['values'], ValueRange | null>()

function keptRange(values: Curve['values']): ValueRange | null {
  if (!ranges.has(values)) ranges.set(values, rangeOf(values))
  return ranges.get(values) ?? null
}

export function sharedRange(cards: readonly GraphCard[]): ValueRange | null {
  const drawn = cards
    .filter(({ view }) => view.hasSharedScale && view.form === 'curves')
    .flatMap(({ data, view }) => {
      const band = view.hasFinal ? bandOf(data) : null
      const shown = drawnCurves(data, view).filter(({ name }) => !view.hiddenCurves.includes(name))
      return [...shown.map(({ values }) => values), ...(band === null ? [] : [band.low, band.high])]
    })
    .map(keptRange)
    .filter((range) => range !== null)
  if (drawn.length === 0) return null
  return { low: Math.min(...drawn.map(({ low }) => low)), high: Math.max(...drawn.map(({ high }) => high)) }
}

const NOON_MS = 12 * 3_600_000

/** Leaves out weekends of the market if the form omits them. Public holidays stay. */
export function onShownDays<Of extends Curve>(
  data: { timesS: readonly number[]; curves: readonly Of[] },
  { form, isWorkdaysOnly }: Pick<GraphView, 'form' | 'isWorkdaysOnly'>,
): { timesS: readonly number[]; curves: readonly Of[] } {
  if (form === 'curves' || !isWorkdaysOnly) return data
  const { timesS, curves } = data
  const shiftMs = cycleOf(timesS).kind === 'week' ? NOON_MS : 0
  let endsAtMs = -Infinity
  let isWorkday = false
  const areWorkdays = timesS.map((timeS) => {
    // Daily stamps count as the market day that covers most of them.
    const atMs = timeS * 1000 + shiftMs
    if (atMs >= endsAtMs) {
      const day = marketDay(atMs)
      isWorkday = ![0, 6].includes(new Date(day).getUTCDay())
      endsAtMs = timeOfDay(addDays(day, 1))
    }
    return isWorkday
  })
  const shown = (value: number | null, index: number) => (areWorkdays[index] === true ? value : null)
  return { timesS, curves: curves.map((curve) => ({ ...curve, values: curve.values.map(shown) })) }
}
