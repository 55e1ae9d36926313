import { NO_VALUE, withMinus } from '#contract/words/power.ts'

/** By their decimals. `negative`: what rounds to zero has no sign. */
const formats = [0, 1, 2, 3, 4, 5].map((count) => {
  const digits = { minimumFractionDigits: count, maximumFractionDigits: count }
  return new Intl.NumberFormat('en-US', { ...digits, signDisplay: 'negative' })
})
const format = (value: number, decimals: number) => withMinus(formats[decimals]?.format(value) ?? '')

/** `1,200` */
export const formatCount = (count: number) => format(count, 0)

/** A tooltip's value: exactly two decimals, `–` where it is missing. */
export function formatValue(value: number | null): string {
  return value === null ? NO_VALUE : format(value, 2)
}

/** `41,234.50 MW`. Of another backend's values no unit is known. */
export const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`)

/** `figures in MW` */
export const figuresIn = (unit: string): string => (unit === '' ? 'figures' : `figures in ${unit}`)

export function formatQuantity(value: number | null, unit: string, missing = NO_VALUE): string {
  return value === null ? missing : withUnit(formatValue(value), unit)
}

/** A value that rounds to zero has no sign. */
function withPlus(text: string, value: number | null): string {
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** A difference with its sign and unit: `+412.00 MW`. */
export function formatDifference(value: number | null, unit: string): string {
  return withPlus(formatQuantity(value, unit), value)
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

/** Formats a value with its sign: `+412`, `−38`. */
export function formatSigned(value: number, largest: number): string {
  return withPlus(formatFigure(value, largest), value)
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
