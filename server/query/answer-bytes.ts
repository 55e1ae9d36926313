import { DAY_MS, MINUTE_MS } from '#server/series/series.ts'

import type { Curve } from './graph-curves.ts'

const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d
const COMMA = 0x2c

/** The digits of every number below a hundred. Writing two digits at a time is faster (decision 20). */
const DIGIT_PAIRS = Uint16Array.from(
  { length: 100 },
  (_, number) => ((ZERO + Math.floor(number / 10)) << 8) | (ZERO + (number % 10)),
)

/** `"2026-11-20T00:00:00Z":` */
const KEY_BYTES = 23
const HOUR_AT = 12
const MINUTE_AT = 15
/** From one key to the next: three times eight bytes, which are copied in three steps. */
const KEY_STRIDE = 24
/** No power is larger. Up to this limit the hundredths fit into a machine word. */
const MAX_HUNDREDTHS = 2 ** 31 - 1
/** A comma, and the longest number: nine digits, a sign and a point with two more. */
const MAX_VALUE_BYTES = 14

/** The stamps as the keys of the answer, RFC 3339 in UTC, one after the other. */
function encodeKeys(stamps: readonly number[]): DataView {
  const keys = Buffer.alloc(stamps.length * KEY_STRIDE)
  const view = viewOf(keys)
  let day = Number.NaN
  let key = 0
  for (const stamp of stamps) {
    const dayOfStamp = Math.floor(stamp / DAY_MS)
    if (dayOfStamp === day) {
      keys.copyWithin(key, key - KEY_STRIDE, key)
    } else {
      day = dayOfStamp
      keys.write(`"${new Date(stamp).toISOString().slice(0, 11)}00:00:00Z":`, key, 'latin1')
    }
    const minutes = ((stamp - day * DAY_MS) / MINUTE_MS) | 0
    const hour = (minutes / 60) | 0
    view.setUint16(key + HOUR_AT, DIGIT_PAIRS[hour] ?? 0)
    view.setUint16(key + MINUTE_AT, DIGIT_PAIRS[minutes - hour * 60] ?? 0)
    key += KEY_STRIDE
  }
  return view
}

/** The digits of a whole number; no power has more than eight. */
function digitCount(whole: number): number {
  if (whole < 10_000) return whole < 100 ? (whole < 10 ? 1 : 2) : whole < 1000 ? 3 : 4
  if (whole < 1_000_000) return whole < 100_000 ? 5 : 6
  return whole < 10_000_000 ? 7 : 8
}

/** Writes a power with at most two decimals, `null` where it is missing, and returns where it ends. */
function writePower(bytes: Buffer, view: DataView, at: number, powerMw: number): number {
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

function isPresent(powerMw: number): boolean {
  return !Number.isNaN(powerMw)
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function writeCurve(bytes: Buffer, at: number, { name, powerMw }: Curve, keys: DataView): number {
  const view = viewOf(bytes)
  let end = at + bytes.write(`${JSON.stringify(name)}:{"data":{`, at, 'utf8')
  const last = powerMw.findLastIndex(isPresent)
  const first = last === -1 ? 0 : powerMw.findIndex(isPresent)
  for (let index = first; index <= last; index += 1) {
    if (index > first) {
      bytes[end] = COMMA
      end += 1
    }
    // Eight characters at a time, as numbers (decision 20). No ASCII text is a NaN, whose bits might change.
    const key = index * KEY_STRIDE
    view.setFloat64(end, keys.getFloat64(key, true), true)
    view.setFloat64(end + 8, keys.getFloat64(key + 8, true), true)
    view.setFloat64(end + 16, keys.getFloat64(key + 16, true), true)
    end = writePower(bytes, view, end + KEY_BYTES, powerMw[index] ?? Number.NaN)
  }
  return end + bytes.write('}}', end, 'latin1')
}

/**
 * The JSON of an answer: by curve, the stamps from its first to its last value, `null` where one between them is missing. It is
 * written straight to bytes because text would take several times as long (decision 20).
 */
export function encodeAnswer(curves: readonly Curve[], stamps: readonly number[]): Buffer {
  const keys = encodeKeys(stamps)
  const namesLength = curves.reduce((length, { name }) => length + JSON.stringify(name).length * 3 + 16, 2)
  const bytes = Buffer.allocUnsafeSlow(
    namesLength + curves.length * stamps.length * (KEY_BYTES + MAX_VALUE_BYTES),
  )
  let end = bytes.write('{', 0, 'latin1')
  for (const [index, curve] of curves.entries()) {
    if (index > 0) end += bytes.write(',', end, 'latin1')
    end = writeCurve(bytes, end, curve, keys)
  }
  end += bytes.write('}', end, 'latin1')
  // A copy of the right size, so that the cache does not hold memory that is not needed.
  return Buffer.from(bytes.subarray(0, end))
}
