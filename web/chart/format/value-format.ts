import { NO_VALUE, withMinus } from '#contract/words/power.ts'

/** By number of decimals. `negative` omits the sign of a value that rounds to zero. */
const formats = [0, 1, 2, 3, 4, 5].map((count) => {
  const digits = { minimumFractionDigits: count, maximumFractionDigits: count }
  return new Intl.NumberFormat('en-US', { ...digits, signDisplay: 'negative' })
})
const format = (value: number, decimals: number) => withMinus(formats[decimals]?.format(value) ?? '')

export const formatCount = (count: number) => format(count, 0)

export function formatValue(value: number | null): string {
  return value === null ? NO_VALUE : format(value, 2)
}

/** `41,234.50 MW`. The unit of another backend's values is unknown (empty). */
export const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`)

export const figuresIn = (unit: string): string => (unit === '' ? 'figures' : `figures in ${unit}`)

export function formatQuantity(value: number | null, unit: string, missing = NO_VALUE): string {
  return value === null ? missing : withUnit(formatValue(value), unit)
}

/** A value that rounds to zero has no sign. */
function withPlus(text: string, value: number | null): string {
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** `+412.00 MW`. */
export function formatDifference(value: number | null, unit: string): string {
  return withPlus(formatQuantity(value, unit), value)
}

export const MAX_DECIMALS = 3

/** The decimals that a column of values needs. */
export function decimalsOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null)
  return [0, 1, 2].find((count) => known.every((value) => isWhole(value * 10 ** count))) ?? MAX_DECIMALS
}

export function formatExact(value: number | null, decimals: number): string {
  return value === null ? NO_VALUE : format(value, decimals)
}

/** About four digits, to compare at a glance; the largest figure decides the decimals of all. */
export function formatFigure(value: number | null, largest: number): string {
  if (value === null) return NO_VALUE
  return format(value, largest >= 1000 ? 0 : largest >= 100 ? 1 : 2)
}

/** `+412`, `−38`. */
export function formatSigned(value: number, largest: number): string {
  return withPlus(formatFigure(value, largest), value)
}

/** Labels of evenly spaced axis values, with as many decimals as their distance needs. */
export function formatAxisValues(values: readonly number[]): string[] {
  const step = values.length > 1 ? Math.abs((values[1] ?? 0) - (values[0] ?? 0)) : 1
  const digits = [0, 1, 2, 3, 4].find((count) => isWhole(step * 10 ** count)) ?? 5
  return values.map((value) => format(value, digits))
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
