import { HOUR_MS } from '#server/series/series.ts'

import type { Curve } from './graph-curves.ts'

const DAY_MS = 24 * HOUR_MS
const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d
const COMMA = 0x2c

/** `"2026-11-20T00:00:00Z":` */
const KEY_BYTES = 23
/** From one key to the next: three times eight bytes, which can be copied in three steps. */
const KEY_STRIDE = 24
/** No power is larger, and up to it a machine word counts the hundredths. */
const MAX_HUNDREDTHS = 2 ** 31 - 1
/** A comma, and the longest number: nine digits, a sign and a point with two more. */
const MAX_VALUE_BYTES = 14

/** The stamps as the keys of the answer, RFC 3339 in UTC, one after the other. */
function encodeKeys(stamps: readonly number[]): Buffer {
  const keys = Buffer.alloc(stamps.length * KEY_STRIDE)
  let day = Number.NaN
  let date = ''
  for (const [index, stamp] of stamps.entries()) {
    const dayOfStamp = Math.floor(stamp / DAY_MS)
    if (dayOfStamp !== day) {
      day = dayOfStamp
      date = new Date(day * DAY_MS).toISOString().slice(0, 11)
    }
    const minutes = (stamp - day * DAY_MS) / 60_000
    const hour = String(Math.floor(minutes / 60)).padStart(2, '0')
    const minute = String(minutes % 60).padStart(2, '0')
    keys.write(`"${date}${hour}:${minute}:00Z":`, index * KEY_STRIDE, 'latin1')
  }
  return keys
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
  let index = end
  for (let rest = whole; rest >= 10; rest = (rest / 10) | 0) index += 1
  end = index + 1
  for (; index >= at; index -= 1) {
    const tens = (whole / 10) | 0
    bytes[index] = ZERO + whole - tens * 10
    if (tens === 0) break
    whole = tens
  }
  if (decimals === 0) return end
  const tenths = (decimals / 10) | 0
  bytes[end] = POINT
  bytes[end + 1] = ZERO + tenths
  if (tenths * 10 === decimals) return end + 2
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
    // As numbers, since eight characters at a time are copied fastest; no ASCII text is a NaN, whose bits might change.
    const key = index * KEY_STRIDE
    view.setFloat64(end, keys.getFloat64(key))
    view.setFloat64(end + 8, keys.getFloat64(key + 8))
    view.setFloat64(end + 16, keys.getFloat64(key + 16))
    end = writePower(bytes, end + KEY_BYTES, powerMw[index] ?? Number.NaN)
  }
  return end + bytes.write('}}', end, 'latin1')
}

/**
 * The JSON of an answer: by curve, the stamps from its first to its last value, `null` where one between them is missing. Written
 * straight to bytes, since for a year of hours `JSON.stringify` would take longer than all the rest.
 */
export function encodeAnswer(curves: readonly Curve[], stamps: readonly number[]): Buffer {
  const keys = viewOf(encodeKeys(stamps))
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
  // A copy of the right size: what is cached must not hold on to the room that was not needed.
  return Buffer.from(bytes.subarray(0, end))
}
