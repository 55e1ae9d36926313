const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const oneDecimal = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percent = new Intl.NumberFormat('en-US', oneDecimal)
const signedPercent = new Intl.NumberFormat('en-US', { ...oneDecimal, signDisplay: 'exceptZero' })

export const NO_VALUE = '–'

/** A minus sign has the width of digits; `Intl` writes a hyphen. */
export function withMinus(text: string): string {
  return text.replace('-', '−')
}

/** Halves up, never `-0`. */
function rounded(megawatts: number): number {
  return Math.round(megawatts) + 0
}

/** `41,230` */
export function formatMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(integer.format(rounded(megawatts)))
}

/** `41,230.5`, unrounded. */
export function formatExactMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(exact.format(megawatts + 0))
}

/** `+1,230`: always with its sign. */
export function formatDifferenceMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(signed.format(rounded(megawatts)))
}

/** `15,915–17,384`, `−610 – 1,720`: spaces beside a minus sign. */
export function formatRange(lowMw: number | null, highMw: number | null): string {
  const [low, high] = [formatMw(lowMw), formatMw(highMw)]
  return high.startsWith('−') || low.startsWith('−') ? `${low} – ${high}` : `${low}–${high}`
}

/** `80.6%` */
export function formatShare(share: number | null): string {
  return share === null ? NO_VALUE : percent.format(share)
}

/** `−17.2%`; empty without a value. */
export function formatShareChange(share: number | null): string {
  return share === null ? '' : withMinus(signedPercent.format(share))
}
