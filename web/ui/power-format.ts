import { NO_VALUE, withMinus } from '#contract/power-text.ts'

export { formatDifferenceMw, formatExactMw, formatMw } from '#contract/power-text.ts'

const oneDecimal = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percent = new Intl.NumberFormat('en-US', oneDecimal)
const signedPercent = new Intl.NumberFormat('en-US', { ...oneDecimal, signDisplay: 'exceptZero' })

/** `80.6%`; a dash if there is no value. */
export function formatShare(share: number | null): string {
  return share === null ? NO_VALUE : percent.format(share)
}

/** `−17.2%`; empty if there is nothing to compare. */
export function formatShareChange(share: number | null): string {
  return share === null ? '' : withMinus(signedPercent.format(share))
}
