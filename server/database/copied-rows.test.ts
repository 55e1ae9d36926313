import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readCopiedRows } from './copied-rows.ts'

const number = (bytes: 2 | 4, value: number) => {
  const written = Buffer.alloc(bytes)
  written.writeIntBE(value, 0, bytes)
  return written
}

/** What PostgreSQL sends, after its documentation. An extension of the header is to be skipped. */
function write(rows: readonly (readonly (Uint8Array | null)[])[], extension = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1'),
    number(4, 0),
    number(4, extension.length),
    extension,
    ...rows.flatMap((row) => [
      number(2, row.length),
      ...row.flatMap((field) => (field === null ? [number(4, -1)] : [number(4, field.length), field])),
    ]),
    number(2, -1),
  ])
}

const rows = fc.array(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 4 }), { maxLength: 10 })

test('gives the fields of every row, wherever the bytes lie and whatever extends the header', () => {
  fc.assert(
    fc.property(rows, fc.nat(9), fc.nat(9), (given, before, extended) => {
      const around = Buffer.concat([Buffer.alloc(before), write(given, Buffer.alloc(extended))])
      const read = readCopiedRows(around.subarray(before))
      expect(read.map((row) => row.map((field) => new Uint8Array(field)))).toEqual(given)
    }),
  )
})

test('throws a RangeError wherever the bytes are cut off', () => {
  const whole = write([[new Uint8Array([1, 2, 3])], [new Uint8Array([4])]])
  for (let length = 0; length < whole.length; length += 1)
    expect(() => readCopiedRows(whole.subarray(0, length))).toThrow(RangeError)
})

test('throws a RangeError for NULL', () => {
  expect(() => readCopiedRows(write([[null]]))).toThrow(RangeError)
})
