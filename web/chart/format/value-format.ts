const LOCALE = 'en-US'
const LARGE = 10_000
const MISSING = '–'
const NEXT_PREFIX: Readonly<Record<string, string>> = { k: 'M', M: 'G', G: 'T' }

const decimalFormats = new Map<string, Intl.NumberFormat>()

function decimals(least: number, most = least): Intl.NumberFormat {
  const key = `${least} ${most}`
  const known = decimalFormats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: least, maximumFractionDigits: most })
  decimalFormats.set(key, format)
  return format
}

/** A tooltip's value: exactly two decimals, `–` where it is missing. */
export function formatValue(value: number | null): string {
  return value === null ? MISSING : decimals(2).format(value)
}

/** A value with its unit: `41,234.50 MW`. */
export function formatQuantity(value: number | null, unit: string): string {
  return value === null ? MISSING : `${formatValue(value)} ${unit}`
}

/** A table's value: at least two decimals and every digit of the number, `–` where it is missing. */
export function formatExact(value: number | null): string {
  return value === null ? MISSING : decimals(2, 20).format(value)
}

/** A figure to compare at a glance: about four digits. The largest figure decides how many decimals all of them get. */
export function formatFigure(value: number | null, largest: number): string {
  if (value === null) return MISSING
  return decimals(largest >= 1000 ? 0 : largest >= 100 ? 1 : 2).format(value)
}

/** How an axis writes its values: divided by `divisor`, in `unit`. */
export interface AxisUnit {
  unit: string
  divisor: number
}

/** From five digits on, the next SI prefix: 12,000 MW is written 12 GW. A unit without a prefix stays. */
export function axisUnit(unit: string, largest: number): AxisUnit {
  const next = /^[kMG][A-Z]/u.test(unit) ? NEXT_PREFIX[unit.charAt(0)] : undefined
  return next !== undefined && largest >= LARGE
    ? { unit: next + unit.slice(1), divisor: 1000 }
    : { unit, divisor: 1 }
}

/** The labels of evenly spaced values on an axis, with as many decimals as their distance needs. */
export function formatAxisValues(values: readonly number[], divisor: number): string[] {
  const step = values.length > 1 ? Math.abs((values[1] ?? 0) - (values[0] ?? 0)) / divisor : 1
  const digits = [0, 1, 2, 3, 4].find((count) => isWhole(step * 10 ** count)) ?? 5
  return values.map((value) => decimals(digits).format(value / divisor))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
