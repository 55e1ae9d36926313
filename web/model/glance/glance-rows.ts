import { areaOfCountry } from '#contract/countries.ts'
import { type ForecastAnswer, RAMP_HOURS, rampMw } from '#contract/forecast.ts'
import type { ForecastRow } from '#contract/row-tables.ts'
import { formatDifferenceMw, formatMw } from '#contract/words/power.ts'
import { type ColourScale, ownScale, stepOf } from '#web/model/view/colour-scale.ts'
import { FIRST_HOUR, hourKey, hourOfKey, keyOf, LAST_HOUR, stampOf } from '#web/model/view/delivery-day.ts'
import {
  entryAt,
  type GlanceView,
  mapEntries,
  metricValue,
  type ShownForecast,
} from '#web/model/view/metric.ts'
import { timeOf } from '#web/zone/wall-clock.ts'

const HOUR_S = 3600

export interface GlancePlace {
  code: string
  hour: number
}

export type GlanceRow = ReturnType<typeof glanceRows>[number]
type GlanceCell = GlanceRow['cells'][number]

/** Last hours of an evening ramp. */
const EVENING = { from: 17, to: 22 }

/** A repeated hour gets the band of its first occurrence. */
export function withBands(
  answer: ForecastAnswer,
  rows: readonly Pick<ForecastRow, 'time_utc' | 'area' | 'p10_mw' | 'p90_mw'>[],
): ShownForecast {
  const bands = new Map(rows.toReversed().map((row) => [`${row.area} ${timeOf(row.time_utc)}`, row]))
  return mapEntries(answer, (country, key, entry) => ({
    ...entry,
    band: bands.get(`${areaOfCountry(country)} ${key}`),
  }))
}

/** Hours that at least one country has; one is missing when clocks go forward. */
export function glanceHours(answer: ShownForecast): number[] {
  const keys = new Set(Object.values(answer).flatMap((hours) => Object.keys(hours)))
  return Array.from({ length: LAST_HOUR + 1 }, (_, hour) => FIRST_HOUR + hour).filter((hour) =>
    keys.has(hourKey(hour)),
  )
}

export function glanceRows(
  answer: ShownForecast,
  countries: readonly { code: string; name: string }[],
  columns: { hours: readonly number[]; day: string; view: GlanceView },
) {
  const { hours, day, view } = columns
  const starts = new Map(hours.map((hour) => [hour, rampStart(day, hour)]))
  return countries.map(({ code, name }) => {
    const valueAt = (of: GlanceView, hour: number) =>
      glanceValue(answer, { code, hour }, of, starts.get(hour) ?? null)
    const finals = withValues(hours, (hour) => valueAt('final', hour))
    const ramps = withValues(hours, (hour) => valueAt('ramp', hour))
    const cells = hours.map((hour) => ({
      hour,
      /** A ramp is at its last hour. */
      valueMw: valueAt(view, hour),
      /** Residual load at or below zero, in any view. */
      isNegative: (valueAt('final', hour) ?? 1) <= 0,
      /** P10 of the residual load, in any view. */
      p10Mw: entryAt(answer, code, hour)?.band?.p10_mw ?? null,
    }))
    return {
      code,
      name,
      cells,
      own: ownScale(
        cells.map(({ valueMw }) => valueMw),
        view !== 'final',
      ),
      /** Lowest residual load with its hour, in any view. */
      minimum: finals.toSorted((a, b) => a.valueMw - b.valueMw)[0] ?? null,
      /** Steepest rise; `hour` is its last. */
      evening:
        ramps
          .filter(({ hour, valueMw }) => valueMw > 0 && hour >= EVENING.from && hour <= EVENING.to)
          .toSorted((a, b) => b.valueMw - a.valueMw)[0] ?? null,
    }
  })
}

export const mayReachZero = ({ p10Mw }: Pick<GlanceCell, 'p10Mw'>) => p10Mw !== null && p10Mw <= 0
export const hasValues = ({ cells }: GlanceRow) => cells.some(({ valueMw }) => valueMw !== null)

/** Start hour of a ramp, a fixed time before its end across clock changes; `null` if the day lacks it. */
export function rampStart(day: string, hour: number): number | null {
  const startS = (stampOf(day, hourKey(hour)) ?? NaN) - RAMP_HOURS * HOUR_S
  const key = keyOf(startS)
  return stampOf(day, key) === startS ? hourOfKey(key) : null
}

export function glanceValue(
  answer: ShownForecast,
  { code, hour }: GlancePlace,
  view: GlanceView,
  startHour: number | null,
): number | null {
  const entry = entryAt(answer, code, hour)
  if (view !== 'ramp') return entry && metricValue(view, entry)
  return rampMw(entryAt(answer, code, startHour)?.Final_Value, entry?.Final_Value)
}

function withValues(hours: readonly number[], valueAt: (hour: number) => number | null) {
  return hours.flatMap((hour) => {
    const valueMw = valueAt(hour)
    return valueMw === null ? [] : [{ hour, valueMw }]
  })
}

/** From pale to deep, on both sides of zero. */
export const STEPS = [0, 1, 2, 3, 4, 5] as const
type Step = (typeof STEPS)[number]
/** `p3` above zero, `n3` at or below it, `none` without a value. */
export type CellTone = `p${Step}` | `n${Step}` | 'none'

/** Defined in glance.css, for each theme. */
export function toneVariable(tone: Exclude<CellTone, 'none'>): string {
  return `--glance-${tone}`
}

export const SCALE_TONES = [
  ...STEPS.toReversed().map((step) => `n${step}` as const),
  ...STEPS.map((step) => `p${step}` as const),
]

export function toneOf(valueMw: number | null, scale: ColourScale): CellTone {
  if (valueMw === null) return 'none'
  return `${valueMw > 0 ? 'p' : 'n'}${stepOf(valueMw, scale, STEPS)}`
}

/** Deeper steps need the opposite ink. */
const FIRST_DEEP_STEP = 4

export function isDeep(tone: CellTone): boolean {
  return tone !== 'none' && Number(tone.slice(1)) >= FIRST_DEEP_STEP
}

export function formatCell(view: GlanceView, valueMw: number | null): string {
  return view === 'final' ? formatMw(valueMw) : formatDifferenceMw(valueMw)
}

const gigawatts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `45.1`; for changes and differences `+1.2`. */
export function formatGigawatts(view: GlanceView, valueMw: number | null): string {
  if (valueMw === null) return formatMw(null)
  const text = gigawatts.format(Math.abs(valueMw) / 1000)
  const sign = text === '0.0' ? '' : valueMw < 0 ? '−' : view === 'final' ? '' : '+'
  return sign + text
}
