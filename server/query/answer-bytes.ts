import { DAY_MS, MINUTE_MS } from '#server/series/series.ts'

import type { Curve } from './graph-curves.ts'
import { COMMA, DIGIT_PAIRS, MAX_VALUE_BYTES, viewOf, writePower } from './power-bytes.ts'
import { presentSpan } from './present-span.ts'
import type { Steps } from './turns.ts'
import { writtenBytes } from './written-bytes.ts'

/** `"2026-11-20T00:00:00Z":` */
const KEY_BYTES = 23
const HOUR_AT = 12
const MINUTE_AT = 15
/** From one key to the next: three times eight bytes, which are copied in three steps. */
const KEY_STRIDE = 24

/** Eight characters at a time, as numbers (decision 20). No ASCII text is a NaN, whose bits might change. */
function copyKey(source: DataView, from: number, target: DataView, to: number): void {
  target.setFloat64(to, source.getFloat64(from, true), true)
  target.setFloat64(to + 8, source.getFloat64(from + 8, true), true)
  target.setFloat64(to + 16, source.getFloat64(from + 16, true), true)
}

/** The stamps as the keys of the answer, RFC 3339 in UTC, one after the other. */
function encodeKeys(stamps: readonly number[]): DataView {
  const keys = Buffer.alloc(stamps.length * KEY_STRIDE)
  const view = viewOf(keys)
  let day = Number.NaN
  let key = 0
  for (const stamp of stamps) {
    const dayOfStamp = Math.floor(stamp / DAY_MS)
    if (dayOfStamp === day) {
      copyKey(view, key - KEY_STRIDE, view, key)
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

function writeCurve(bytes: Buffer, at: number, { name, powerMw }: Curve, keys: DataView): number {
  const view = viewOf(bytes)
  let end = at + bytes.write(`${JSON.stringify(name)}:{"data":{`, at, 'utf8')
  const { first, last } = presentSpan(powerMw)
  for (let index = first; index <= last; index += 1) {
    if (index > first) {
      bytes[end] = COMMA
      end += 1
    }
    copyKey(keys, index * KEY_STRIDE, view, end)
    end = writePower(bytes, view, end + KEY_BYTES, powerMw[index] ?? Number.NaN)
  }
  return end + bytes.write('}}', end, 'latin1')
}

/**
 * The JSON of an answer: by curve, the stamps from its first to its last value, `null` where one between them is missing. It is
 * written straight to bytes because text would take several times as long (decision 20), one curve at a time.
 */
export function* encodeAnswer(curves: readonly Curve[], stamps: readonly number[]): Steps<Buffer> {
  const keys = encodeKeys(stamps)
  const namesLength = curves.reduce((length, { name }) => length + JSON.stringify(name).length * 3 + 16, 2)
  const length = namesLength + curves.length * stamps.length * (KEY_BYTES + MAX_VALUE_BYTES)
  return yield* writtenBytes(length, function* write(bytes) {
    let end = bytes.write('{', 0, 'latin1')
    for (const [index, curve] of curves.entries()) {
      if (index > 0) end += bytes.write(',', end, 'latin1')
      end = writeCurve(bytes, end, curve, keys)
      yield
    }
    return end + bytes.write('}', end, 'latin1')
  })
}
