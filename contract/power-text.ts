const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const oneDecimal = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percent = new Intl.NumberFormat('en-US', oneDecimal)
const signedPercent = new Intl.NumberFormat('en-US', { ...oneDecimal, signDisplay: 'exceptZero' })

export const NO_VALUE = '–'

/** `Intl` writes the hyphen; a minus sign has the width of the digits and the plus sign. */
export function withMinus(text: string): string {
  return text.replace('-', '−')
}

/** Rounded to an integer, halves up, and never `-0`. */
function rounded(megawatts: number): number {
  return Math.round(megawatts) + 0
}

/** `41,230`; a dash if there is no value. */
export function formatMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(integer.format(rounded(megawatts)))
}

/** `41,230.5`, as it was sent. */
export function formatExactMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(exact.format(megawatts + 0))
}

/** `+1,230`: a difference always shows its sign. */
export function formatDifferenceMw(megawatts: number | null): string {
  return megawatts === null ? NO_VALUE : withMinus(signed.format(rounded(megawatts)))
}

/** `P10–P90 15,915–17,384`: a band is named wherever it stands. */
export const bandWords = (p10Mw: number | null, p90Mw: number | null) =>
  `P10–P90 ${formatMw(p10Mw)}–${formatMw(p90Mw)}`

/** `80.6%`; a dash if there is no value. */
export function formatShare(share: number | null): string {
  return share === null ? NO_VALUE : percent.format(share)
}

/** `−17.2%`; empty if there is nothing to compare. */
export function formatShareChange(share: number | null): string {
  return share === null ? '' : withMinus(signedPercent.format(share))
}
