import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeChunk, encodeChunk, toMegawatts } from './chunk-codec.ts'

test('what is encoded is decoded again, missing values and all', () => {
  fc.assert(
    fc.property(fc.float32Array(), (powerMw) => {
      const decoded = decodeChunk(encodeChunk(powerMw))
      expect(decoded).toEqual(powerMw)
    }),
  )
})

test('writes little-endian float32', () => {
  const bytes = Buffer.from('0000803f000000c00000c07f', 'hex')
  expect(encodeChunk(new Float32Array([1, -2, NaN]))).toEqual(bytes)
})

test('refuses bytes that end inside a value', () => {
  expect(() => decodeChunk(new Uint8Array(6))).toThrow(RangeError)
})

test('decodes bytes that begin anywhere in their memory', () => {
  const bytes = new Uint8Array([9, ...Buffer.from('0000803f', 'hex')])
  expect([...decodeChunk(bytes.subarray(1))]).toEqual([1])
})

test('brings back two decimals exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -13_000_000, max: 13_000_000 }), (hundredths) => {
      expect(toMegawatts(Math.fround(hundredths / 100))).toBe(hundredths / 100)
    }),
  )
})
