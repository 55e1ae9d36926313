import { DAY_MS, MINUTE_MS } from '#server/series/series.ts'

import type { Curve } from './graph-curves.ts'

/** `"2026-11-20T00:00:00Z":` */
const KEY_BYTES = 23
/** From one key to the next: three times eight bytes, which are copied as three numbers. */
const KEY_STRIDE = 24
/** No power is larger, and up to it a machine word counts the hundredths. */
const MAX_HUNDREDTHS = 2 ** 31 - 1
/** A comma, and the longest number: nine digits, a sign and a point with two more. */
const MAX_VALUE_BYTES = 14

const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d
const COMMA = 0x2c

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** The stamps as the keys of the answer, RFC 3339 in UTC, `KEY_STRIDE` apart. */
function encodeKeys(stamps: readonly number[]): DataView {
  let day = NaN
  let date = ''
  let keys = ''
  for (const stamp of stamps) {
    // A date costs more than all the rest of a key, and most stamps have that of the one before.
    const dayOfStamp = Math.floor(stamp / DAY_MS)
    if (dayOfStamp !== day) {
      day = dayOfStamp
      date = new Date(stamp).toISOString().slice(0, 10)
    }
    const minutes = Math.floor((stamp - day * DAY_MS) / MINUTE_MS)
    keys += `"${date}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00Z": `
  }
  return viewOf(Buffer.from(keys, 'latin1'))
}

/** Writes a power with at most two decimals, `null` where it is missing, and returns where it ends. */
function writePower(bytes: Buffer, at: number, powerMw: number): number {
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5)
  if (!(rounded <= MAX_HUNDREDTHS)) return at + bytes.write('null', at, 'latin1')
  const hundredths = rounded | 0
  let end = at
  if (powerMw < 0 && hundredths > 0) {
    bytes[end] = MINUS
    end += 1
  }
  let whole = (hundredths / 100) | 0
  const decimals = hundredths - whole * 100
  const start = end
  end += 1
  for (let power = 10; power <= whole; power *= 10) end += 1
  for (let index = end - 1; index >= start; index -= 1) {
    const tens = (whole / 10) | 0
    bytes[index] = ZERO + whole - tens * 10
    whole = tens
  }
  if (decimals === 0) return end
  const tenths = (decimals / 10) | 0
  bytes[end] = POINT
  bytes[end + 1] = ZERO + tenths
  if (decimals === tenths * 10) return end + 2
  bytes[end + 2] = ZERO + decimals - tenths * 10
  return end + 3
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
    // Eight characters at a time, as numbers: twice as fast for the whole answer. No ASCII text is a NaN, whose bits might change.
    const key = index * KEY_STRIDE
    view.setFloat64(end, keys.getFloat64(key, true), true)
    view.setFloat64(end + 8, keys.getFloat64(key + 8, true), true)
    view.setFloat64(end + 16, keys.getFloat64(key + 16, true), true)
    end = writePower(bytes, end + KEY_BYTES, powerMw[index] ?? NaN)
  }
  return end + bytes.write('}}', end, 'latin1')
}

/**
 * The JSON of an answer: by curve, the stamps from its first to its last value, `null` where one between them is missing. Written
 * straight to bytes: through strings, a year of hours would take longer than everything else in its answer (decision 20).
 */
export function encodeAnswer(curves: readonly Curve[], stamps: readonly number[]): Buffer {
  const keys = encodeKeys(stamps)
  const namesLength = curves.reduce((length, { name }) => length + JSON.stringify(name).length * 3 + 16, 2)
  const bytes = Buffer.allocUnsafeSlow(
    namesLength + curves.length * stamps.length * (KEY_STRIDE + MAX_VALUE_BYTES),
  )
  let end = bytes.write('{', 0, 'latin1')
  for (const [index, curve] of curves.entries()) {
    if (index > 0) end += bytes.write(',', end, 'latin1')
    end = writeCurve(bytes, end, curve, keys)
  }
  end += bytes.write('}', end, 'latin1')
  // A copy of the right size: what is cached must not hold on to the room that was not needed.
  return Buffer.from(bytes.subarray(0, end))
}
