const LOCALE = 'en-US'
const MISSING = '–'

const decimalFormats = new Map<string, Intl.NumberFormat>()

function format(value: number, least: number, most = least): string {
  const key = `${least} ${most}`
  let decimals = decimalFormats.get(key)
  if (decimals === undefined) {
    // `negative`: what rounds to zero has no sign.
    const digits = { minimumFractionDigits: least, maximumFractionDigits: most }
    decimals = new Intl.NumberFormat(LOCALE, { ...digits, signDisplay: 'negative' })
    decimalFormats.set(key, decimals)
  }
  // A minus sign is as wide as a plus; Intl writes a hyphen.
  return decimals.format(value).replace('-', '−')
}

/** A tooltip's value: exactly two decimals, `–` where it is missing. */
export function formatValue(value: number | null): string {
  return value === null ? MISSING : format(value, 2)
}

/** A value with its unit: `41,234.50 MW`. */
export function formatQuantity(value: number | null, unit: string): string {
  return value === null ? MISSING : `${formatValue(value)} ${unit}`
}

/** A difference with its sign and unit: `+412.00 MW`. */
export function formatDifference(value: number | null, unit: string): string {
  const text = formatQuantity(value, unit)
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** Further decimals of a difference come from how computers keep numbers. */
export const MAX_DECIMALS = 8

/** A table's value: at least two decimals and all that the number has, `–` where it is missing. */
export function formatExact(value: number | null): string {
  return value === null ? MISSING : format(value, 2, MAX_DECIMALS)
}

/** A figure to compare at a glance: about four digits. The largest figure decides how many decimals all of them get. */
export function formatFigure(value: number | null, largest: number): string {
  if (value === null) return MISSING
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

/** A share in percent with one decimal: `3.4%`. */
export function formatShare(share: number | null): string {
  return share === null ? MISSING : `${format(share * 100, 1)}%`
}
