import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Feed } from '#server/sources/source.ts'

import * as readers from './document-worker.ts'

test('what reads the answers of sources, lists of files too, is in the thread of documents', () => {
  const sources = readdirSync('server/sources', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-source.ts') || file.endsWith('-library.ts'))
    .map((file) => readFileSync(`server/sources/${file}`, 'utf8'))
  const names = sources.flatMap((text) => [...text.matchAll(/createDocumentReader\(\w+, '(\w+)'/g)])
  expect(new Set(names.map(([, name]) => name))).toEqual(new Set(Object.keys(readers)))
  expect(Object.keys(readers)).toContain('entsoeList')
})

test('a refusal keeps its fault outside of the thread', async () => {
  const refusal =
    '<Acknowledgement_MarketDocument><Reason><text>Too long</text></Reason></Acknowledgement_MarketDocument>'
  const feed: Feed = { area: 'DE', kind: 'actual', quantities: ['load'] }
  expect(await readers.entsoe([refusal, feed])).toMatchObject({ isTransient: false, fault: 'request' })
})
