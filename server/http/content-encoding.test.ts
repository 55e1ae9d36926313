import { expect, test } from 'vitest'

import { acceptedEncoding } from './content-encoding.ts'

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['deflate', null],
  ['*', 'br'],
  ['br;q=0, gzip;q=0.0', null],
  ['br;q=0, deflate', null],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br ; q=0.8 , gzip;q=0.8', 'br'],
  ['identity', null],
  ['identity;q=1, gzip;q=0.5', null],
  [['gzip', 'br'], 'br'],
] as const)('of %j it takes %j', (header, encoding) => {
  expect(acceptedEncoding(typeof header === 'object' ? [...header] : header)).toBe(encoding)
})
