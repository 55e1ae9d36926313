const LOCALE = 'en-US'
const LARGE = 10_000
const NEXT_PREFIX: Readonly<Record<string, string>> = { k: 'M', M: 'G', G: 'T' }

const twoDecimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const exact = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 })

/** A tooltip's value: exactly two decimals, `–` where it is missing. */
export function formatValue(value: number | null): string {
  return value === null ? '–' : twoDecimals.format(value)
}

/** A table's value: every digit that the number has, `–` where it is missing. */
export function formatExact(value: number | null): string {
  return value === null ? '–' : exact.format(value)
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

/** An axis' labels for evenly spaced values, with the decimals that their distance needs. */
export function formatAxisValues(values: readonly number[], divisor: number): string[] {
  const step = values.length > 1 ? Math.abs((values[1] ?? 0) - (values[0] ?? 0)) / divisor : 1
  const decimals = [0, 1, 2, 3, 4].find((digits) => isWhole(step * 10 ** digits)) ?? 5
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return values.map((value) => format.format(value / divisor))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
