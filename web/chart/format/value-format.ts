import { NO_VALUE, withMinus } from '#contract/power-text.ts'

const LOCALE = 'en-US'

const decimalFormats = new Map<number, Intl.NumberFormat>()

function format(value: number, count: number): string {
  let decimals = decimalFormats.get(count)
  if (decimals === undefined) {
    // `negative`: what rounds to zero has no sign.
    const digits = { minimumFractionDigits: count, maximumFractionDigits: count }
    decimals = new Intl.NumberFormat(LOCALE, { ...digits, signDisplay: 'negative' })
    decimalFormats.set(count, decimals)
  }
  return withMinus(decimals.format(value))
}

/** A tooltip's value: exactly two decimals, `–` where it is missing. */
export function formatValue(value: number | null): string {
  return value === null ? NO_VALUE : format(value, 2)
}

/** A value with its unit: `41,234.50 MW`. */
export function formatQuantity(value: number | null, unit: string): string {
  return value === null ? NO_VALUE : `${formatValue(value)} ${unit}`
}

/** A difference with its sign and unit: `+412.00 MW`. */
export function formatDifference(value: number | null, unit: string): string {
  const text = formatQuantity(value, unit)
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** No source measures finer: a kilowatt. */
export const MAX_DECIMALS = 3

/** How many decimals some values need, so that one column writes all of them alike. */
export function decimalsOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null)
  return [0, 1, 2].find((count) => known.every((value) => isWhole(value * 10 ** count))) ?? MAX_DECIMALS
}

/** A table's value with the decimals of its column, `–` where it is missing. */
export function formatExact(value: number | null, decimals: number): string {
  return value === null ? NO_VALUE : format(value, decimals)
}

/** A figure to compare at a glance: about four digits. The largest figure decides how many decimals all of them get. */
export function formatFigure(value: number | null, largest: number): string {
  if (value === null) return NO_VALUE
  return format(value, largest >= 1000 ? 0 : largest >= 100 ? 1 : 2)
}

/** The same with its sign: `+412`, `−38`. */
export function formatSigned(value: number, largest: number): string {
  const text = formatFigure(value, largest)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** The labels of evenly spaced values on an axis, with as many decimals as their distance needs. */
export function formatAxisValues(values: readonly number[]): string[] {
  const step = values.length > 1 ? Math.abs((values[1] ?? 0) - (values[0] ?? 0)) : 1
  const digits = [0, 1, 2, 3, 4].find((count) => isWhole(step * 10 ** count)) ?? 5
  return values.map((value) => format(value, digits))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
