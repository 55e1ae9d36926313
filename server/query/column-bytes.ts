import type { Curve } from './graph-curves.ts'
import { COMMA, MAX_VALUE_BYTES, viewOf, writePower } from './power-bytes.ts'
import { presentSpan } from './present-span.ts'
import type { Steps } from './turns.ts'
import { writtenBytes } from './written-bytes.ts'

/** The stamps that an answer by curve would hold: those from the first to the last value of any curve. */
function heldStamps(curves: readonly Curve[], length: number): number[] {
  const isHeld = new Uint8Array(length)
  for (const { powerMw } of curves) {
    const { first, last } = presentSpan(powerMw)
    isHeld.fill(1, first, last + 1)
  }
  return Array.from(isHeld.keys()).filter((index) => isHeld[index] === 1)
}

function writeColumn(bytes: Buffer, at: number, { name, powerMw }: Curve, held: readonly number[]): number {
  const view = viewOf(bytes)
  const start = at + bytes.write(`{"name":${JSON.stringify(name)},"values":[`, at, 'utf8')
  let end = start
  const { first, last } = presentSpan(powerMw)
  if (first <= last) {
    for (const index of held) {
      if (end > start) {
        bytes[end] = COMMA
        end += 1
      }
      end = writePower(bytes, view, end, powerMw[index] ?? Number.NaN)
    }
  }
  return end + bytes.write(']}', end, 'latin1')
}

/**
 * The JSON of an answer by columns: the stamps once, and the values of each curve at them, `null` where one is missing. A curve
 * without values has an empty column. It says the same as `encodeAnswer` in a third of the bytes (decision 20).
 */
export function* encodeColumns(curves: readonly Curve[], stamps: readonly number[]): Steps<Buffer> {
  const held = heldStamps(curves, stamps.length)
  const times = JSON.stringify(held.map((index) => (stamps[index] ?? 0) / 1000))
  const namesLength = curves.reduce((length, { name }) => length + JSON.stringify(name).length * 3 + 24, 32)
  const length = namesLength + times.length + curves.length * held.length * MAX_VALUE_BYTES
  return yield* writtenBytes(length, function* write(bytes) {
    let end = bytes.write(`{"timesS":${times},"curves":[`, 'latin1')
    for (const [index, curve] of curves.entries()) {
      if (index > 0) end += bytes.write(',', end, 'latin1')
      end = writeColumn(bytes, end, curve, held)
      yield
    }
    return end + bytes.write(']}', end, 'latin1')
  })
}
