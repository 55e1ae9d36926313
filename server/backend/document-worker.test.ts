import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Feed } from '#server/sources/source.ts'

import * as readers from './document-worker.ts'

test('what reads the answers of sources, lists of files and uploads is in the thread of documents', () => {
  const readingFiles = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(-source|-library|-routes)\.ts$/.test(file))
    .map((file) => readFileSync(`server/${file}`, 'utf8'))
  const names = readingFiles.flatMap((text) => [
    ...text.matchAll(/createDocumentReader\((?:\w+|'[^']*'), '(\w+)'/g),
  ])
  expect(new Set(names.map(([, name]) => name))).toEqual(new Set(Object.keys(readers)))
  expect(Object.keys(readers)).toContain('entsoeList')
})

test('a refusal keeps its fault outside of the thread', async () => {
  const refusal =
    '<Acknowledgement_MarketDocument><Reason><text>Too long</text></Reason></Acknowledgement_MarketDocument>'
  const feed: Feed = { area: 'DE', kind: 'actual', quantities: ['load'] }
  expect(await readers.entsoe([refusal, feed])).toMatchObject({ isTransient: false, fault: 'request' })
})
