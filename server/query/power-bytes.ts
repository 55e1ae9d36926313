const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d
export const COMMA = 0x2c

/** The digits of every number below a hundred. Writing two digits at a time is faster (decision 20). */
export const DIGIT_PAIRS = Uint16Array.from(
  { length: 100 },
  (_, number) => ((ZERO + Math.floor(number / 10)) << 8) | (ZERO + (number % 10)),
)
/** No power is larger. Up to this limit the hundredths fit into a machine word. */
const MAX_HUNDREDTHS = 2 ** 31 - 1
/** A comma, and the longest number: nine digits, a sign and a point with two more. */
export const MAX_VALUE_BYTES = 14

export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The digits of a whole number; no power has more than eight. */
function digitCount(whole: number): number {
  if (whole < 10_000) return whole < 100 ? (whole < 10 ? 1 : 2) : whole < 1000 ? 3 : 4
  if (whole < 1_000_000) return whole < 100_000 ? 5 : 6
  return whole < 10_000_000 ? 7 : 8
}

/** Writes a power with at most two decimals, `null` where it is missing, and returns where it ends. */
export function writePower(bytes: Buffer, view: DataView, at: number, powerMw: number): number {
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5)
  if (!(rounded <= MAX_HUNDREDTHS)) return at + bytes.write('null', at, 'latin1')
  const hundredths = rounded | 0
  let end = at
  if (powerMw < 0 && hundredths > 0) {
    bytes[end] = MINUS
    end += 1
  }
  const whole = (hundredths / 100) | 0
  const decimals = hundredths - whole * 100
  end += digitCount(whole)
  let index = end - 2
  let rest = whole
  for (; rest >= 100; index -= 2) {
    const hundreds = (rest / 100) | 0
    view.setUint16(index, DIGIT_PAIRS[rest - hundreds * 100] ?? 0)
    rest = hundreds
  }
  if (rest >= 10) view.setUint16(index, DIGIT_PAIRS[rest] ?? 0)
  else bytes[index + 1] = ZERO + rest
  if (decimals === 0) return end
  const pair = DIGIT_PAIRS[decimals] ?? 0
  bytes[end] = POINT
  view.setUint16(end + 1, pair)
  return (pair & 0xff) === ZERO ? end + 2 : end + 3
}
