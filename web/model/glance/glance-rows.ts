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

/** An evening ramp ends in one of these hours. */
const EVENING = { from: 17, to: 22 }

/** A forecast with the bands of its hours; a doubled hour has that of the first. */
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

/** The clock hours of a day that at least one country has; a day whose clocks go forward lacks one. */
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
    const finals = known(hours, (hour) => valueAt('final', hour))
    const ramps = known(hours, (hour) => valueAt('ramp', hour))
    const cells = hours.map((hour) => ({
      hour,
      /** Value of the view, MW; null if it is missing. A ramp is at its last hour. */
      valueMw: valueAt(view, hour),
      /** True if the residual load itself is at or below zero, whatever the view shows. */
      isNegative: (valueAt('final', hour) ?? 1) <= 0,
      /** P10 of the residual load, whatever the view shows, MW; null while it is not known. */
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
      /** The lowest residual load of the day, whatever the view shows; null for none, as below. */
      minimum: finals.toSorted((a, b) => a.valueMw - b.valueMw)[0] ?? null,
      /** The steepest rise that ends in the evening, and its last hour. */
      evening:
        ramps
          .filter(({ hour, valueMw }) => valueMw > 0 && hour >= EVENING.from && hour <= EVENING.to)
          .toSorted((a, b) => b.valueMw - a.valueMw)[0] ?? null,
    }
  })
}

export const mayReachZero = ({ p10Mw }: Pick<GlanceCell, 'p10Mw'>) => p10Mw !== null && p10Mw <= 0
export const hasValues = ({ cells }: GlanceRow) => cells.some(({ valueMw }) => valueMw !== null)

/** The clock hour in which a ramp that ends with an hour began: so many hours of time before, whatever the clocks do. Null if the day lacks it. */
export function rampStart(day: string, hour: number): number | null {
  const startS = (stampOf(day, hourKey(hour)) ?? NaN) - RAMP_HOURS * HOUR_S
  const key = keyOf(startS)
  return stampOf(day, key) === startS ? hourOfKey(key) : null
}

/** Value of a view for a country and hour, MW; null if it is missing. A ramp begins at `startHour`. */
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

/** The hours that have a value. */
function known(hours: readonly number[], valueAt: (hour: number) => number | null) {
  return hours.flatMap((hour) => {
    const valueMw = valueAt(hour)
    return valueMw === null ? [] : [{ hour, valueMw }]
  })
}

/** Steps of colour from pale to deep, on both sides of zero. */
export const STEPS = [0, 1, 2, 3, 4, 5] as const
type Step = (typeof STEPS)[number]
/** `p3` above zero, `n3` at or below it, `none` without a value. */
export type CellTone = `p${Step}` | `n${Step}` | 'none'

/** The CSS variable of a tone (glance.css); each theme gives it its own value. */
export function toneVariable(tone: Exclude<CellTone, 'none'>): string {
  return `--glance-${tone}`
}

/** From the deepest below zero to the deepest above it. */
export const SCALE_TONES = [
  ...STEPS.toReversed().map((step) => `n${step}` as const),
  ...STEPS.map((step) => `p${step}` as const),
]

export function toneOf(valueMw: number | null, scale: ColourScale): CellTone {
  if (valueMw === null) return 'none'
  return `${valueMw > 0 ? 'p' : 'n'}${stepOf(valueMw, scale, STEPS)}`
}

/** The steps whose figures need the light ink of a dark ground, or in the dark theme the dark ink of a light one. */
const FIRST_DEEP_STEP = 4

export function isDeep(tone: CellTone): boolean {
  return tone !== 'none' && Number(tone.slice(1)) >= FIRST_DEEP_STEP
}

/** The figure of a cell: a change or a difference shows its sign. */
export function formatCell(view: GlanceView, valueMw: number | null): string {
  return view === 'final' ? formatMw(valueMw) : formatDifferenceMw(valueMw)
}

const gigawatts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The figure of a narrow cell in GW: `45.1`, of a change or a difference `+1.2`. */
export function formatGigawatts(view: GlanceView, valueMw: number | null): string {
  if (valueMw === null) return formatMw(null)
  const text = gigawatts.format(Math.abs(valueMw) / 1000)
  const sign = text === '0.0' ? '' : valueMw < 0 ? '−' : view === 'final' ? '' : '+'
  return sign + text
}
