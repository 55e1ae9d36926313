import { HOUR_MS } from '#server/series/series.ts'

import type { Curve } from './graph-curves.ts'

const DAY_MS = 24 * HOUR_MS
const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d
const COMMA = 0x2c

/** `"2026-11-20T00:00:00Z":` */
const KEY_BYTES = 23
/** A comma, and the longest number: sixteen digits, a sign and a point. */
const MAX_VALUE_BYTES = 19
const MAX_HUNDREDTHS = Number.MAX_SAFE_INTEGER

/** The stamps as the keys of the answer, RFC 3339 in UTC, one after the other. */
function encodeKeys(stamps: readonly number[]): Buffer {
  const keys = Buffer.allocUnsafe(stamps.length * KEY_BYTES)
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
    keys.write(`"${date}${hour}:${minute}:00Z":`, index * KEY_BYTES, 'latin1')
  }
  return keys
}

/** Writes the digits of a whole number and returns where they end. */
function writeDigits(bytes: Uint8Array, at: number, whole: number): number {
  let length = 1
  for (let rest = Math.floor(whole / 10); rest > 0; rest = Math.floor(rest / 10)) length += 1
  let rest = whole
  for (let index = at + length - 1; index >= at; index -= 1) {
    const tens = Math.floor(rest / 10)
    bytes[index] = ZERO + rest - tens * 10
    rest = tens
  }
  return at + length
}

/** Writes a power with at most two decimals, `null` where it is missing, and returns where it ends. */
function writePower(bytes: Buffer, at: number, powerMw: number): number {
  const hundredths = Math.round(Math.abs(powerMw) * 100)
  if (!(hundredths <= MAX_HUNDREDTHS)) return at + bytes.write('null', at, 'latin1')
  let end = at
  if (powerMw < 0 && hundredths > 0) {
    bytes[end] = MINUS
    end += 1
  }
  const whole = Math.floor(hundredths / 100)
  const decimals = hundredths - whole * 100
  end = writeDigits(bytes, end, whole)
  if (decimals === 0) return end
  bytes[end] = POINT
  bytes[end + 1] = ZERO + Math.floor(decimals / 10)
  if (decimals % 10 === 0) return end + 2
  bytes[end + 2] = ZERO + (decimals % 10)
  return end + 3
}

function isPresent(powerMw: number): boolean {
  return !Number.isNaN(powerMw)
}

function writeCurve(bytes: Buffer, at: number, { name, powerMw }: Curve, keys: Buffer): number {
  let end = at + bytes.write(`${JSON.stringify(name)}:{"data":{`, at, 'utf8')
  const last = powerMw.findLastIndex(isPresent)
  const first = last === -1 ? 0 : powerMw.findIndex(isPresent)
  for (let index = first; index <= last; index += 1) {
    if (index > first) {
      bytes[end] = COMMA
      end += 1
    }
    const key = index * KEY_BYTES
    for (let byte = 0; byte < KEY_BYTES; byte += 1) bytes[end + byte] = keys[key + byte] ?? 0
    end = writePower(bytes, end + KEY_BYTES, powerMw[index] ?? Number.NaN)
  }
  return end + bytes.write('}}', end, 'latin1')
}

/**
 * The JSON of an answer: by curve, the stamps from its first to its last value, `null` where one between them is missing. Written
 * straight to bytes, since for a year of hours `JSON.stringify` would take longer than all the rest.
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
  // A copy of the right size: what is cached must not hold on to the room that was not needed.
  return Buffer.from(bytes.subarray(0, end))
}
